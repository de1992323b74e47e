import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { commitmentOf, draw, chanceKey, sealOf, verify } from '../src/net/fairness'
import type { Proof } from '../src/net/protocol'

const seed = '5b'.repeat(32)
const table = { game: 'carpe_diem' as const, rules_version: 1, options: { b: 2, a: 1 } }
const entropy = ['00112233445566778899aabbccddeeff', '']

/** The same draws by other means. */
function naive(ply: number, total: number): number {
  const key = createHmac('sha256', Buffer.from(seed, 'hex'))
    .update(['bastide-chance/1', 'carpe_diem', '1', '2', 'a=1,b=2', entropy.join(',')].join('\n'))
    .digest()
  const digest = createHmac('sha256', key).update(`${ply}:0`).digest()
  return Number(digest.readBigUInt64BE(0) % BigInt(total))
}

async function proof(): Promise<Proof> {
  const draws = [0, 1, 2, 40].map((ply) => ({ ply, total: 84 - ply, r: naive(ply, 84 - ply) }))
  return { commitment: await commitmentOf(seed), seed, entropy, seals: [await sealOf(entropy[0] ?? ''), ''], draws }
}

describe('the shuffle', () => {
  it('hashes as the server does', async () => {
    expect(await commitmentOf(seed)).toBe(
      createHash('sha256').update('bastide-commit/1\n').update(Buffer.from(seed, 'hex')).digest('hex'),
    )
    expect(await sealOf('ab')).toBe(createHash('sha256').update('bastide-seal/1\nab').digest('hex'))
    const key = await chanceKey(seed, table, entropy)
    expect(await draw(key, 7, 54)).toBe(naive(7, 54))
  })

  it('is verified draw by draw', async () => {
    expect(await verify(await proof(), table)).toEqual({ kind: 'verified', draws: 4, seats: 1 })
  })

  it('is broken by another seed, another entropy, another draw, another game', async () => {
    const good = await proof()
    expect(await verify({ ...good, seed: '5c'.repeat(32) }, table)).toEqual({ kind: 'broken', ply: null })
    expect(await verify({ ...good, entropy: ['ff112233445566778899aabbccddeeff', ''] }, table)).toEqual({
      kind: 'broken',
      ply: null,
    })
    const forged = good.draws.map((one) => (one.ply === 2 ? { ...one, r: (one.r + 1) % one.total } : one))
    expect(await verify({ ...good, draws: forged }, table)).toEqual({ kind: 'broken', ply: 2 })
    expect((await verify(good, { ...table, options: { a: 0, b: 2 } })).kind).toBe('broken')
  })
})
