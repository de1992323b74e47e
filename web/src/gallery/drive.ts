/** Brings a sample table into a state worth looking at: pieces picked, a sheet open, a reason shown. */
import type { Attachment } from 'svelte/attachments'

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))
const piece = (id: string): HTMLElement | null => document.querySelector(`[data-piece="${CSS.escape(id)}"]`)

export function drive(wishes: URLSearchParams): Attachment {
  return () => {
    void (async () => {
      await pause(100)
      for (const id of wishes.get('pick')?.split(',') ?? []) {
        piece(id)?.click()
        await pause(30)
      }
      const asked = wishes.get('ask')
      if (asked) piece(asked)?.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }))
      const press = wishes.get('press')
      if (press) document.querySelector<HTMLElement>(`[aria-label="${CSS.escape(press)}"]`)?.click()
      const key = wishes.get('key')
      if (key) window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      const tab = Number(wishes.get('tab') ?? -1)
      if (tab >= 0) document.querySelectorAll<HTMLElement>('nav button')[tab]?.click()
    })()
  }
}
