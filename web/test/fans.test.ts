import { describe, expect, it } from 'vitest'
import { fansIn } from '../src/games/alhambra/fans'
import type { Building } from '../src/games/alhambra/picture'

const KINDS = ['pavilion', 'seraglio', 'arcades', 'chambers', 'garden', 'tower'] as const
const built = (count: number): { buildings: Building[] } => ({
  buildings: Array.from({ length: count }, (_, i) => ({ category: KINDS[i % 6] ?? 'tower', price: 2 + (i % 12) })),
})

describe("everybody's buildings in their zone", () => {
  const square = { width: 412, height: 122 }
  it('lie two players abreast, as large as the room allows', () => {
    const { width, lone } = fansIn({ width: 1000, height: 122 }, [built(3), built(3), built(2)], 2, true)
    expect(lone).toBe(false)
    expect(width).toBeGreaterThan(30)
  })
  it('have a line each where half a line is too short, and all lines fit the zone', () => {
    const players = [built(16), built(17), built(21)]
    const { width, step, lone } = fansIn(square, players, 2, true)
    expect(lone).toBe(true)
    expect(3 * width * 1.34).toBeLessThan(square.height)
    for (const { buildings } of players)
      expect(6 * (width + 8) + (buildings.length - 6) * step).toBeLessThan(square.width - 32)
  })
  it('close up no further than a price can be read', () =>
    expect(fansIn(square, [built(40), built(4)], 2, true).step).toBe(9))
})
