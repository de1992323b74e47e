/**
 * Motion that shows what moved where: pieces are measured before a new position is drawn, and travel from there.
 * A piece that is no longer there (a card that went to somebody) flies to the place named by the server; a new one
 * comes from its pile.
 */
import type { Target } from '../net/protocol'
import type { Box } from './anchor'
import { between, boxOf, cover } from './box'
import { settings } from './settings.svelte'

const EASE = 'cubic-bezier(.2, .7, .2, 1)'
const durations = { normal: 250, fast: 150, off: 0 }
const REFILL = 40
/** Nearer than this, a piece has only changed its looks. */
const NEAR = 8

interface Trace {
  box: Box
  copy: Element | null
}
export type Traces = Map<string, Trace>

/** What may be chosen (`data-piece`), and what only moves: a pawn, a disc, a stone (`data-mover`). */
const pieces = (root: ParentNode): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>('[data-piece], [data-mover]'),
]
const idOf = (element: HTMLElement): string => (element.dataset['mover'] ?? element.dataset['piece']) as string

const named = (root: ParentNode, id: string): HTMLElement | null => {
  const value = CSS.escape(id)
  return root.querySelector<HTMLElement>(`[data-mover="${value}"], [data-piece="${value}"], [data-place~="${value}"]`)
}
/** The piece or place of that id; failing that what contains it (`board:2` for `board:2:c3`). */
export function byId(root: ParentNode, id: string): HTMLElement | null {
  const parts = id.split(':')
  for (let n = parts.length; n > 1; n--) {
    const found = named(root, parts.slice(0, n).join(':'))
    if (found) return found
  }
  return named(root, id)
}

/** Where every piece is now; a copy is kept of those that the server says will move. */
export function measure(root: ParentNode, moving: readonly Target[] = []): Traces {
  const traces: Traces = new Map()
  const keep = new Set(moving)
  for (const element of pieces(root)) {
    const id = idOf(element)
    const drawing = keep.has(id) ? element.querySelector('svg') : null
    traces.set(id, {
      box: boxOf(element),
      copy: drawing ? (drawing.cloneNode(true) as Element) : null,
    })
  }
  return traces
}

type Start = () => void

/** What flies now. */
const flights = new Set<Animation>()

function moving(element: HTMLElement, frames: Keyframe[], duration: number, delay = 0): Animation | undefined {
  const flight = element.animate?.(frames, { duration, delay, easing: EASE, fill: 'backwards' })
  if (flight?.finished) {
    flights.add(flight)
    const land = (): boolean => flights.delete(flight)
    flight.finished.then(land, land)
  }
  return flight
}

/**
 * Does something once all that flies has landed, at once where nothing does: what is much work to draw would make a
 * flight falter. The answer takes it back.
 */
export function onceLanded(act: () => void): () => void {
  let isWanted = true
  const goOn = (): void => {
    if (!isWanted) return
    if (flights.size) void Promise.allSettled([...flights].map((flight) => flight.finished)).then(goOn)
    else act()
  }
  goOn()
  return () => (isWanted = false)
}

/**
 * `translate` and `scale` leave the piece's own `transform` alone: what is lifted travels lifted, and does not drop
 * at the end. Over what lies in its way by a style of its own: were that part of its motion, each frame would be drawn.
 */
function travel(element: HTMLElement, from: Box, duration: number): Start | null {
  const to = boxOf(element)
  const [dx, dy] = [from.x - to.x, from.y - to.y]
  if (Math.hypot(dx, dy) < 2) return null
  return () => {
    const flight = moving(element, [{ translate: `${dx}px ${dy}px` }, { translate: '0 0' }], duration)
    if (!flight) return
    element.style.zIndex = '3'
    flight.onfinish = flight.oncancel = () => (element.style.zIndex = '')
  }
}

function fly({ copy, box }: Trace, to: Box, delay: number, duration: number): Start | null {
  const [dx, dy] = between(box, to)
  if (!copy || Math.hypot(dx, dy) < NEAR) return null
  return () => {
    const flier = document.createElement('div')
    flier.className = 'flier'
    flier.setAttribute('aria-hidden', 'true')
    cover(flier, box)
    flier.append(copy)
    document.body.append(flier)
    const frames = [
      { transform: 'none', opacity: 1 },
      { transform: `translate(${dx}px, ${dy}px) scale(.5)`, opacity: 0.6 },
    ]
    const flight = moving(flier, frames, duration, delay)
    if (flight) flight.onfinish = () => flier.remove()
    else flier.remove()
  }
}

/**
 * Is the piece gone, or does something else lie in its place? Slots are refilled at once: the same id is another
 * card then.
 */
function hasLeft(root: ParentNode, piece: string, trace: Trace): boolean {
  const now = root.querySelector(`[data-piece="${CSS.escape(piece)}"], [data-mover="${CSS.escape(piece)}"]`)
  return now?.querySelector('svg')?.innerHTML !== trace.copy?.innerHTML
}

/** What came out of a pile slides in from there. */
function arrive(element: HTMLElement, from: Element | null, delay: number, duration: number): Start | null {
  const source = from ? boxOf(from) : null
  if (!source?.width) return null
  const [dx, dy] = between(boxOf(element), source)
  const frames = [
    { translate: `${dx}px ${dy}px`, scale: 0.4, opacity: 0.4 },
    { translate: '0 0', scale: 1, opacity: 1 },
  ]
  return () => moving(element, frames, duration, delay)
}

/** Under reduced motion nothing travels: what arrived is outlined for a second instead. */
function outline(element: HTMLElement): void {
  element.classList.add('arrived')
  setTimeout(() => element.classList.remove('arrived'), 1000)
}

/** One move that the server names: a card flies to whoever took it, or comes from where it lay. */
function follow(
  root: ParentNode,
  before: Traces,
  [piece, target]: readonly [Target, HTMLElement],
  delay: number,
  duration: number,
): Start | null {
  const trace = before.get(piece)
  if (!trace) return arrive(target, root.querySelector(`[data-place~="${CSS.escape(piece)}"]`), delay, duration)
  return trace.copy && hasLeft(root, piece, trace) ? fly(trace, boxOf(target), delay, duration) : null
}

/**
 * After the new position is drawn: everything that was elsewhere comes from there. All is measured before anything
 * moves: what is asked of a page that has changed since is worked out anew each time.
 */
export function play(root: ParentNode, before: Traces, moved: readonly [Target, Target][] = []): void {
  const duration = durations[settings.motion]
  const moves = moved.flatMap(([piece, place]): [Target, HTMLElement][] => {
    const target = byId(root, place)
    return target ? [[piece, target]] : []
  })
  if (!duration) return moves.forEach(([, target]) => outline(target))
  const starts = [
    ...pieces(root).map((element) => {
      const from = before.get(idOf(element))
      return from ? travel(element, from.box, duration) : null
    }),
    ...moves.map((move, i) => follow(root, before, move, i * REFILL, duration)),
  ]
  for (const start of starts) start?.()
}
