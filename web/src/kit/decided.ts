/** How a game was won, read off the table of its last scoring. */
import type { Phrase, Tally } from '../net/protocol'
import { t, words } from '../words/catalogue.svelte'

/** What put the winner ahead of the second: a row of the table, or what came before it (null). */
interface Cause {
  label: Phrase | null
  points: number
}
export interface Decided {
  second: number
  lead: number
  by: Cause[]
}
const MOST_CAUSES = 3

/** Who came second, by how much, and what made the difference; null where points alone did not decide. */
export function decidedBy(tally: Tally, seats: number): Decided | null {
  const pointsIn = (row: Tally['rows'][number], seat: number): number => row.cells[seat]?.points ?? 0
  const totals = tally.before
    .slice(0, seats)
    .map((before, seat) => ({ seat, total: tally.rows.reduce((sum, row) => sum + pointsIn(row, seat), before) }))
  const [first, second] = totals.sort((a, b) => b.total - a.total)
  if (!tally.final || !first || !second || first.total === second.total) return null
  const causes: Cause[] = [
    { label: null, points: (tally.before[first.seat] ?? 0) - (tally.before[second.seat] ?? 0) },
    ...tally.rows.map((row) => ({ label: row.label, points: pointsIn(row, first.seat) - pointsIn(row, second.seat) })),
  ]
  const by = causes.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points)
  return { second: second.seat, lead: first.total - second.total, by: by.slice(0, MOST_CAUSES) }
}

/** What made the difference, in words. */
export function difference(decided: Decided, speaker: { say(phrase: Phrase): string }): string {
  const by = decided.by.map(
    ({ label, points }) => `${label ? speaker.say(label) : t('page.tally.before')} ${words.signed(points)}`,
  )
  return t('page.tally.difference', { by: by.join(', ') })
}
