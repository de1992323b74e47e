/**
 * A guided first game, without a socket: the server keeps nothing of it. What the learner has done, step by step, is
 * kept in this browser and sent with every request, so a lesson can be left and taken up again anywhere.
 */
import { api, Refused } from '../net/api'
import {
  type Learning,
  type LessonAnswer,
  type LessonView,
  type Phrase,
  PROTOCOL,
  type ToServer,
} from '../net/protocol'
import { TableModel } from './model.svelte'

type Kept = Required<Pick<Learning, 'done' | 'now'>> & { rules_version: number }

const keyOf = (game: string): string => `bastide.lesson.${game}`

/** What is kept of a lesson in this browser; null when it was never begun. */
export function keptLesson(game: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(game)) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/** The game whose lesson was begun last and is not over. */
const UNDER_WAY = 'bastide.learning'
export const gameUnderWay = (): string | null => localStorage.getItem(UNDER_WAY)

export class Lesson {
  readonly model = new TableModel((message) => this.#hear(message))
  state = $state.raw<LessonView | null>(null)
  /** What is said to a move that was not waited for. */
  answer = $state.raw<LessonAnswer | null>(null)
  /** Why there is no lesson, or why it began again. */
  refused = $state.raw<Phrase | null>(null)
  /** The server could not be asked. */
  lost = $state(false)

  readonly step = $derived(this.state?.step ?? null)
  readonly over = $derived(this.state !== null && this.state.step === null)
  /** The step waits for a move. */
  readonly waits = $derived((this.step?.row.length ?? 0) > 0)

  constructor(
    readonly game: string,
    readonly name: () => string,
  ) {}

  /** Takes up what was left; a lesson that has changed since begins again, and says so. */
  async open(): Promise<void> {
    const kept = keptLesson(this.game)
    await this.#ask(kept ?? {})
    if (!this.state && this.refused && kept) {
      const why = this.refused
      localStorage.removeItem(keyOf(this.game))
      await this.#ask({})
      if (this.state) this.refused = why
    }
  }

  async restart(): Promise<void> {
    localStorage.removeItem(keyOf(this.game))
    await this.#ask({})
  }

  /** The step was read, or is played by the page. */
  readOn(): Promise<void> {
    return this.#ask({ ...this.#place(), tried: this.step?.row ?? [] })
  }

  /** To the step before, or out of what was begun in this one. */
  back(): Promise<void> {
    const { done, now } = this.#place()
    return this.#ask({ done: now.length ? done : done.slice(0, -1), now: [] })
  }

  #hear(message: ToServer): void {
    if (message.type === 'act') void this.#ask({ ...this.#place(), tried: message.actions ?? [] })
    else if (message.type === 'why') this.#explain()
    else if (message.type === 'undo' || message.type === 'restart') void this.back()
  }

  /** Why what is not offered cannot be chosen came with the position. */
  #explain(): void {
    if (this.state) this.model.receive({ type: 'why', ply: this.state.view.ply, refusals: this.state.refusals })
  }

  #place(): { done: number[][]; now: number[] } {
    return { done: this.state?.done ?? [], now: this.state?.now ?? [] }
  }

  /**
   * One question at a time: a press before the answer is there would be about a step that is no more, and its answer
   * would undo what was picked in the next.
   */
  async #ask(learning: Learning): Promise<void> {
    if (this.#asking) return
    this.#asking = true
    try {
      this.#show(await api.learn(this.game, learning))
      this.lost = false
    } catch (error) {
      if (error instanceof Refused && error.label) this.refused = error.label
      else this.lost = true
    } finally {
      this.#asking = false
    }
  }
  #asking = false

  #show(state: LessonView): void {
    const { table, view, log } = state
    const first = this.state === null
    const from = first ? 0 : Math.min(this.model.view?.ply ?? 0, view.ply)
    this.state = state
    this.answer = state.answer ?? null
    this.refused = null
    const seats = table.seats.map((seat) => (seat.seat === view.viewer ? { ...seat, name: this.name() } : seat))
    const named = { ...table, seats }
    const fresh = log.filter((event) => event.ply >= from)
    if (first) {
      const { viewer } = view
      const sat = { viewer, seats: [viewer ?? 0], host: false, chat: [], muted: [], from }
      this.model.receive({ type: 'welcome', protocol: PROTOCOL, table: named, view, log: fresh, ...sat })
    } else {
      this.model.receive({ type: 'table', table: named })
      this.model.receive({ type: 'view', view, from, log: fresh })
    }
    const kept: Kept = { rules_version: state.rules_version, done: state.done, now: state.now }
    localStorage.setItem(keyOf(this.game), JSON.stringify(kept))
    if (state.step) localStorage.setItem(UNDER_WAY, this.game)
    else if (gameUnderWay() === this.game) localStorage.removeItem(UNDER_WAY)
  }
}
