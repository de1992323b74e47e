/** What the pieces of one table share: the model, the chooser, the reason bubble, the open sheet. */
import { createContext, untrack } from 'svelte'
import { settings } from './settings.svelte'
import type { TableModel } from '../table/model.svelte'
import type { Pacer } from '../table/pacer.svelte'
import type { Event, View } from '../net/protocol'
import { Chooser, type Option } from './chooser.svelte'
import type { Coach } from './coach.svelte'
import { Tallies } from './tallies.svelte'

/** What the reason bubble says, and beside what. */
export interface Remark {
  anchor: Element
  text: string
  clause?: string | undefined
  /** The pieces of a refusal, by which it can be contested. */
  targets?: readonly string[]
}

/** A ruling that somebody may contest. */
export interface Contested {
  kind: 'refusal' | 'scoring'
  ply: number
  clause: string
  targets: string[]
}

/** Of `visiting`: a hand that nobody plays, and that has no seat. */
export const DUMMY = -1

export class Desk {
  readonly chooser: Chooser
  /** Scorings that are told as a show. */
  readonly tallies: Tallies
  /** Tells a newcomer one thing at a time, at a table that is played. */
  coach = $state.raw<Coach | null>(null)
  /** A lesson is taught here: there is nobody to talk to, and no bot to ask. */
  guided = $state(false)
  /** What stands at rest in the confirm bar: why a lesson asks for what it asks for. */
  note = $state('')
  /** The pieces that a lesson waits for. */
  expected = $state.raw<readonly string[]>([])
  /** What the step of a lesson speaks of. */
  marked = $state.raw<readonly string[]>([])
  /** A zone that a small screen keeps in a sheet comes to the table while a lesson speaks of it. */
  speaksOf(tip: string): boolean {
    return this.marked.includes(`tip:${tip}`)
  }
  remark = $state.raw<Remark | null>(null)
  /** What a screen reader is to be told now, beside what happens at the table: an answer that was asked for. */
  spoken = $state.raw<{ text: string } | null>(null)
  /** The sheet, drawer or dialogue that is open. */
  panel = $state<string | null>(null)
  /** The clause at which the rules are opened. */
  clause = $state<string | null>(null)
  /** The ruling that is contested. */
  contested = $state.raw<Contested | null>(null)
  /** Whose board is enlarged: a seat, or DUMMY. */
  visiting = $state<number | null>(null)
  /** Whose points are explained while the panel is `score`. */
  #explained = $state<number | null>(null)
  /** The column of the score table that is explained; -1 for none. */
  readonly scoreColumn: number = $derived.by(() => {
    if (this.panel !== 'score') return -1
    return this.model.shown?.scores.columns.findIndex((column) => column.seat === this.#explained) ?? -1
  })

  /** With which events a moment begins that is worth a pause. */
  begins: RegExp | null = null
  /** What just happened, where it is worth a pause: from the event it began with to the one that ends it. */
  readonly moment: Event[] = $derived.by(() => {
    const { fresh, log, live } = this.model
    const stop = live && settings.choices.shows !== 'off' ? fresh.findLast((event) => event.stops) : undefined
    if (!stop || !this.begins) return []
    const upto = log.slice(0, log.findLastIndex((event) => event.ply === stop.ply) + 1)
    const from = upto.findLastIndex((event) => this.begins?.test(event.key) && event.depth === 0)
    return from < 0 ? [] : upto.slice(from).filter((event) => (event.seat ?? -1) >= 0 || event.depth > 0)
  })

  /** How many places of the table show what stands beside the board: without one it lies at its foot. */
  sides = $state(0)
  /** A place of the table shows what stands beside the board, until the answer is called. */
  makeRoom(): () => void {
    const change = (by: number): void => untrack(() => void (this.sides += by))
    change(1)
    return () => change(-1)
  }
  /** What stands beside the board instead of the log: it covers no piece. */
  readonly beside: 'hint' | 'since' | null = $derived(
    this.panel === 'hint' || this.panel === 'since' ? this.panel : null,
  )
  /** Others play, bots among them: one may hurry or skip what is shown of it. */
  readonly waits: boolean = $derived.by(() => {
    const { live, over, yourTurn, info } = this.model
    const bots = info?.seats.some((seat) => seat.kind === 'bot' || seat.stand_in) ?? false
    return this.pacer !== null && live && !over && !yourTurn && bots
  })

  /** Shows an earlier position: where the table stands, or another address where there is one per ply. */
  goTo: (ply: number) => void = (ply) => this.model.travel(ply)

  constructor(
    readonly model: TableModel,
    modifiers: readonly string[] = [],
    /** Shows the moves of others one by one, where the table is played and not only looked at. */
    readonly pacer: Pacer | null = null,
  ) {
    this.chooser = new Chooser(modifiers)
    this.tallies = new Tallies(model)
    this.chooser.onready = (option, guessed) => this.#ready(option, guessed)
  }

  /** Enlarges the board of a seat; null: of a hand that nobody plays. */
  visit(seat: number | null): void {
    this.visiting = seat ?? DUMMY
  }

  /** Says where the points of a seat come from; null: of a hand that nobody plays. */
  explainPoints(seat: number | null): void {
    this.#explained = seat
    this.panel = 'score'
  }

  /** Steps go out on tap; so does everything that is certain, unless the reader wants to be asked first. */
  #ready(option: Option, guessed: boolean): void {
    const careless = settings.choices.confirm !== 'on' && !guessed && !option.risk && !option.reveals
    if (!option.commits || careless) this.send(option)
  }

