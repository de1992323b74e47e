/** Keeps the focus inside a dialogue, closes it on Esc, and gives the focus back afterwards. */
import type { Attachment } from 'svelte/attachments'

const focusable = 'button:not([tabindex="-1"]):not([disabled]), a[href], input, select, textarea, [tabindex="0"]'

export function trap(close: () => void): Attachment<HTMLElement> {
  return (dialogue) => {
    const before = document.activeElement
    const inside = (): HTMLElement[] => [...dialogue.querySelectorAll<HTMLElement>(focusable)]
    const first = dialogue.querySelector<HTMLElement>('[data-autofocus]') ?? dialogue
    first.focus({ preventScroll: true })

    function onkeydown(event: KeyboardEvent): void {
      if (event.key === 'Escape') {
        event.stopPropagation()
        close()
        return
      }
      if (event.key !== 'Tab') return
      const stops = inside()
      const end = event.shiftKey ? stops[0] : stops.at(-1)
      if (document.activeElement === end || document.activeElement === dialogue) {
        event.preventDefault()
        ;(event.shiftKey ? stops.at(-1) : stops[0])?.focus()
      }
    }

    dialogue.addEventListener('keydown', onkeydown)
    return () => {
      dialogue.removeEventListener('keydown', onkeydown)
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }
}

/** Something beside the table: the focus goes there first and may leave it; Esc closes it. */
export function visit(close: () => void): Attachment<HTMLElement> {
  return (beside) => {
    const before = document.activeElement
    ;(beside.querySelector<HTMLElement>('[data-autofocus]') ?? beside).focus({ preventScroll: true })
    function onkeydown(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close()
    }
    beside.addEventListener('keydown', onkeydown)
    return () => {
      const inside = beside.contains(document.activeElement) || document.activeElement === document.body
      beside.removeEventListener('keydown', onkeydown)
      if (inside && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }
}
