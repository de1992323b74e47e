/**
 * What can be chosen but lies beyond the edge of something that scrolls: which way, how many, and where that edge is.
 */
import type { Box } from './anchor'
import { boxOf } from './box'

export type Direction = 'up' | 'down' | 'left' | 'right'

interface Edge {
  direction: Direction
  /** What is seen of the part of the table that scrolls. */
  within: Box
}

export interface Beyond extends Edge {
  /** What lies there, the nearest first. */
  pieces: HTMLElement[]
}

/** Pieces, and whole options that a game lists itself (`data-option`). */
const OPEN = '[data-piece]:is([data-state="legal"], [data-state="risky"]), [data-option]'

/** The middle of a box, as a box without a size. */
const middleOf = ({ x, y, width, height }: Box): Box => ({ x: x + width / 2, y: y + height / 2, width: 0, height: 0 })

/** Which way the middle of one box lies outside another. */
export function wayOut(piece: Box, within: Box): Direction | null {
  const { x, y } = middleOf(piece)
  if (y < within.y) return 'up'
  if (y > within.y + within.height) return 'down'
  if (x < within.x) return 'left'
  return x > within.x + within.width ? 'right' : null
}

/** What is left of one box within another: nothing but a point or a line of that one's edge where they lie apart. */
function cut(box: Box, within: Box): Box {
  const across = (value: number): number => Math.min(within.x + within.width, Math.max(within.x, value))
  const down = (value: number): number => Math.min(within.y + within.height, Math.max(within.y, value))
  const [x, y] = [across(box.x), down(box.y)]
  return { x, y, width: across(box.x + box.width) - x, height: down(box.y + box.height) - y }
}

const hides = (element: Element): boolean => {
  const { overflowX, overflowY } = getComputedStyle(element)
  return overflowX !== 'visible' || overflowY !== 'visible'
}

/**
 * The edge beyond which a piece lies, given what cuts it, the innermost first: of a row that is out of sight itself,
 * the edge that leads to the row; of a row that is cut, what is seen of it.
 */
function edgeOf(piece: Box, around: readonly Box[]): Edge | null {
  let edge: Edge | null = null
  let middle = middleOf(piece)
  for (const within of around) {
    const direction = wayOut(middle, within)
    if (direction) edge = { direction, within }
    else if (edge) edge.within = cut(edge.within, within)
    middle = cut(middle, within)
  }
  return edge
}

/** Everything that can be chosen and is not in sight, by the edge beyond which it lies. */
export function beyond(root: HTMLElement): Beyond[] {
  const known = new Map<Element, Box | null>()
  /** Where an element cuts what lies in it. */
  const cutOf = (element: Element): Box | null => {
    const before = known.get(element)
    if (before !== undefined) return before
    const box = hides(element) ? boxOf(element) : null
    known.set(element, box)
    return box
  }
  const around = (piece: Element): Box[] => {
    const cuts: Box[] = []
    for (let outer = piece.parentElement; outer && outer !== root; outer = outer.parentElement) {
      const box = cutOf(outer)
      if (box) cuts.push(box)
    }
    return cuts
  }
  const found = new Map<string, Beyond>()
  for (const piece of root.querySelectorAll<HTMLElement>(OPEN)) {
    const edge = piece.checkVisibility?.() ? edgeOf(boxOf(piece), around(piece)) : null
    if (!edge) continue
    const { x, y, width, height } = edge.within
    const key = [edge.direction, x, y, width, height].join(' ')
    const group = found.get(key) ?? { ...edge, pieces: [] }
    if (edge.direction === 'up' || edge.direction === 'left') group.pieces.unshift(piece)
    else group.pieces.push(piece)
    found.set(key, group)
  }
  return [...found.values()]
}

/** As much may be out of sight without a mark: air below the last zone. */
const AIR = 16

/** What is seen of a table that goes on below, unless nothing is left there. */
export function restOf(table: HTMLElement | null): Box | null {
  if (!table || !['auto', 'scroll'].includes(getComputedStyle(table).overflowY)) return null
  return table.scrollHeight - table.scrollTop - table.clientHeight > AIR ? boxOf(table) : null
}
