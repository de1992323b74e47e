import { describe, expect, it } from 'vitest'
import { phaseTally, scorers } from '../src/games/carpe_diem/scorings'
import type { Event } from '../src/net/protocol'

const event = (name: string, seat: number, more: Partial<Event> = {}): Event => ({
  ply: 0,
  key: `carpe_diem.event.${name}`,
  decided: false,
  seat,
  clause: 'CDM-43',
  icon: '',
  depth: 1,
  gains: [],
  moved: [],
  ...more,
})
const card = (seat: number, place: string, n: number, points: number): Event =>
  event(n ? 'card' : 'failed', seat, {
    values: { place, card: '@carpe_diem.demand.herb2', n },
    gains: [{ seat, points, source: 'carpe_diem.source.cards' }],
  })
const scored = event('scored', -1, { values: { phase: 2 }, depth: 0 })
const log = [
  event('start_points', 0, { gains: [{ seat: 0, points: 3, source: 'carpe_diem.source.start' }] }),
  event('scoring', -1),
  card(1, 'a1', 1, 4),
  event('scored', -1, { values: { phase: 1 } }),
  event('scoring', -1),
  event('disc', 1),
  card(1, 'c2', 2, 14),
  card(1, 'c3', 0, -4),
  event('disc', 0),
  card(0, 'c3', 1, 7),
  card(0, 'b3', 1, 0),
  scored,
]

describe('the scoring of a phase', () => {
  it('is a table of its cards, which adds up', () => {
    const tally = phaseTally(log, scored, 2)
    expect(tally?.before).toEqual([3, 4])
    expect(tally?.rows.map(({ label }) => label.values?.['place'])).toEqual(['c2', 'c3', 'b3'])
    expect(tally?.rows[1]?.cells).toEqual([
      { count: 1, points: 7 },
      { count: 0, points: -4 },
    ])
    const gains = [0, 1].map((seat) => tally?.rows.reduce((sum, row) => sum + (row.cells[seat]?.points ?? 0), 0))
    expect(gains).toEqual([7, 10])
  })

  it('is made for the line that ends it and for no other', () => {
    expect(log.filter((line) => phaseTally(log, line, 2)).map(({ values }) => values?.['phase'])).toEqual([1, 2])
  })

  it('lists those who have scored as they did', () => {
    expect(scorers(log.slice(0, -1))).toEqual([
      { seat: 1, points: 10 },
      { seat: 0, points: 7 },
    ])
  })
})
