/**
 * What this browser was shown of a shuffle while it happened, kept so that nothing told afterwards can replace it: the
 * commitment before the deal, the entropy it added itself, and the outcomes it saw drawn.
 */
import type { Event, Seat } from './protocol'

export interface Pins {
  /** The commitment, where it was seen before the deal. */
  commitment?: string
  /** One's own entropy, by seat, and the seats for which the server has shown its seal. */
  entropy: Record<Seat, string>
  shown: Seat[]
  /** The outcomes seen, by ply; null for a ply that somebody decided. */
  seen: Record<number, number | null>
}

const placeOf = (table: string): string => `bastide.shuffle.${table}`

export function pinsOf(table: string): Pins {
  const none = { entropy: {}, shown: [], seen: {} }
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(placeOf(table)) ?? '{}') as Partial<Pins>) }
  } catch {
    return none
  }
}

function keep(table: string, pins: Pins): void {
  try {
    localStorage.setItem(placeOf(table), JSON.stringify(pins))
  } catch {
    // Without storage nothing is remembered, and the result says so.
  }
}

/** The first commitment shown before the deal is the one that counts. */
export function pinCommitment(table: string, commitment: string): void {
  const pins = pinsOf(table)
  if (pins.commitment === undefined) keep(table, { ...pins, commitment })
}

/** One's part of the shuffle: drawn once per table and seat, and never again. */
export function ownEntropy(table: string, seat: Seat): string {
  const pins = pinsOf(table)
  const kept = pins.entropy[seat]
  if (kept) return kept
  const drawn = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  keep(table, { ...pins, entropy: { ...pins.entropy, [seat]: drawn } })
  return drawn
}

/** The server has shown the seal of one's part: from now on the proof must have it. */
export function pinShown(table: string, seat: Seat): void {
  const pins = pinsOf(table)
  if (!pins.shown.includes(seat)) keep(table, { ...pins, shown: [...pins.shown, seat] })
}

/**
 * Remembers what was drawn, and which plies were decided, while the game runs. What was seen of a draw stays: draws are
 * never taken back, decisions can be.
 */
export function pinOutcomes(
  table: string,
  { log, drawn, from }: { log: readonly Event[]; drawn?: readonly [number, number][]; from: number },
): void {
  const pins = pinsOf(table)
  const kept = Object.entries(pins.seen).filter(([ply, outcome]) => outcome !== null || Number(ply) < from)
  const seen: Pins['seen'] = Object.fromEntries(kept)
  for (const [ply, outcome] of drawn ?? []) if (!(ply in seen)) seen[ply] = outcome
  for (const { ply, decided } of log) if (decided && !(ply in seen)) seen[ply] = null
  keep(table, { ...pins, seen })
}
