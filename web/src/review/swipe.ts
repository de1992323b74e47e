/** A finger that strokes along the board turns to the next decision, or back, like a page. */
import type { Attachment } from 'svelte/attachments'

/** How far a finger must go, in pixels, and how much further along than across. */
const FAR = 44
const ALONG = 1.8

/** One on where the finger went left, one back where it went right, none where it went nowhere in particular. */
export function strokeOf(dx: number, dy: number): -1 | 0 | 1 {
  if (Math.abs(dx) < FAR || Math.abs(dx) < ALONG * Math.abs(dy)) return 0
  return dx < 0 ? 1 : -1
}

/** What moves under the finger by itself: what scrolls along, and what is dragged. */
function isHeld(target: EventTarget | null, place: Element): boolean {
  for (let one = target instanceof Element ? target : null; one && one !== place; one = one.parentElement) {
    if (one.matches('input, textarea, select, [role="slider"]')) return true
    const { overflowX } = getComputedStyle(one)
    if (one.scrollWidth > one.clientWidth + 1 && (overflowX === 'auto' || overflowX === 'scroll')) return true
  }
  return false
}

/** Steps through a game where fingers stroke; mice and pens have buttons and keys. */
export function swipes(step: (by: -1 | 1) => void): Attachment<HTMLElement> {
  return (place) => {
    let from: { id: number; x: number; y: number } | null = null
    const begin = (event: PointerEvent): void => {
      const first = event.pointerType === 'touch' && event.isPrimary && !isHeld(event.target, place)
      from = first ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null
    }
    const end = (event: PointerEvent): void => {
      if (from?.id !== event.pointerId) return
      const by = strokeOf(event.clientX - from.x, event.clientY - from.y)
      from = null
      if (by) step(by)
    }
    const drop = (): void => void (from = null)
    place.style.touchAction = 'pan-y pinch-zoom'
    place.addEventListener('pointerdown', begin)
    place.addEventListener('pointerup', end)
    place.addEventListener('pointercancel', drop)
    return () => {
      place.removeEventListener('pointerdown', begin)
      place.removeEventListener('pointerup', end)
      place.removeEventListener('pointercancel', drop)
    }
  }
}
