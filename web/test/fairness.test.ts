import { createHash, createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { commitmentOf, draw, chanceKey, verify, type Flaw } from '../src/net/fairness'
import { ownEntropy, pinCommitment, type Pins, pinOutcomes, pinShown, pinsOf } from '../src/net/pins'
import type { Event, Proof } from '../src/net/protocol'
import { sealOf } from '../src/net/seal'

const seed = '5b'.repeat(32)
const table = { game: 'carpe_diem' as const, rules_version: 1, options: { b: 2, a: 1 } }
const own = '00112233445566778899aabbccddeeff'
const entropy = [own, '']
const plies = [0, 1, 2, 40]

/** The same draws by other means. */
function naive(ply: number, total: number, from = seed): number {
  const key = createHmac('sha256', Buffer.from(from, 'hex'))
    .update(['bastide-chance/1', 'carpe_diem', '1', '2', 'a=1,b=2', entropy.join(',')].join('\n'))
    .digest()
  const digest = createHmac('sha256', key).update(`${ply}:0`).digest()
  return Number(digest.readBigUInt64BE(0) % BigInt(total))
}

/** Every outcome has two numbers. */
async function proof(from = seed): Promise<Proof> {
  const draws = plies.map((ply) => {
    const r = naive(ply, 84, from)
    const outcome = Math.floor(r / 2)
    return { ply, total: 84, r, outcome, low: outcome * 2, weight: 2 }
  })
  return { commitment: await commitmentOf(from), seed: from, entropy, seals: [await sealOf(own), ''], draws }
}

/** What a browser has seen that was there from the beginning, and sat on the first seat. */
async function pins(): Promise<Pins> {
  const { commitment, draws } = await proof()
  const seen = Object.fromEntries(draws.map(({ ply, outcome }) => [ply, outcome]))
  return { commitment, entropy: { 0: own }, shown: [0], seen: { ...seen, 3: null } }
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

  it('is verified by whoever saw all of it', async () => {
    expect(await verify(await proof(), table, await pins())).toEqual({
      kind: 'verified',
      draws: 4,
      seats: 1,
      own: true,
    })
    const watched = { ...(await pins()), entropy: {}, shown: [] }
    expect(await verify(await proof(), table, watched)).toEqual({ kind: 'verified', draws: 4, seats: 1, own: false })
  })

  it('is only consistent for whoever came later', async () => {
    const late: Pins = { entropy: {}, shown: [], seen: {} }
    const counted = { kind: 'consistent', draws: 4, seats: 1 }
    expect(await verify(await proof(), table, late)).toEqual({ ...counted, gaps: ['commitment', 'outcomes'] })
    const { commitment } = await pins()
    expect(await verify(await proof(), table, { ...late, commitment: commitment ?? '' })).toEqual({
      ...counted,
      gaps: ['outcomes'],
    })
  })

  const other = '5c'.repeat(32)
  const change = (good: Proof, ply: number, more: Partial<Proof['draws'][number]>): Proof => ({
    ...good,
    draws: good.draws.map((one) => (one.ply === ply ? { ...one, ...more } : one)),
  })
  const forgeries: [string, (good: Proof) => Proof | Promise<Proof>, Flaw][] = [
    ['another seed', (good) => ({ ...good, seed: other }), { what: 'seed' }],
    ['another seed with its own commitment and draws', () => proof(other), { what: 'commitment' }],
    ['no commitment at all', (good) => ({ ...good, commitment: '' }), { what: 'commitment' }],
    [
      'another entropy',
      (good) => ({ ...good, entropy: [other, ''], seals: [other, ''] }),
      { what: 'entropy', seat: 0 },
    ],
    ['no entropy', (good) => ({ ...good, entropy: ['', ''] }), { what: 'entropy', seat: 0 }],
    ['another seal', (good) => ({ ...good, seals: [other, ''] }), { what: 'seal', seat: 0 }],
    ['another number', (good) => change(good, 2, { r: (naive(2, 84) + 1) % 84 }), { what: 'draw', ply: 2 }],
    ['a number that stands for another', (good) => change(good, 2, { low: 0, weight: 0 }), { what: 'number', ply: 2 }],
    ['another outcome', (good) => change(good, 2, { outcome: 83 }), { what: 'outcome', ply: 2 }],
    ['no draws', (good) => ({ ...good, draws: [] }), { what: 'missing', ply: 0 }],
    ['a draw left out', (good) => ({ ...good, draws: good.draws.slice(0, 3) }), { what: 'missing', ply: 40 }],
    [
      'a decision told as a draw',
      (good) => ({
        ...good,
        draws: [...good.draws, { ply: 3, total: 84, r: naive(3, 84), outcome: 0, low: 0, weight: 84 }],
      }),
      { what: 'decided', ply: 3 },
    ],
  ]
  it.each(forgeries)('is broken by %s', async (_, forge, flaw) => {
    expect(await verify(await forge(await proof()), table, await pins())).toEqual({ kind: 'broken', flaw })
  })

  it('is bound to the game and its options', async () => {
    const changed = { ...table, options: { a: 0, b: 2 } }
    expect(await verify(await proof(), changed, await pins())).toEqual({
      kind: 'broken',
      flaw: { what: 'draw', ply: 0 },
    })
  })

  it('that was never sealed has nothing to check', async () => {
    const unsealed: Pins = { entropy: {}, shown: [], seen: {} }
    expect(await verify({ ...(await proof()), commitment: '' }, table, unsealed)).toEqual({ kind: 'unsealed' })
  })
})

describe('what a browser remembers', () => {
  beforeEach(() => localStorage.clear())
  const event = (ply: number, more: Partial<Event>): Event => ({
    ply,
    seat: 0,
    key: 'k',
    values: {},
    clause: '',
    icon: '',
    depth: 0,
    gains: [],
    moved: [],
    ...more,
  })

  it('is the first commitment, one entropy a seat, and what was seen', () => {
    pinCommitment('t', 'first')
    pinCommitment('t', 'second')
    const drawn = ownEntropy('t', 1)
    expect(drawn).toMatch(/^[0-9a-f]{32}$/)
    expect(ownEntropy('t', 1)).toBe(drawn)
    expect(ownEntropy('u', 1)).not.toBe(drawn)
    pinShown('t', 1)
    pinShown('t', 1)
    pinOutcomes('t', { log: [event(1, { decided: true })], drawn: [[0, 7]], from: 0 })
    expect(pinsOf('t')).toEqual({ commitment: 'first', entropy: { 1: drawn }, shown: [1], seen: { 0: 7, 1: null } })
  })

  it('lets a decision be taken back, and no draw', () => {
    pinOutcomes('t', { log: [event(1, { decided: true }), event(2, { decided: true })], drawn: [[0, 7]], from: 0 })
    pinOutcomes('t', {
      log: [event(0, { decided: true })],
      drawn: [
        [0, 8],
        [1, 3],
      ],
      from: 0,
    })
    expect(pinsOf('t').seen).toEqual({ 0: 7, 1: 3 })
    pinOutcomes('t', { log: [], from: 1 })
    expect(pinsOf('t').seen).toEqual({ 0: 7, 1: 3 })
  })

  it('is nothing where storage holds something else', () => {
    localStorage.setItem('bastide.shuffle.t', '{"')
    expect(pinsOf('t')).toEqual({ entropy: {}, shown: [], seen: {} })
  })
})
