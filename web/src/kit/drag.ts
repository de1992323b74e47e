/**
 * Dragging with pointer events: the piece follows the pointer as a copy, and is dropped on a target.
 * A press that does not move is a tap, and a press that stays asks for the reason.
 */
import { boxOf, cover, styled } from './box'

export interface Gestures {
  canDrag: () => boolean
  /** The piece has been dropped on the element under the pointer, or on nothing. */
  onDrop: (over: Element | null) => void
  onDragStart?: () => void
  onDragEnd?: () => void
  /** The pointer has rested on the piece: a long press. */
  onHold: () => void
}

const preventDefault = (event: Event): void => event.preventDefault()
const THRESHOLD = 8
const HOLD = 450

/** A copy of the piece that follows the pointer; the original stays in place. */
function copyOf(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement
  copy.removeAttribute('id')
  copy.removeAttribute('data-piece')
  copy.setAttribute('aria-hidden', 'true')
  copy.classList.add('dragged')
  cover(copy, boxOf(element))
  document.body.append(copy)
  return copy
}

export function gestures(element: HTMLElement, ask: Gestures): () => void {
  let start: { x: number; y: number; pointer: number } | null = null
  let copy: HTMLElement | null = null
  let hold: ReturnType<typeof setTimeout> | undefined
  let spent = false

  /** A quick hand has left the piece before the first movement is told: the window hears the rest. */
  function listen(on: boolean): void {
    const change = on ? window.addEventListener.bind(window) : window.removeEventListener.bind(window)
    change('pointermove', onpointermove as EventListener)
    change('pointerup', onpointerup as EventListener)
    change('pointercancel', end)
    change('selectstart', preventDefault) // nothing between here and there is marked as text
  }

  function end(): void {
    clearTimeout(hold)
    listen(false)
    if (copy) {
      copy.remove()
      copy = null
      ask.onDragEnd?.()
    }
    start = null
  }

  function onpointerdown(event: PointerEvent): void {
    if (event.button !== 0) return
    spent = false
    start = { x: event.clientX, y: event.clientY, pointer: event.pointerId }
    listen(true)
    clearTimeout(hold)
    if (event.pointerType !== 'mouse') {
      hold = setTimeout(() => {
        spent = true
        end()
        ask.onHold()
      }, HOLD)
    }
  }

  function onpointermove(event: PointerEvent): void {
    if (!start || event.pointerId !== start.pointer) return
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
    if (!copy) {
      if (Math.hypot(dx, dy) < THRESHOLD) return
      clearTimeout(hold)
      if (!ask.canDrag()) return end()
      element.setPointerCapture(event.pointerId)
      copy = copyOf(element)
      ask.onDragStart?.()
    }
    copy.style.transform = `translate(${styled(dx)}px, ${styled(dy)}px)`
  }

  function onpointerup(event: PointerEvent): void {
    if (!start || event.pointerId !== start.pointer) return end()
    const dragged = copy !== null
    end()
    if (!dragged) return
    spent = true
    ask.onDrop(document.elementFromPoint(event.clientX, event.clientY))
  }

  /** A drag or a long press is not a tap as well. */
  function onclick(event: MouseEvent): void {
    if (!spent) return
    spent = false
    event.stopImmediatePropagation()
    event.preventDefault()
  }

  element.addEventListener('pointerdown', onpointerdown)
  element.addEventListener('click', onclick, true)
  return () => {
    end()
    element.removeEventListener('pointerdown', onpointerdown)
    element.removeEventListener('click', onclick, true)
  }
}
