import { expect, it } from 'vitest'
import { bandAbove } from '../src/kit/band'

const edges = { padding: 20, gap: 12 }

it('is nothing under a prompt alone', () => {
  expect(bandAbove(72 + 20 + 54 + 12, 72, edges)).toBe(0)
})

it('is a banner and the gap after it, or what a lesson is taller than a prompt', () => {
  expect(bandAbove(72 + 20 + 52 + 12 + 54 + 12, 72, edges)).toBe(64)
  expect(bandAbove(72 + 20 + 82 + 12, 72, edges)).toBe(28)
})

it('is never less than nothing', () => {
  expect(bandAbove(72 + 20 + 40 + 12, 72, edges)).toBe(0)
})
