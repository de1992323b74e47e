/** Scorings as a show: the table stops at a card that tells a scoring row by row; nobody else waits for it. */
import type { Event, Tally, TallyRow } from '../net/protocol'
import { type Decided, decidedBy } from './decided'
import { settings } from './settings.svelte'
import type { TableModel } from '../table/model.svelte'

const ROW_MS = 900
/** A row in which the viewer gains is looked at a little longer. */
const OWN_MS = 400

export interface Shown {
  event: Event
  tally: Tally
  /** Seen again from the log: complete, and not followed by others. */
  again: boolean
}

export class Tallies {
  #queue = $state.raw<Shown[]>([])
  /** How many rows of the first card are counted. */
  counted = $state(0)
  #seen = -1

  /** A table that a game makes from its log, for an event that carries none. */
  made: (log: readonly Event[], event: Event, seats: number) => Tally | null = () => null

  /** With which keys a game tells what comes right before a scoring and belongs to it. */
  preludes: RegExp | null = null
  prelude(event: Event): Event[] {
    return this.model.log.filter(({ ply, key }) => ply === event.ply && this.preludes?.test(key))
  }

  constructor(readonly model: TableModel) {}

  /** The table of a scoring that an event tells of. */
  of(event: Event): Tally | null {
    return event.tally ?? this.made(this.model.log, event, this.model.info?.seats.length ?? 0)
  }

  readonly current: Shown | null = $derived(this.#queue[0] ?? null)
  readonly running: boolean = $derived(this.current !== null && this.counted < this.current.tally.rows.length)
  readonly row: TallyRow | null = $derived(this.running ? (this.current?.tally.rows[this.counted] ?? null) : null)

  /** How the game was won, once all of it is told; whoever has left is ranked by that, not by points. */
  readonly decided: Decided | null = $derived.by(() => {
    const { over, info, log } = this.model
    const seats = info?.seats ?? []
    if (!over || (this.running && !this.current?.again) || seats.some((seat) => seat.left)) return null
    const last = log.findLast((event) => this.of(event)?.final)
    const tally = last && this.of(last)
    return tally ? decidedBy(tally, seats.length) : null
  })

  /** What a column has with the rows counted so far. */
  total(column: number): number {
    const tally = this.current?.tally
    if (!tally) return 0
    return (tally.before[column] ?? 0) + this.gain(column)
  }

  gain(column: number): number {
    const rows = this.current?.tally.rows.slice(0, this.counted) ?? []
    return rows.reduce((sum, row) => sum + (row.cells[column]?.points ?? 0), 0)
  }

  /** The log does not run ahead of the show. */
  told(log: Event[]): Event[] {
    const current = this.current
    if (!current || current.again || !this.running) return log
    const heading = log.indexOf(current.event)
    return heading < 0 ? log : log.slice(0, heading + 1)
  }

  /** What the server has told since: every scoring of it is shown in turn. */
  follow(log: Event[], ply: number): void {
    const from = this.#seen
    this.#seen = ply
    if (from < 0 || settings.choices.shows === 'off') return
    const fresh = log
      .filter((event) => event.ply >= from)
      .flatMap((event) => {
        const tally = this.of(event)
        return tally ? [{ event, tally, again: false }] : []
      })
    if (fresh.length) this.#push(fresh)
  }

  /** One that was told is seen once more, complete; what was under way is told again after it. */
  again(event: Event): void {
    const tally = this.of(event)
    if (!tally) return
    this.#queue = [{ event, tally, again: true }, ...this.#queue.filter((shown) => !shown.again)]
    this.counted = tally.rows.length
  }

  #push(shown: Shown[]): void {
    const begins = this.#queue.length === 0
    this.#queue = [...this.#queue, ...shown]
    if (begins) this.#begin()
  }

  #begin(): void {
    this.counted = settings.motion === 'off' ? (this.current?.tally.rows.length ?? 0) : 0
  }

  /** How long the next row is looked at. */
  get pace(): number {
    const column = this.model.viewer ?? -1
    const own = this.row?.cells[column]?.points ? OWN_MS : 0
    return (ROW_MS + own) / (settings.choices.shows === 'quick' || settings.motion === 'fast' ? 2 : 1)
  }

  count(): void {
    if (this.running) this.counted += 1
  }

  showAll(): void {
    this.counted = this.current?.tally.rows.length ?? 0
  }

  /** On to the next scoring, or back to the table. */
  leave(): void {
    this.#queue = this.#queue.slice(1)
    this.#begin()
  }

  /** One press: all of it at once, then on. */
  next(): void {
    if (this.running) this.showAll()
    else this.leave()
  }
}
