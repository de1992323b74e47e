/** A game in one file: positions put together from what changed, and what it can check of itself. */
import { expect, test } from 'vitest'
import { changed, KeptGame, type Told } from '../src/review/kept'
import { canonical, type Kept, signed } from '../src/review/signed'
import { addressOf, place, routeOf } from '../src/net/address'
import { recordIn } from '../src/net/taking'

test('a position is the one before with what changed', () => {
  const before = { a: 1, b: { c: [1, 2], d: 'x' }, gone: true }
  expect(changed(before, { b: { c: [[1, 3]] }, gone: ['\u0000'], fresh: [{ e: 1 }] })).toEqual({
    a: 1,
    b: { c: [1, 3], d: 'x' },
    fresh: { e: 1 },
  })
  expect(changed(before, null)).toBe(before)
  expect(changed({ row: [{ a: 1 }, 2, 3] }, { row: { '0': { a: [4] }, '2': [null] } })).toEqual({
    row: [{ a: 4 }, 2, null],
  })
})

test('every stop is told through all eyes; between two the later is shown', () => {
  const told = { stops: [3, 5, 9], seen: [3, 5, 9].map((ply) => ({ '': { ply: [ply] } })), table: {} }
  const game = new KeptGame(told as unknown as Told)
  expect([3, 4, 5, 9].map((ply) => game.view(ply, null).ply)).toEqual([3, 5, 5, 9])
  expect(() => game.view(3, 1)).toThrow()
})

test('what was signed is written as the server writes it', () => {
  expect(canonical({ b: [1, 'é'], a: { d: true, c: '"' } })).toBe('{"a":{"c":"\\"","d":true},"b":[1,"é"]}')
})

test('a record nobody signed says so, and a changed one is not called signed', async () => {
  expect(await signed({ plies: [] })).toBe('unsigned')
  const forged = { plies: [], signature: { key: '00'.repeat(32), value: '11'.repeat(64) } }
  expect(['broken', 'unable']).toContain(await signed(forged))
})

test('what a server signed is known again, and a changed name is noticed', async () => {
  const record = {
    format: 'bastide-record/1',
    game: 'alhambra',
    rules_version: 1,
    seats: 3,
    options: { open_hands: 0 },
    scores: null,
    names: ['Léa', 'Ada', 'Noor'],
    seed: 11,
    proof: null,
    signature: {
      key: 'd04ab232742bb4ab3a1368bd4615e4e6d0224ab71a016baf8520a332c9778737',
      value:
        '10cab2aac70556285fe69070feb0cd8cd16b5415138524d40401b03bca81f26cd95a4aafd3975fde29baa5a5a06514dfced9b8bd332234485c94351a9d291507',
    },
    plies: [
      { who: 'chance', action: 47, text: 'seraglio 5' },
      { who: 'chance', action: 65, text: 'chambers 11' },
      { who: 'chance', action: 75, text: 'tower 9' },
    ],
  } as unknown as Kept
  expect(await signed(record)).toBe('signed')
  expect(await signed({ ...record, names: ['Léa', 'Ada', 'Eve'] })).toBe('broken')
})

test('in a file addresses stand after the hash', () => {
  place.file = true
  try {
    const route = { page: 'review', id: 'game', decision: 7 } as const
    expect(addressOf(route)).toBe('#/review/game/7')
    expect(routeOf({ pathname: '/x/y.html', hash: '#/review/game/7' })).toEqual(route)
    expect(routeOf({ pathname: '/x/y.html', hash: '' }).page).toBe('home')
    for (const unnamed of [
      { page: 'end', id: '' },
      { page: 'review', id: '', decision: 7 },
      { page: 'replay', id: '', ply: 12 },
    ] as const)
      expect(routeOf({ pathname: '/x/y.html', hash: addressOf(unnamed) })).toEqual(unnamed)
  } finally {
    place.file = false
  }
  expect(routeOf({ pathname: '/end/', hash: '' }).page).toBe('missing')
})

test('a record is found in a file that carries it, and nothing in any other', () => {
  const record = { format: 'bastide-record/1', names: ['</b>'] }
  const text = JSON.stringify(record).replaceAll('</', '<\\/')
  const page = `<html><script type="application/json" id="bastide-record">${text}</script></html>`
  expect(recordIn(page)).toEqual(record)
  expect(recordIn(JSON.stringify(record))).toEqual(record)
  expect([recordIn('{}'), recordIn('hello'), recordIn('<html></html>')]).toEqual([null, null, null])
})
