/**
 * Where a bubble goes: beside what it speaks of, inside the window, and never over what is being chosen.
 * Geometry only, so that it can be tested without a browser.
 */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export type Side = 'above' | 'below' | 'left' | 'right'

export interface Place {
  x: number
  y: number
  side: Side
  /** Where the arrow points, along the bubble's edge. */
  arrow: number
}

interface Room {
  /** The window. */
  bounds: Box
  /** What must not be covered: the selected pieces, the confirm bar. */
  avoid?: readonly Box[]
  /** What had better not be covered: legal pieces. */
  spare?: readonly Box[]
  /** Between anchor and bubble: the arrow stands in it. */
  gap?: number
}

const EDGE = 8
const ARROW = 14

export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))

function positions(anchor: Box, size: { width: number; height: number }, gap: number): (Box & { side: Side })[] {
  const middleX = anchor.x + anchor.width / 2 - size.width / 2
  const middleY = anchor.y + anchor.height / 2 - size.height / 2
  const starts = [0, -0.35, 0.35]
  return starts.flatMap((shift) => [
    { side: 'above' as const, x: middleX + shift * size.width, y: anchor.y - size.height - gap, ...size },
    { side: 'below' as const, x: middleX + shift * size.width, y: anchor.y + anchor.height + gap, ...size },
    { side: 'right' as const, x: anchor.x + anchor.width + gap, y: middleY + shift * size.height, ...size },
    { side: 'left' as const, x: anchor.x - size.width - gap, y: middleY + shift * size.height, ...size },
  ])
}

/** A position moved inside the window; one that then lies on its own anchor costs like a covered choice. */
function cost(box: Box, anchor: Box, { avoid = [], spare = [] }: Room): number {
  const hard = avoid.reduce((sum, other) => sum + overlap(box, other), 0)
  const soft = spare.reduce((sum, other) => sum + overlap(box, other), 0)
  return 1000 * (hard + overlap(box, anchor)) + soft
}

export function anchorTo(anchor: Box, size: { width: number; height: number }, room: Room): Place {
  const { bounds, gap = 10 } = room
  let best: (Box & { side: Side }) | undefined
  let least = Infinity
  for (const position of positions(anchor, size, gap)) {
    const inside = {
      ...position,
      x: clamp(position.x, bounds.x + EDGE, bounds.x + bounds.width - size.width - EDGE),
      y: clamp(position.y, bounds.y + EDGE, bounds.y + bounds.height - size.height - EDGE),
    }
    const price = cost(inside, anchor, room)
    if (price < least) {
      least = price
      best = inside
    }
  }
  const { x, y, side } = best as Box & { side: Side }
  const flat = side === 'above' || side === 'below'
  const towards = flat ? anchor.x + anchor.width / 2 - x : anchor.y + anchor.height / 2 - y
  return { x, y, side, arrow: clamp(towards, ARROW, (flat ? size.width : size.height) - ARROW) }
}
