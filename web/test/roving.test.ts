import { expect, it } from 'vitest'
import { nearest } from '../src/kit/roving'

const grid = [0, 1, 2].flatMap((row) =>
  [0, 1, 2].map((column) => ({ name: `${'abc'[column]}${row + 1}`, x: column * 50, y: row * 50 })),
)
const at = (name: string): { name: string; x: number; y: number } =>
  grid.find((one) => one.name === name) ?? { name: '', x: 0, y: 0 }
const go = (name: string, way: [number, number]): string | undefined =>
  nearest(
    at(name),
    grid.filter((one) => one.name !== name),
    way,
  )?.name

it('goes straight where it can', () => {
  expect(go('b2', [1, 0])).toBe('c2')
  expect(go('b2', [-1, 0])).toBe('a2')
  expect(go('b2', [0, -1])).toBe('b1')
  expect(go('b2', [0, 1])).toBe('b3')
})

it('stops at the edge', () => {
  expect(go('a1', [-1, 0])).toBeUndefined()
  expect(go('c3', [0, 1])).toBeUndefined()
})

it('finds the next one round a gap, and on a ring', () => {
  const holed = grid.filter((one) => one.name !== 'b1')
  expect(
    nearest(
      at('a1'),
      holed.filter((one) => one.name !== 'a1'),
      [1, 0],
    )?.name,
  ).toBe('c1')
  const ring = Array.from({ length: 7 }, (_, i) => ({
    space: i + 1,
    x: Math.sin((i / 7) * 2 * Math.PI) * 100,
    y: -Math.cos((i / 7) * 2 * Math.PI) * 100,
  }))
  const first = ring[0] ?? { x: 0, y: 0 }
  expect(nearest(first, ring.slice(1), [1, 0])?.space).toBe(2)
})
