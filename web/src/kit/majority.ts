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
}

export function standing(row: Majority, column: number): Standing {
  const leaders = row.leaders ?? []
  if (!leaders.includes(column)) return 'behind'
  return leaders.length === 1 ? 'alone' : 'tied'
}

export function compare(rows: readonly Majority[], preview: readonly Majority[] = []): Row[] {
  return rows.map((row) => {
    const next = preview.find((other) => other.kind === row.kind) ?? row
    return {
      kind: row.kind,
      pays: row.pays,
      values: row.counts.map((was, column) => ({ was, will: next.counts[column] ?? was, standing: standing(next, column) })),
    }
  })
}
