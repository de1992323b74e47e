/** How a game was won, in a few sentences: what made the points, what turned it, and whether it was luck. */
import type { ScoreTable } from '../net/protocol'
import { capital, words } from '../words/catalogue.svelte'
import { points, type Review, type TurningPoint } from './figures'
import { r } from './words'

/** The source by which a column leads the best of the others most. */
export function leadOf(scores: ScoreTable, column: number): { source: string; points: number; lead: number } | null {
  const rows = scores.rows.map((row) => {
    const others = row.points.filter((_, other) => other !== column)
    return {
      source: row.source,
      points: row.points[column] ?? 0,
      lead: (row.points[column] ?? 0) - Math.max(...others),
    }
  })
  const [first] = rows.sort((a, b) => b.lead - a.lead || b.points - a.points)
  return first && first.lead > 0 ? first : null
}

/** The turning point that helped a seat most: a draw for it, or what another gave away. */
export function turnFor(review: Review, seat: number): TurningPoint | null {
  const gain = (turn: TurningPoint): number => (turn.seat === seat ? turn.change : -turn.change)
  const [first] = review.turning.filter((turn) => gain(turn) > 0).sort((a, b) => gain(b) - gain(a))
  return first ?? null
}

/** Whether decisions or luck did more for a seat, as far as the border between them is known. */
export function shareOf(
  review: Review,
  seat: number,
): { word: 'decisions' | 'luck' | 'both'; decided: number; luck: number } {
  const { got = 0, gave = 0, luck = 0 } = review.ledger[seat] ?? {}
  const decided = got - gave
  const clear = Math.abs(decided - luck) > review.border
  return { word: !clear ? 'both' : decided > luck ? 'decisions' : 'luck', decided, luck }
}

function sayTurn(turn: TurningPoint, review: Review, names: readonly string[]): string {
  const [name, change, number] = [names[turn.seat] ?? '', points(turn.change, true), turn.number]
  if (turn.kind === 'draw') return r(number === 0 ? 'review.won.deal' : 'review.won.draw', { name, change, number })
  const decision = review.decisions[number - 1]
  return r('review.won.decision', {
    name,
    change,
    number,
    what: decision ? words.say(decision.played.label, names) : '',
  })
}

/** The sentences; where several won, or nothing is clear, fewer. */
export function howWon(scores: ScoreTable, review: Review | null, names: readonly string[]): string[] {
  const winners = scores.columns.flatMap(({ seat }, i) =>
    seat !== null && scores.places[i] === 1 ? [{ seat, i }] : [],
  )
  const [winner] = winners
  if (!winner || winners.length > 1) return []
  const told: string[] = []
  const lead = leadOf(scores, winner.i)
  if (lead) told.push(r('review.won.source', { ...lead, source: capital(words.text(lead.source)) }))
  const turn = review ? turnFor(review, winner.seat) : null
  if (review && turn) told.push(sayTurn(turn, review, names))
  if (review) {
    const { word, decided, luck } = shareOf(review, winner.seat)
    const [decisions, drawn] = [points(decided, true), points(luck, true)]
    told.push(r(`review.won.${word}`, { name: names[winner.seat] ?? '', decisions, luck: drawn }))
  }
  return told
}
