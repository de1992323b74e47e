/** What the log says beyond the picture: who has scored in which order, a scoring as a table, tiles put aside. */
import type { Event, Tally, TallyCell, TallyRow } from '../../net/protocol'

const BEGINS = 'carpe_diem.event.scoring'
const SCORED = 'carpe_diem.event.scored'
const DISC = 'carpe_diem.event.disc'
const SETTLED = /^carpe_diem\.event\.(card|failed)$/

const gained = (event: Event, seat: number): number =>
  (event.gains ?? []).reduce((sum, gain) => sum + (gain.seat === seat ? gain.points : 0), 0)
const sum = (events: readonly Event[], seat: number): number =>
  events.reduce((total, event) => total + gained(event, seat), 0)

/** Events of the scoring that ends before `end`, and those before it. */
function scoring(log: readonly Event[], end: number): [Event[], Event[]] | null {
  const start = log.slice(0, end).findLastIndex((event) => event.key === BEGINS)
  return start < 0 ? null : [log.slice(start, end), log.slice(0, start)]
}

const STORED = 'carpe_diem.event.store'

/** What a seat has put aside, tile by tile, as signs: all saw it taken (CDM-32). */
export function storedTiles(log: readonly Event[], seat: number): string[][] {
  return log
    .filter((event) => event.key === STORED && event.seat === seat)
    .map((event) => (event.icon ?? '').split(' ').slice(1))
}

/** Who has put a disc in the scoring that is on, in that order, and what it brought so far. */
export function scorers(log: readonly Event[]): { seat: number; points: number }[] {
  const now = scoring(log, log.length)?.[0] ?? []
  const discs = now.filter((event) => event.key === DISC)
  return discs.map(({ seat }) => ({ seat, points: sum(now, seat) }))
}

/** The scoring of a phase, card by card in the order in which they were settled (CDM-41 to CDM-45). */
export function phaseTally(log: readonly Event[], scored: Event, seats: number): Tally | null {
  const parts = scored.key === SCORED ? scoring(log, log.indexOf(scored)) : null
  if (!parts) return null
  const [now, before] = parts
  const rows = new Map<string, TallyRow & { cells: TallyCell[] }>()
  for (const event of now.filter(({ key }) => SETTLED.test(key))) {
    const { place, card, n } = event.values ?? {}
    const row = rows.get(String(place)) ?? {
      label: { key: 'carpe_diem.tally.card', values: { place: place ?? '', card: card ?? '' } },
      icon: event.icon ?? '',
      clause: event.clause ?? '',
      cells: Array.from({ length: seats }, () => ({})),
    }
    row.cells[event.seat] = { count: Number(n), points: gained(event, event.seat) }
    rows.set(String(place), row)
  }
  const { phase } = scored.values ?? {}
  return {
    title: { key: 'carpe_diem.tally.phase', values: { phase: phase ?? '' } },
    mark: String(phase),
    rows: [...rows.values()],
    before: Array.from({ length: seats }, (_, seat) => sum(before, seat)),
    clauses: ['CDM-41', 'CDM-45'],
    note: { key: 'carpe_diem.tally.phase.note' },
  }
}
