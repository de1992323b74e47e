/**
 * Checking the shuffle in the browser. The seed must hash to the commitment, every seat's entropy to its seal, and
 * every draw must follow from seed, entropy and ply by HMAC-SHA256 (table/fairness.py says how). All that is only the
 * server's word about itself: what makes it a proof is that commitment, own entropy and outcomes are those which this
 * browser was shown at the time (pins.ts).
 */
import type { Pins } from './pins'
import type { Proof, Seat, TableInfo } from './protocol'
import { bytesOf, fromHex, sealOf, sha256 } from './seal'

/** What does not fit: `page.end.proof_broken.*` says it. */
export type Flaw =
  | { what: 'commitment' | 'seed' }
  | { what: 'entropy' | 'seal'; seat: Seat }
  | { what: 'draw' | 'outcome' | 'missing' | 'decided' | 'number'; ply: number }

/** What this browser did not see at the time, so that it can vouch for the arithmetic alone. */
export type Gap = 'commitment' | 'outcomes'

export type Verdict =
  | { kind: 'verified'; draws: number; seats: number; own: boolean }
  | { kind: 'consistent'; draws: number; seats: number; gaps: Gap[] }
  | { kind: 'broken'; flaw: Flaw }
  | { kind: 'unable' | 'unsealed' }

const WORD = 1n << 64n
async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytesOf(text)))
}

export const commitmentOf = (seed: string): Promise<string> => sha256(bytesOf('bastide-commit/1\n'), fromHex(seed))

type Bound = Pick<TableInfo, 'game' | 'rules_version' | 'options'>

/** The key of every draw, bound to the game and its options too. */
export async function chanceKey(
  seed: string,
  table: Bound,
  entropy: readonly string[],
): Promise<Uint8Array<ArrayBuffer>> {
  const chosen = Object.keys(table.options)
    .sort()
    .map((name) => `${name}=${table.options[name]}`)
    .join(',')
  const said = ['bastide-chance/1', table.game, table.rules_version, entropy.length, chosen, entropy.join(',')]
  return hmac(fromHex(seed), said.join('\n'))
}

/** A number below `total`: words beyond the last full multiple are passed over. */
export async function draw(key: Uint8Array<ArrayBuffer>, ply: number, total: number): Promise<number> {
  const whole = BigInt(total)
  const fair = WORD - (WORD % whole)
  for (let attempt = 0; ; attempt++) {
    const digest = await hmac(key, `${ply}:${attempt}`)
    const word = new DataView(digest.buffer).getBigUint64(0)
    if (word < fair) return Number(word % whole)
  }
}

/** What was opened must be what this browser was shown sealed: the commitment, and its own parts. */
async function flawOfSeals(proof: Proof, pins: Pins): Promise<Flaw | null> {
  if (pins.commitment !== undefined && pins.commitment !== proof.commitment) return { what: 'commitment' }
  if ((await commitmentOf(proof.seed)) !== proof.commitment) return { what: 'seed' }
  const lost = pins.shown.find((seat) => proof.entropy[seat] !== pins.entropy[seat])
  if (lost !== undefined) return { what: 'entropy', seat: lost }
  for (const [seat, entropy] of proof.entropy.entries()) {
    const seal = proof.seals[seat]
    if (entropy && seal !== entropy && seal !== (await sealOf(entropy))) return { what: 'seal', seat }
  }
  return null
}

/** Every draw must follow from the seed, stand for the outcome it names, and that must be the one which was seen. */
async function flawOfDraws(proof: Proof, table: Bound, pins: Pins): Promise<Flaw | null> {
  const key = await chanceKey(proof.seed, table, proof.entropy)
  for (const { ply, total, r, outcome, low, weight } of proof.draws) {
    if ((await draw(key, ply, total)) !== r) return { what: 'draw', ply }
    if (r < low || r >= low + weight || low + weight > total) return { what: 'number', ply }
    const seen = pins.seen[ply]
    if (seen === null) return { what: 'decided', ply }
    if (seen !== undefined && seen !== outcome) return { what: 'outcome', ply }
  }
  const proven = new Set(proof.draws.map(({ ply }) => ply))
  const missing = Object.entries(pins.seen).find(([ply, seen]) => seen !== null && !proven.has(Number(ply)))
  return missing ? { what: 'missing', ply: Number(missing[0]) } : null
}

export async function verify(proof: Proof, table: Bound, pins: Pins): Promise<Verdict> {
  if (!proof.commitment && pins.commitment === undefined) return { kind: 'unsealed' }
  if (!globalThis.crypto?.subtle) return { kind: 'unable' }
  const flaw = (await flawOfSeals(proof, pins)) ?? (await flawOfDraws(proof, table, pins))
  if (flaw) return { kind: 'broken', flaw }
  const counted = { draws: proof.draws.length, seats: proof.entropy.filter(Boolean).length }
  const gaps: Gap[] = []
  if (pins.commitment === undefined) gaps.push('commitment')
  if (Object.values(pins.seen).every((seen) => seen === null)) gaps.push('outcomes')
  if (gaps.length) return { kind: 'consistent', ...counted, gaps }
  return { kind: 'verified', ...counted, own: pins.shown.length > 0 }
}
