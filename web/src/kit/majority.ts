/** A matrix before and after a choice. Who leads is the server's word, not reckoned here. */
import type { Majority } from '../net/protocol'

export type Standing = 'alone' | 'tied' | 'behind'

export interface Cell {
  was: number
  will: number
  standing: Standing
}

export interface Row {
  kind: string
  values: Cell[]
  pays: number[] | undefined
  /** By how many the sole leader is ahead of the next; 0 when nobody leads alone. */
  lead: number
}

export function standing(row: Majority, column: number): Standing {
  const leaders = row.leaders ?? []
  if (!leaders.includes(column)) return 'behind'
  return leaders.length === 1 ? 'alone' : 'tied'
}

export function lead(row: Majority): number {
  const [leader, ...others] = row.leaders ?? []
  if (leader === undefined || others.length) return 0
  return (row.counts[leader] ?? 0) - Math.max(0, ...row.counts.filter((_, column) => column !== leader))
}

export function compare(rows: readonly Majority[], preview: readonly Majority[] = []): Row[] {
  return rows.map((row) => {
    const next = preview.find((other) => other.kind === row.kind) ?? row
    return {
      kind: row.kind,
      pays: row.pays,
      lead: lead(next),
      values: row.counts.map((was, column) => ({
        was,
        will: next.counts[column] ?? was,
        standing: standing(next, column),
      })),
    }
  })
}
