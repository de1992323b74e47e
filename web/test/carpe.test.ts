import { beforeAll, expect, it } from 'vitest'
import { placedName, tileName } from '../src/games/carpe_diem/names'
import { words } from '../src/words/catalogue.svelte'

beforeAll(async () => {
  await words.open('page', 'carpe_diem')
})

const tile = { kind: 'x', edges: 'VPHP', chimneys: 1, single: null }

it('names a tile by what lies at its sides', () => {
  expect(tileName(tile)).toBe('villa north, herb garden south, 1 chimney')
  expect(tileName({ ...tile, edges: 'VVVP', chimneys: 2 })).toBe('villa north, east, and south, 2 chimneys')
  expect(tileName({ kind: 'm', edges: 'PPPP', chimneys: 0, single: 'market' })).toBe('market')
})

it('names a placed tile as it lies, and where it is open', () => {
  const placed = { ...tile, cell: 'c3', turns: 1 }
  const beside = { ...tile, edges: 'PPPP', chimneys: 0, cell: 'd3', turns: 0 }
  expect(placedName(placed, [placed, beside])).toBe('villa east, herb garden west, 1 chimney, open west')
})