  /**
   * A position is answered once: a second press before the server has spoken is not a second move, unless the first
   * was refused.
   */
  send(option: Option): void {
    this.remark = null
    this.coach?.learn()
    if (this.#answered === this.model.view && !this.model.refused) return
    this.#answered = this.model.view
    this.model.refused = null
    this.model.act(option.actions)
  }
  #answered: View | null = null

  confirm(): void {
    const { chosen } = this.chooser
    if (chosen) this.send(chosen)
    else if (this.model.view?.turn.done) this.model.commit()
  }

  /** By keyboard: the primary button is next, and one step back leads to the piece again. */
  awaitConfirm(piece: HTMLElement): void {
    this.#from = piece
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-primary]')?.focus())
  }
  #from: HTMLElement | null = null

  /** One step back: the bubble, the sheet, the picks, then the last decision. */
  back(): void {
    if (this.remark) this.remark = null
    else if (this.panel) this.panel = null
    else if (this.tallies.current) this.tallies.next()
    else if (this.chooser.picked.length || this.chooser.chosen) {
      this.chooser.clear()
      if (this.#from?.isConnected) this.#from.focus()
      this.#from = null
    } else if (this.model.view?.turn.undo) this.model.undo()
    else this.#tellWhyItStands()
  }

  #tellWhyItStands(): void {
    const { view, yourTurn } = this.model
    const button = document.querySelector('[data-undo]')
    if (button && yourTurn && view?.turn.no_undo) this.tell(button, this.model.say(view.turn.no_undo))
  }

  /** Why a piece cannot be chosen now. */
  explain(anchor: Element, piece: string, fact = ''): boolean {
    const refusal = this.chooser.reason(piece)
    if (!refusal) return false
    this.keep()
    this.remark = {
      anchor,
      text: [fact, this.model.say(refusal.label)].filter(Boolean).join(' '),
      clause: refusal.clause,
      targets: refusal.targets,
    }
    return true
  }

  /** "This is wrong?" asks what was expected. */
  contest(what: Contested): void {
    this.remark = null
    this.contested = what
    this.panel = 'contest'
  }

  /** What a piece is, where there is more to say than its drawing shows. */
  tell(anchor: Element, text: string): void {
    this.keep()
    this.remark = { anchor, text }
  }

  speak(text: string): void {
    this.spoken = { text }
  }

  hush(anchor?: Element): void {
    this.keep()
    if (!anchor || this.remark?.anchor === anchor) this.remark = null
  }

  /** The pointer has left the piece: there is time to reach the bubble and its clause. */
  hushSoon(anchor: Element): void {
    this.keep()
    this.#hushing = setTimeout(() => this.hush(anchor), 350)
  }
  #hushing: ReturnType<typeof setTimeout> | undefined

  keep(): void {
    clearTimeout(this.#hushing)
  }

  openRules(clause?: string | null): void {
    this.clause = clause ?? this.remark?.clause ?? this.model.shown?.prompt.clause ?? null
    this.panel = 'rules'
  }

  toggle(panel: string): void {
    this.panel = this.panel === panel ? null : panel
  }
}

const [getDesk, setDesk] = createContext<Desk>()
export { getDesk, setDesk }
