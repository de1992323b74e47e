/** Where things are, in the lengths that styles are written in: a browser measures what is drawn, however large. */
import type { Box } from './anchor'
import { screen } from './screen.svelte'

/** A length that the browser measured (of a box, of a pointer), as a style says it. */
export const styled = (measured: number): number => measured / screen.zoom

export function boxOf(element: Element | Range): Box {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: styled(left), y: styled(top), width: styled(width), height: styled(height) }
}

/** The box of what is written in an element, which may itself be as wide as its zone. */
export function textBoxOf(element: Element): Box {
  const written = document.createRange()
  written.selectNodeContents(element)
  return boxOf(written)
}

export const windowBox = (): Box => ({ x: 0, y: 0, width: styled(innerWidth), height: styled(innerHeight) })

/** Puts something that is fixed to the window where a box is. */
export function cover(element: HTMLElement, { x, y, width, height }: Box): void {
  const { style } = element
  style.left = `${x}px`
  style.top = `${y}px`
  style.width = `${width}px`
  style.height = `${height}px`
}

/** How far it is from the middle of one box to that of another. */
export const between = (from: Box, to: Box): [number, number] => [
  to.x + to.width / 2 - from.x - from.width / 2,
  to.y + to.height / 2 - from.y - from.height / 2,
]
