/** What a file can check of itself: the shuffle against its seal, the record against its signature. */
import { type Verdict, verify } from '../net/fairness'
import type { Result, TableInfo } from '../net/protocol'

export interface Kept {
  plies: { who: number | 'chance'; action: number }[]
  signature?: { key: string; value: string } | null
  [field: string]: unknown
}

/** As the server writes what it signs: names sorted, no white space, nulls left out. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, held]) => `${JSON.stringify(name)}:${canonical(held)}`).join(',')}}`
}

const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))

export type Signed = 'signed' | 'unsigned' | 'broken' | 'unable'

/** Whether the record is what its server signed. */
export async function signed(record: Kept): Promise<Signed> {
  const { signature, ...rest } = record
  if (!signature) return 'unsigned'
  const fields = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null))
  const said = new TextEncoder().encode(`bastide-signature/1\n${canonical(fields)}`)
  try {
    const key = await crypto.subtle.importKey('raw', fromHex(signature.key), 'Ed25519', false, ['verify'])
    return (await crypto.subtle.verify('Ed25519', key, fromHex(signature.value), said)) ? 'signed' : 'broken'
  } catch {
    return 'unable'
  }
}

/** Whether every draw of the record follows from the seed that was sealed. */
export function shuffled(record: Kept, result: Result, table: TableInfo): Promise<Verdict> {
  if (!result.proof.commitment) return Promise.resolve({ kind: 'unsealed' })
  const seen = Object.fromEntries(record.plies.flatMap((ply, i) => (ply.who === 'chance' ? [[i, ply.action]] : [])))
  return verify(result.proof, table, { commitment: result.proof.commitment, entropy: {}, shown: [], seen })
}
