/** What a test page lacks beside a browser's. */
import { afterEach, vi } from 'vitest'

Element.prototype.scrollIntoView ??= () => undefined
Element.prototype.setPointerCapture ??= () => undefined
Element.prototype.hasPointerCapture ??= () => false

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
  localStorage.clear()
})
