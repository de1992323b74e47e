import { expect, it } from 'vitest'
import { compare, standing } from '../src/kit/majority'

const garden = { kind: 'garden', counts: [3, 1, 1], leaders: [0], pays: [12, 5] }
const tower = { kind: 'tower', counts: [2, 2, 0], leaders: [0, 1] }

it('shows who leads as the server says it', () => {
  expect(standing(garden, 0)).toBe('alone')
  expect(standing(garden, 1)).toBe('behind')
  expect([0, 1, 2].map((seat) => standing(tower, seat))).toEqual(['tied', 'tied', 'behind'])
  expect(standing({ kind: 'x', counts: [0, 0] }, 0)).toBe('behind')
})

it('lays what would be over what is', () => {
  const [first, second] = compare([garden, tower], [{ kind: 'tower', counts: [3, 2, 0], leaders: [0] }])
  expect(first?.values.map(({ was, will }) => [was, will])).toEqual([
    [3, 3],
    [1, 1],
    [1, 1],
  ])
  expect(first?.pays).toEqual([12, 5])
  expect(second?.values[0]).toEqual({ was: 2, will: 3, standing: 'alone' })
  expect(second?.values[1]).toEqual({ was: 2, will: 2, standing: 'behind' })
})
