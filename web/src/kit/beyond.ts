/**
 * What can be chosen but lies beyond the edge of something that scrolls: which way, how many, and where that edge is.
 */
import type { Box } from './anchor'
import { boxOf } from './box'

export type Direction = 'up' | 'down' | 'left' | 'right'

export interface Beyond {
  direction: Direction
  /** The part of the table that scrolls. */
  within: Box
  /** What lies there, the nearest first. */
  pieces: HTMLElement[]
}

/** Pieces, and whole options that a game lists itself (`data-option`). */
const OPEN = '[data-piece]:is([data-state="legal"], [data-state="risky"]), [data-option]'

/** Which way the middle of one box lies outside another. */
export function wayOut(piece: Box, within: Box): Direction | null {
  const [x, y] = [piece.x + piece.width / 2, piece.y + piece.height / 2]
  if (y < within.y) return 'up'
  if (y > within.y + within.height) return 'down'
  if (x < within.x) return 'left'
  return x > within.x + within.width ? 'right' : null
}

const hides = (element: Element): boolean => {
  const { overflowX, overflowY } = getComputedStyle(element)
  return overflowX !== 'visible' || overflowY !== 'visible'
}

/** Everything that can be chosen and is not in sight, by the edge beyond which it lies. */
export function beyond(root: HTMLElement): Beyond[] {
  const clips = new Map<Element, Box | null>()
  const clipOf = (element: Element): Box | null => {
    const known = clips.get(element)
    if (known !== undefined) return known
    const box = hides(element) ? boxOf(element) : null
    clips.set(element, box)
    return box
  }
  const found = new Map<string, Beyond>()
  for (const piece of root.querySelectorAll<HTMLElement>(OPEN)) {
    if (!piece.checkVisibility?.()) continue
    const box = boxOf(piece)
    for (let element = piece.parentElement; element && element !== root; element = element.parentElement) {
      const within = clipOf(element)
      const direction = within && wayOut(box, within)
      if (!within || !direction) continue
      const key = `${direction} ${within.x} ${within.y} ${within.width} ${within.height}`
      const group = found.get(key) ?? { direction, within, pieces: [] }
      if (direction === 'up' || direction === 'left') group.pieces.unshift(piece)
      else group.pieces.push(piece)
      found.set(key, group)
      break
    }
  }
  return [...found.values()]
}
