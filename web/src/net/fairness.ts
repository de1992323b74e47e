/**
 * Checking the shuffle in the browser: the seed must hash to the commitment shown before the deal, every seat's entropy
 * to its seal, and every draw must follow from seed, entropy and ply by HMAC-SHA256 (table/fairness.py says how).
 */
import type { Proof, TableInfo } from './protocol'

export type Verdict =
  | { kind: 'verified'; draws: number; seats: number }
  | { kind: 'broken'; ply: number | null }
  | { kind: 'unable' | 'unsealed' }

const WORD = 1n << 64n
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(text))
const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

async function sha256(...parts: Uint8Array[]): Promise<string> {
  const whole = Uint8Array.from(parts.flatMap((part) => [...part]))
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', whole)))
}

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytesOf(text)))
}

export const commitmentOf = (seed: string): Promise<string> => sha256(bytesOf('bastide-commit/1\n'), fromHex(seed))
export const sealOf = (entropy: string): Promise<string> => sha256(bytesOf('bastide-seal/1\n'), bytesOf(entropy))

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

async function sealsHold(proof: Proof): Promise<boolean> {
  const checks = proof.entropy.map(
    async (entropy, seat) => !entropy || proof.seals[seat] === entropy || proof.seals[seat] === (await sealOf(entropy)),
  )
  return (await Promise.all(checks)).every(Boolean)
}

export async function verify(proof: Proof, table: Bound): Promise<Verdict> {
  if (!proof.commitment) return { kind: 'unsealed' }
  if (!globalThis.crypto?.subtle) return { kind: 'unable' }
  if ((await commitmentOf(proof.seed)) !== proof.commitment || !(await sealsHold(proof)))
    return { kind: 'broken', ply: null }
  const key = await chanceKey(proof.seed, table, proof.entropy)
  for (const { ply, total, r } of proof.draws) if ((await draw(key, ply, total)) !== r) return { kind: 'broken', ply }
  return { kind: 'verified', draws: proof.draws.length, seats: proof.entropy.filter(Boolean).length }
}
