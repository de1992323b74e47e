/**
 * Arrow keys inside a grid, a hand or a ring: one stop for Tab, arrows go to the nearest piece in that direction.
 * Geometry decides, so the same code serves every layout.
 */
import type { Attachment } from 'svelte/attachments'

type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

const directions: Record<Arrow, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Centre {
  x: number
  y: number
}

function centre(element: Element): Centre {
  const box = element.getBoundingClientRect()
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
}

/** The nearest of `others` from `from` in a direction: distance along it, and twice the distance beside it. */
export function nearest<Item extends Centre>(
  from: Centre,
  others: readonly Item[],
  [dx, dy]: [number, number],
): Item | null {
  let best: Item | null = null
  let least = Infinity
  for (const other of others) {
    const along = (other.x - from.x) * dx + (other.y - from.y) * dy
    const beside = Math.abs((other.x - from.x) * dy) + Math.abs((other.y - from.y) * dx)
    if (along <= 1) continue
    const price = along + 2 * beside
    if (price < least) {
      least = price
      best = other
    }
  }
  return best
}

const stops = (group: HTMLElement): HTMLElement[] =>
  [...group.querySelectorAll<HTMLElement>('[data-piece]')].filter(
    (element) => element.tabIndex >= -1 && !element.hasAttribute('disabled'),
  )

function only(group: HTMLElement, stop: HTMLElement): void {
  for (const element of stops(group)) element.tabIndex = element === stop ? 0 : -1
}

/** Attach to the element around the pieces: `<div {@attach roving}>`. */
export const roving: Attachment<HTMLElement> = (group) => {
  /** Tab should land on something that can be chosen, where there is such a thing. */
  function rest(): void {
    const all = stops(group)
    const isOpen = (element: HTMLElement): boolean =>
      ['legal', 'risky', 'other'].includes(element.dataset['state'] ?? '')
    const current = all.find((element) => element === document.activeElement)
    const selected = all.find((element) => element.dataset['state'] === 'selected')
    const first =
      (current && (isOpen(current) || current === selected) ? current : undefined) ??
      selected ??
      all.find(isOpen) ??
      current ??
      all[0]
    if (first) only(group, first)
  }

  function onkeydown(event: KeyboardEvent): void {
    const direction = directions[event.key as Arrow] as [number, number] | undefined
    const here = event.target as HTMLElement
    if (!direction || !here.dataset['piece'] || event.altKey || event.ctrlKey || event.metaKey) return
    const others = stops(group)
      .filter((element) => element !== here)
      .map((element) => ({ element, ...centre(element) }))
    const next = nearest(centre(here), others, direction)
    if (!next) return
    event.preventDefault()
    only(group, next.element)
    next.element.focus()
  }

  function onfocusin(event: FocusEvent): void {
    const here = event.target as HTMLElement
    if (here.dataset['piece']) only(group, here)
  }

  rest()
  const watcher = new MutationObserver(rest)
  watcher.observe(group, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-state'] })
  group.addEventListener('keydown', onkeydown)
  group.addEventListener('focusin', onfocusin)
  return () => {
    watcher.disconnect()
    group.removeEventListener('keydown', onkeydown)
    group.removeEventListener('focusin', onfocusin)
  }
}
