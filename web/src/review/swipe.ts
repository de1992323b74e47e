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

/** Steps through a game where a finger strokes. Touches are told to the end, also where the browser scrolls by then. */
export function swipes(step: (by: -1 | 1) => void): Attachment<HTMLElement> {
  return (place) => {
    let from: { x: number; y: number } | null = null
    const begin = (event: TouchEvent): void => {
      const [finger, other] = event.touches
      const first = finger && !other && !isHeld(event.target, place)
      from = first ? { x: finger.clientX, y: finger.clientY } : null
    }
    const end = (event: TouchEvent): void => {
      const [finger] = event.changedTouches
      const by = from && finger ? strokeOf(finger.clientX - from.x, finger.clientY - from.y) : 0
      from = null
      if (by) step(by)
    }
    const drop = (): void => void (from = null)
    place.addEventListener('touchstart', begin, { passive: true })
    place.addEventListener('touchend', end, { passive: true })
    place.addEventListener('touchcancel', drop, { passive: true })
    return () => {
      place.removeEventListener('touchstart', begin)
      place.removeEventListener('touchend', end)
      place.removeEventListener('touchcancel', drop)
    }
  }
}
