/** The plain face: any game can be played by it, whatever its picture looks like. */
import { flushSync } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'
import { face } from '../src/kit/plain'
import { columnsOf, isSeat, layoutOf, partsOf } from '../src/kit/plain/shape'
import { loadFace } from '../src/games/faces'
import { type Stage, stage } from './page'

describe('a list', () => {
  it.each([
    [['a', 'b'], 'words'],
    [[null, { currency: 'florin', value: 7 }], 'cards'],
    [[{ piece: 'card:1', a: 1, b: 2, c: 3, d: 4, e: 5 }], 'cards'],
    [[{ seat: 0, points: 3 }], 'table'],
    [[{ name: 'x', parts: [1] }], 'table'],
    [[[1, 2], [3]], 'board'],
    [[], 'words'],
  ])('%j is laid out as %s', (list, layout) => {
    expect(layoutOf(list)).toBe(layout)
  })

  it('has the columns of all its rows', () => {
    expect(columnsOf([{ a: 1 }, null, { b: 2, a: 3, piece: 'p:1' }])).toEqual(['a', 'b'])
  })
})

describe('a picture', () => {
  it('says its facts first; what tells it from others is not for reading', () => {
    const { facts, parts } = partsOf({ game: 'demo', round: 2, players: [], open: null })
    expect(facts).toEqual([
      ['round', 2],
      ['open', null],
    ])
    expect(parts).toEqual([['players', []]])
  })

  it('names seats by its fields', () => {
    expect(['seat', 'next_seat', 'taken_by', 'turn_of'].every(isSeat)).toBe(true)
    expect(['seats', 'points', 'proof'].some(isSeat)).toBe(false)
  })
})

it('serves a game that has no face', async () => {
  expect(await loadFace('nothing')).toBe(face)
})

describe.each(['alhambra', 'batisseurs', 'enghien', 'carpe_diem'])('%s under the plain face', (game) => {
  let on: Stage
  afterEach(() => on.leave())
  const moves = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-piece^="move:"]')]

  it('lists every option once, and plays the one that is pressed', async () => {
    on = await stage(game, 'en', face)
    await on.settle()
    expect(moves().length).toBeGreaterThan(0)
    expect(document.querySelectorAll('[data-bar="confirm"] [data-way]').length).toBe(0)
    const first = moves()[0] as HTMLElement
    first.click()
    flushSync()
    if (!on.sent.length) {
      expect(first.getAttribute('aria-pressed')).toBe('true')
      document.querySelector<HTMLElement>('[data-primary]')?.click()
      flushSync()
    }
    expect(on.sent).toMatchObject([{ type: 'act' }])
  })

  it('shows every player, in both languages', async () => {
    on = await stage(game, 'fr', face)
    const players = document.querySelector('table[aria-label="Joueurs"]')
    for (const name of on.model.names) expect(players?.textContent).toContain(name)
  })
})
