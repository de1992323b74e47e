import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { companions, readRecovery, recovery, remember } from '../src/net/cards'
import { dropCard, keepCard, ownCard } from '../src/net/own_card'

const asked: { path: string; body: unknown }[] = []
let answer: unknown = {}

beforeEach(() => {
  localStorage.clear()
  asked.length = 0
  vi.stubGlobal('fetch', (path: string, { body }: { body?: string }) => {
    asked.push({ path, body: body ? JSON.parse(body) : null })
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a card', () => {
  it('is told of a table once, and of none without a card', async () => {
    await remember(['a'])
    expect(asked).toEqual([])
    keepCard('secret', 'Léa')
    await remember(['a', 'b', ''])
    await remember(['a', 'b', 'c'])
    expect(asked.map(({ body }) => body)).toEqual([{ keys: ['a', 'b'] }, { keys: ['c'] }])
  })

  it('begins anew when another takes its place', async () => {
    keepCard('secret', 'Léa')
    await remember(['a'])
    keepCard('other', 'Noor')
    await remember(['a'])
    expect(asked).toHaveLength(2)
    dropCard()
    expect(ownCard()).toBeNull()
  })

  it('comes back from its recovery file, and from nothing else', () => {
    keepCard('secret', 'Léa')
    expect(readRecovery(recovery())).toEqual({ key: 'secret', name: 'Léa' })
    for (const text of ['', '{}', '{"key":"secret"}', '[]', 'null']) expect(readRecovery(text)).toBeNull()
  })

  it('knows those its owner has played with, the latest first, each once', async () => {
    const seat = (n: number, name: string | null, kind = 'person'): object => ({
      seat: n,
      name,
      kind,
      connected: false,
    })
    answer = {
      tables: [
        { id: 'new', seat: 0, seats: [seat(0, 'Léa'), seat(1, 'Noor'), seat(2, 'Odette', 'bot')] },
        { id: 'old', seat: 1, seats: [seat(0, 'Noor'), seat(1, 'Léa'), seat(2, 'Ada')] },
      ],
    }
    expect(await companions()).toEqual([
      { name: 'Noor', table: 'new', seat: 1 },
      { name: 'Ada', table: 'old', seat: 2 },
    ])
  })
})
