/**
 * Choosing: from taps on pieces to one option of the server's list. No rule is known here; a piece may be picked
 * because some option names it, and is refused because the server said so.
 */
import type { Choice, Outlook, Phrase, Plan, Refusal, Target } from '../net/protocol'

/** A choice or a plan, seen alike. */
export interface Option extends Outlook {
  actions: number[]
  text: string
  label: Phrase
  targets: Target[]
  commits: boolean
  preferred: boolean
}

/** `other`: begins another option than the one that is picked. */
export type PieceState = 'rest' | 'legal' | 'selected' | 'risky' | 'other' | 'dimmed'

/** Copies of one card have ids of their own (`hand:florin:7#2`); the server speaks of `hand:florin:7`. */
export const canonical = (piece: string): Target => (piece.includes('#') ? piece.replace(/#\d+$/, '') : piece)
export const copyId = (target: Target, copy: number): string => (copy ? `${target}#${copy + 1}` : target)

interface Pick {
  piece: string
  /** Completed by the page, not tapped: gives way to the next tap. */
  auto: boolean
}

function count(targets: Iterable<string>): Map<string, number> {
  const bag = new Map<string, number>()
  for (const target of targets) bag.set(target, (bag.get(target) ?? 0) + 1)
  return bag
}

function within(some: ReadonlyMap<string, number>, all: ReadonlyMap<string, number>): boolean {
  for (const [target, n] of some) if ((all.get(target) ?? 0) < n) return false
  return true
}

const fromChoice = (choice: Choice): Option => ({
  ...choice,
  actions: [choice.action],
  targets: choice.targets ?? [],
  commits: choice.commits ?? true,
  preferred: false,
})

const fromPlan = (plan: Plan): Option => ({
  ...plan,
  targets: plan.targets ?? [],
  commits: true,
  preferred: plan.preferred ?? false,
})

/** Plans and choices as one list; a choice that only begins a plan is left to the plan. */
export function optionsOf(choices: readonly Choice[], plans: readonly Plan[] = []): Option[] {
  const begun = new Set(plans.map((plan) => plan.actions[0]))
  return [...plans.map(fromPlan), ...choices.filter((choice) => !begun.has(choice.action)).map(fromChoice)]
}

/** Whatever names targets, by target, in its order. */
function byTarget<T extends { targets: Target[] }>(all: readonly T[]): ReadonlyMap<Target, readonly T[]> {
  const index = new Map<Target, T[]>()
  for (const one of all)
    for (const target of new Set(one.targets)) {
      const named = index.get(target)
      if (named) named.push(one)
      else index.set(target, [one])
    }
  return index
}

export interface Offer {
  choices: readonly Choice[]
  plans?: readonly Plan[] | undefined
}

export class Chooser {
  #options = $state.raw<Option[]>([])
  #refusals = $state.raw<readonly Refusal[]>([])
  #picks = $state.raw<Pick[]>([])
  #forced = $state.raw<Option | null>(null)
  #wish: string | null = null
  /** How many pieces stand for a target on the table; what nothing stands for is shown as a button. */
  #drawn = new Map<Target, number>()
  #drawing = $state(0)
  /** Prefixes of targets that lie in a sheet which may be closed: they are not offered as buttons. */
  elsewhere = $state.raw<readonly string[]>([])
  /** The table lists every option itself: none is offered as a button. */
  listed = $state(false)
  /** Told when a tap has completed an option; `guessed` when the page picked part of it where others were possible. */
  onready: (option: Option, guessed: boolean) => void = () => undefined

  /**
   * @param modifiers prefixes of targets that only vary an option (a tile's `turn:`): the first is taken, the others
   * are a key away.
   */
  constructor(readonly modifiers: readonly string[] = []) {}

  /** What the server offers now. Picks do not outlive the position they were made in. */
  offer({ choices, plans }: Offer): void {
    this.#options = optionsOf(choices, plans)
    this.#refusals = []
    this.clear()
    const wish = this.#wish
    this.#wish = null
    if (wish && this.#consistent([wish]).length) this.pick(wish)
  }

  /** Why the rest cannot be chosen, which the server says a moment later. */
  refuse(refusals: readonly Refusal[]): void {
    this.#refusals = refusals
  }

  get options(): readonly Option[] {
    return this.#options
  }

  get active(): boolean {
    return this.#options.length > 0
  }

  get picked(): string[] {
    return this.#picks.map((pick) => pick.piece)
  }

  // Every piece on the table asks for its state whenever a position is drawn or something is picked: what the options
  // and refusals name is counted once for all of them, and what a piece leaves open once for each.
  #bags = $derived(new Map(this.#options.map((option) => [option, count(option.targets)])))
  #naming = $derived(byTarget(this.#options))
  #because = $derived(byTarget(this.#refusals))
  #opened = $derived.by(() => {
    void this.#options
    void this.#picks
    return new Map<string, readonly Option[]>()
  })

  #consistent(pieces: readonly string[]): readonly Option[] {
    const last = pieces.at(-1)
    if (last === undefined) return this.#options
    const named = this.#naming.get(canonical(last)) ?? []
    if (pieces.length === 1) return named
    const bag = count(pieces.map(canonical))
    return named.filter((option) => within(bag, this.#bags.get(option) ?? new Map()))
  }

  /** The options that are left when a piece joins what is picked; none when it does not go with it. */
  #open(piece: string): readonly Option[] {
    const opened = this.#opened
    const known = opened.get(piece)
    if (known) return known
    let open: readonly Option[] = []
    for (const pieces of this.#joins(piece)) if ((open = this.#consistent(pieces)).length) break
    opened.set(piece, open)
    return open
  }

  /** Options that the picks so far leave open. */
  candidates = $derived.by(() => this.#consistent(this.picked))

  /** The options that are picked completely: usually one. */
  complete = $derived.by(() =>
    this.#picks.length ? this.candidates.filter((option) => option.targets.length === this.#picks.length) : [],
  )

  /** The option that the confirm bar is about. */
  chosen = $derived.by<Option | null>(
    () => this.#forced ?? (this.complete.length === 1 ? (this.complete[0] ?? null) : null),
  )

  /** Several ways to do what is picked (left or right, keep or give): shown as buttons. */
  ways = $derived.by(() => {
    if (!this.#picks.length || this.chosen) return []
    if (this.complete.length > 1) return this.complete
    const rest = this.candidates.map((option) => this.#missing(option))
    return rest.every((missing) => missing.length && missing.every((target) => !this.isDrawn(target)))
      ? this.candidates
      : []
  })

  /** Options without any piece on the table: passing, declining, done. */
  loose = $derived.by(() =>
    this.listed
      ? []
      : this.#options.filter(
          (option) => !option.targets.some((target) => this.isDrawn(target) || this.isElsewhere(target)),
        ),
  )

  #missing(option: Option): Target[] {
    const bag = count(this.picked.map(canonical))
    return option.targets.filter((target) => {
      const n = bag.get(target) ?? 0
      if (n) bag.set(target, n - 1)
      return n === 0
    })
  }

  isElsewhere(target: Target): boolean {
    return this.elsewhere.some((prefix) => target.startsWith(prefix))
  }

  isDrawn(target: Target): boolean {
    return this.#drawing >= 0 && this.#drawn.has(target)
  }

  /** A piece has been drawn; the answer says that it is gone. */
  register(piece: string): () => void {
    const target = canonical(piece)
    this.#redraw(target, 1)
    return () => this.#redraw(target, -1)
  }

  #redraw(target: Target, by: number): void {
    const n = (this.#drawn.get(target) ?? 0) + by
    if (n > 0) this.#drawn.set(target, n)
    else this.#drawn.delete(target)
    // Pieces come and go many at a time, inside effects: what depends on them is told once, afterwards.
    if (!this.#told) queueMicrotask(() => ((this.#told = false), this.#drawing++))
    this.#told = true
  }
  #told = false

  isPicked(piece: string): boolean {
    return this.#picks.some((pick) => pick.piece === piece)
  }

  /** Ways in which a tap joins what is picked: all of it, what was tapped, the first of it. */
  #joins(piece: string): string[][] {
    if (!this.#picks.length) return [[piece]]
    const manual = this.#manual()
    return [
      [...this.picked, piece],
      [...manual, piece],
      [...manual.slice(0, 1), piece],
    ]
  }

  /** Does the piece go with what is picked? */
  fits(piece: string): boolean {
    return this.#open(piece).length > 0
  }

  /** Does some option begin with the piece? */
  #begins(piece: string): boolean {
    const target = canonical(piece)
    return this.#naming.get(target)?.some((option) => option.targets[0] === target) ?? false
  }

  /** May the piece be picked next, or begin another option? */
  isLegal(piece: string): boolean {
    return this.fits(piece) || this.#begins(piece)
  }

  /** `dims`: what does not go with the picks is dimmed, even if no refusal says why (cards of a hand). */
  stateOf(piece: string, dims = false): PieceState {
    if (!this.active) return 'rest'
    if (this.isPicked(piece)) return 'selected'
    if (this.isLegal(piece)) return this.#isRisky(piece) ? 'risky' : this.fits(piece) ? 'legal' : 'other'
    return this.reason(piece) || this.#isNamed(piece) || (dims && this.#picks.length) ? 'dimmed' : 'rest'
  }

  #isNamed(piece: string): boolean {
    return this.#naming.has(canonical(piece))
  }

  #isRisky(piece: string): boolean {
    const joined = this.#open(piece)
    const open = joined.length ? joined : this.#consistent([piece])
    return open.length > 0 && open.every((option) => option.risk)
  }

  /** Why a piece cannot be picked: the refusal that fits what is picked already comes first. */
  reason(piece: string): Refusal | null {
    const target = canonical(piece)
    const fitting = this.#because.get(target)
    if (!fitting) return null
    const picked = new Set(this.picked.map(canonical))
    const exact = fitting.find((refusal) => refusal.targets.every((other) => other === target || picked.has(other)))
    return (
      exact ??
      (fitting.length === 1 ? (fitting[0] ?? null) : (fitting.find((refusal) => refusal.targets.length === 1) ?? null))
    )
  }

  #manual(): string[] {
    return this.#picks.filter((pick) => !pick.auto).map((pick) => pick.piece)
  }

  /** Picks a piece, or lets go of it. False: it cannot be picked. */
  pick(piece: string): boolean {
    this.#forced = null
    if (this.isPicked(piece)) return this.#drop(piece)
    const found = [...this.#joins(piece), [piece]].find((pieces) => this.#consistent(pieces).length)
    if (!found) return false
    const auto = new Set(this.#picks.filter((pick) => pick.auto).map((pick) => pick.piece))
    const before = this.chosen
    this.#picks = found.map((one) => ({ piece: one, auto: auto.has(one) }))
    const guessed = this.#completePicks(before)
    const option = this.chosen
    if (option && this.candidates.length === 1) this.onready(option, guessed)
    return true
  }

  /** Letting go of the first pick clears all; of another one, only that. */
  #drop(piece: string): boolean {
    if (this.#picks[0]?.piece === piece) this.clear()
    else this.#picks = this.#picks.filter((pick) => pick.piece !== piece).map((pick) => ({ ...pick, auto: false }))
    return true
  }

  /**
   * Where one option is left, is preferred, or is nearest to the one before, the rest is picked by the page. True:
   * it was a guess.
   */
  #completePicks(before: Option | null): boolean {
    const open = this.candidates
    if (open.length === 1 && open[0]) {
      this.#fill(open[0])
      return false
    }
    const guess =
      open.find((option) => option.preferred) ??
      this.#nearest(open, before) ??
      (this.#onlyModified(open) ? open[0] : undefined)
    if (!guess || this.complete.length) return false
    this.#fill(guess)
    return true
  }

  /** The option that keeps most of what was chosen before: another building site, but the same turn of the tile. */
  #nearest(open: readonly Option[], before: Option | null): Option | undefined {
    const kept = (option: Option): number =>
      this.#missing(option).filter((target) => before?.targets.includes(target)).length
    const nearest = [...open].sort((a, b) => kept(b) - kept(a))[0]
    return nearest && kept(nearest) ? nearest : undefined
  }

  /** Do the open options differ in modifiers only? What all of them still need is no choice. */
  #onlyModified(open: readonly Option[]): boolean {
    const missing = open.map((option) => this.#missing(option))
    const shared = (target: Target): boolean => missing.every((targets) => targets.includes(target))
    return missing.every((targets) => targets.every((target) => this.#isModifier(target) || shared(target)))
  }

  #isModifier(target: Target): boolean {
    return this.modifiers.some((prefix) => target.startsWith(`${prefix}:`))
  }

  #fill(option: Option): void {
    const have = new Set(this.picked)
    const added: Pick[] = []
    for (const target of this.#missing(option)) {
      let copy = 0
      while (have.has(copyId(target, copy))) copy++
      have.add(copyId(target, copy))
      added.push({ piece: copyId(target, copy), auto: true })
    }
    this.#picks = [...this.#picks, ...added]
  }

  /** The next variation of what is chosen: another turn of the tile. */
  vary(by = 1): void {
    const chosen = this.chosen
    if (!chosen) return
    const fixed = chosen.targets.filter((target) => !this.#isModifier(target))
    const family = this.#options.filter(
      (option) => within(count(fixed), count(option.targets)) && option.targets.length === chosen.targets.length,
    )
    const next = family[(family.indexOf(chosen) + by + family.length) % family.length]
    if (next) this.choose(next)
  }

  get varies(): boolean {
    return this.chosen?.targets.some((target) => this.#isModifier(target)) ?? false
  }

  /** Takes an option as a whole: from a button, from typed notation, from a hint. */
  choose(option: Option): void {
    this.#picks = []
    this.#fill(option)
    this.#forced = option
  }

  /** Chooses one of several ways, or a loose option; a step goes out at once. */
  take(option: Option): void {
    this.choose(option)
    this.onready(option, false)
  }

  /** After the next offer, pick this piece if it can be: a tile tapped in a space where the pawn goes first. */
  wishFor(piece: string): void {
    this.#wish = piece
  }

  clear(): void {
    this.#picks = []
    this.#forced = null
  }

  /** May the piece be dragged: does some option name it together with something else, or alone? */
  canDrag(piece: string): boolean {
    return this.active && this.isLegal(piece)
  }
}
