/** Where things stand in a reviewed game: seats by place, scorings along the curve, the decision to open at. */
import { addressOf } from '../net/address'
import type { Event, Result, Seat, TableInfo } from '../net/protocol'
import type { Drawing, Review } from './figures'

/** The address of a position: what came before a branch lies in the game that it left. */
export function replayAt({ id, branch }: TableInfo, ply: number): string {
  return branch && ply < 0
    ? addressOf({ page: 'replay', id: branch.table, ply: branch.ply + ply })
    : addressOf({ page: 'replay', id, ply })
}

/** Seats by their places, the winner first. */
export function seatOrder(result: Result | null): number[] {
  const { columns = [], places = [] } = result?.scores ?? {}
  const seats = columns.flatMap(({ seat }, i) => (seat === null ? [] : [{ seat, place: places[i] ?? 99 }]))
  return seats.sort((a, b) => a.place - b.place || a.seat - b.seat).map(({ seat }) => seat)
}

/** How many of the things that were drawn at once are named. */
const NAMED = 2

/** What the log tells of a draw: the cards that came, but not what was scored then. */
export function toldOf(draw: Drawing, log: readonly Event[], say: (event: Event) => string): string {
  const told = log.filter(
    ({ ply, decided, gains, tally }) =>
      ply >= draw.first && ply <= draw.last && !decided && !tally && !(gains?.length ?? 0),
  )
  return told.slice(0, NAMED).map(say).join(', ')
}

/** Scorings by the number of decisions before them. */
export function scoringsOf(review: Review, log: readonly Event[]): { at: number; mark: string }[] {
  return log.flatMap((event) =>
    event.tally ? [{ at: review.decisions.filter((one) => one.ply < event.ply).length, mark: event.tally.mark }] : [],
  )
}

/** Where a review opens: at what turned it by the viewer's own hand, or by anybody's, or at the first decision. */
export function startOf(review: Review, viewer: Seat | null): number {
  const turns = review.turning.filter((turn) => turn.kind === 'decision')
  return (turns.find((turn) => turn.seat === viewer) ?? turns[0])?.number ?? 1
}
