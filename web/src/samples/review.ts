/** A sample review: made of a few figures, and adding up like a real one. */
import type { Phrase } from '../net/protocol'
import type { Decision, Review } from '../review/figures'

interface Sketch {
  ply: number
  seat: number
  loss: number
  grade: string
}

const label = (n: number): Phrase => ({ key: 'review.decision', values: { number: n } })

/** A game of two seats: one gives away what the other gets, and a draw takes half of it back. */
export function sampleReview(sketches: readonly Sketch[] = SKETCHES): Review {
  let share = 500_000
  const decisions = sketches.map(({ ply, seat, loss, grade }, i): Decision => {
    const sign = seat === 0 ? -1 : 1
    const before = [share, 1_000_000 - share]
    const after = [share + sign * loss, 1_000_000 - share - sign * loss]
    const luck = i === 2 ? 30_000 : 0
    share += sign * loss + luck
    const played = { action: 1, text: `m${i}`, label: label(i + 1), targets: [`yard:${i}`], shares: after }
    return {
      number: i + 1,
      ply,
      seat,
      before,
      played,
      better: loss ? { ...played, action: 2, targets: [`open:${i}`], shares: before } : null,
      loss,
      error: 15_000,
      grade,
      change: [sign * loss, -sign * loss],
      luck: [luck, -luck],
      unseen: [0, 0],
      reasons: [{ key: 'bots.hint.more.3', values: { term: '@alhambra.title' } }],
      line: loss ? [{ seat: 1 - seat, label: label(9) }] : [],
    }
  })
  const gave = [0, 1].map((seat) => sketches.reduce((sum, one) => sum + (one.seat === seat ? one.loss : 0), 0))
  const result = [share, 1_000_000 - share]
  const rows = [0, 1].map((seat) => {
    const [mine = 0, theirs = 0] = seat ? [gave[1], gave[0]] : gave
    const luck = seat ? -30_000 : 30_000
    return {
      seat,
      start: 500_000,
      got: theirs,
      gave: mine,
      luck,
      unseen: 0,
      result: result[seat] ?? 0,
      shown: [
        500,
        theirs / 1000,
        mine / 1000,
        luck / 1000,
        0,
        (result[seat] ?? 0) / 1000,
      ] as Review['ledger'][number]['shown'],
      tally: { keystone: 0, sound: 1, detour: 1, costly: 1 },
    }
  })
  return {
    format: 'bastide-review/1',
    game: 'alhambra',
    rules_version: 1,
    seats: 2,
    judge: 'sample',
    refined: 0,
    start: [500_000, 500_000],
    start_error: 0,
    decisions,
    draws: [{ after: 3, first: 9, last: 9, change: [30_000, -30_000], error: 0, exact: true }],
    result,
    ledger: rows,
    border: 20_000,
    turning: [
      { kind: 'decision', number: 2, seat: 1, change: -90_000 },
      { kind: 'draw', number: 3, seat: 0, change: 30_000 },
    ],
    luckiest: [0, null],
    unluckiest: [null, 0],
    band: 30_000,
  }
}

const SKETCHES: readonly Sketch[] = [
  { ply: 4, seat: 0, loss: 0, grade: 'sound' },
  { ply: 6, seat: 1, loss: 90_000, grade: 'costly' },
  { ply: 8, seat: 0, loss: 40_000, grade: 'detour' },
  { ply: 10, seat: 1, loss: 4_000, grade: 'sound' },
]
