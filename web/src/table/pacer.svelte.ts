/**
 * At what pace the moves of others are shown. The server never waits: positions that come faster than one wants to see
 * them are held back in this browser, one after the other, and can be skipped.
 */
import type { FromServer } from '../net/protocol'
import type { TableModel } from './model.svelte'

type Told = Extract<FromServer, { type: 'view' | 'over' | 'table' }>

/** Milliseconds: after a decision, and after a moment that is worth a pause. */
export interface Tempo {
  move: number
  moment: number
}
export const AT_ONCE: Tempo = { move: 0, moment: 0 }

export class Pacer {
  /** What has come and is not yet shown. */
  #held = $state.raw<Told[]>([])
  /** Everything is shown as it comes, until the viewer is asked. */
  skipping = $state(false)
  /** The wishes of whoever looks. */
  tempo: () => Tempo = () => AT_ONCE
  #timer: ReturnType<typeof setTimeout> | undefined
  #resting = false

  constructor(readonly model: TableModel) {}

  /** How far the table is ahead of what is shown. */
  readonly behind: number = $derived(this.#held.length)

  hear(message: FromServer): void {
    if (message.type === 'welcome' || message.type === 'refused') this.flush()
    if (!this.#isHeld(message)) this.model.receive(message)
    else {
      this.#held = [...this.#held, message]
      if (message.type === 'view' && this.#isBack(message)) this.flush()
      else this.#go()
    }
  }

  /** Positions come one after the other; that the game is over is no news before its last move. */
  #isHeld(message: FromServer): message is Told {
    if (message.type === 'table') return message.table.state === 'over' && this.#held.length > 0
    return message.type === 'view' || message.type === 'over'
  }

  /** Somebody took a decision back: nothing of what lies ahead of it is worth showing. */
  #isBack(message: Extract<Told, { type: 'view' }>): boolean {
    return message.view.ply <= (this.model.view?.ply ?? -1)
  }

  #go(): void {
    while (this.#held.length && !this.#resting) {
      const [next, ...rest] = this.#held as [Told, ...Told[]]
      this.#held = rest
      this.model.receive(next)
      this.#rest(next)
    }
    if (this.model.yourTurn || this.model.over) this.skipping = false
  }

  #rest(shown: Told): void {
    const pause = this.#pauseAfter(shown)
    if (pause <= 0) return
    this.#resting = true
    this.#timer = setTimeout(() => {
      this.#resting = false
      this.#go()
    }, pause)
  }

  #pauseAfter(shown: Told): number {
    if (this.skipping || shown.type !== 'view' || globalThis.document?.hidden) return 0
    const { move, moment } = this.tempo()
    if (shown.log.some((event) => event.stops)) return moment
    return shown.log.some((event) => event.decided) ? move : 0
  }

  /** All that has come is shown now. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#resting = false
    const held = this.#held
    this.#held = []
    for (const message of held) this.model.receive(message)
  }

  /** Nothing is waited for until the viewer is asked. */
  skip(): void {
    this.skipping = true
    this.flush()
    if (this.model.yourTurn || this.model.over) this.skipping = false
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
