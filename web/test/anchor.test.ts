import { describe, expect, it } from 'vitest'
import { anchorTo, type Box, overlap } from '../src/kit/anchor'

const bounds: Box = { x: 0, y: 0, width: 390, height: 844 }
const size = { width: 218, height: 56 }
const placed = (anchor: Box, avoid: Box[] = [], spare: Box[] = []): Box & { side: string; arrow: number } => {
  const place = anchorTo(anchor, size, { bounds, avoid, spare })
  return { ...place, ...size }
}

describe('the reason bubble', () => {
  it('stands above its piece where there is room', () => {
    const place = placed({ x: 150, y: 300, width: 80, height: 110 })
    expect(place.side).toBe('above')
    expect(place.y + place.height).toBeLessThan(300)
  })

  it.each([
    { x: 2, y: 2, width: 60, height: 80 },
    { x: 330, y: 4, width: 56, height: 80 },
    { x: 4, y: 780, width: 60, height: 60 },
    { x: 330, y: 780, width: 56, height: 60 },
    { x: 100, y: 0, width: 200, height: 844 },
  ])('stays inside the window at %o', (anchor) => {
    const place = placed(anchor)
    expect(place.x).toBeGreaterThanOrEqual(0)
    expect(place.y).toBeGreaterThanOrEqual(0)
    expect(place.x + place.width).toBeLessThanOrEqual(bounds.width)
    expect(place.y + place.height).toBeLessThanOrEqual(bounds.height)
  })

  it('never covers what is being chosen', () => {
    const anchor = { x: 100, y: 300, width: 80, height: 110 }
    const above = { x: 60, y: 180, width: 200, height: 115 }
    const place = placed(anchor, [above])
    expect(overlap(place, above)).toBe(0)
    expect(overlap(place, anchor)).toBe(0)
  })

  it('spares legal pieces where it can', () => {
    const anchor = { x: 100, y: 300, width: 80, height: 110 }
    const legal = { x: 20, y: 200, width: 300, height: 95 }
    expect(overlap(placed(anchor, [], [legal]), legal)).toBe(0)
  })

  it('rather covers a legal piece than a selected one', () => {
    const anchor = { x: 150, y: 100, width: 80, height: 60 }
    const selected = { x: 0, y: 0, width: 390, height: 95 }
    const legal = { x: 0, y: 165, width: 390, height: 300 }
    const place = placed(anchor, [selected], [legal])
    expect(overlap(place, selected)).toBe(0)
  })

  it('points its arrow at the piece', () => {
    const place = placed({ x: 2, y: 300, width: 40, height: 60 })
    expect(place.side).toBe('above')
    expect(place.x + place.arrow).toBeCloseTo(22, 0)
  })
})
