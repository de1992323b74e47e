/** What a test page lacks beside a browser's. */
import { afterAll, afterEach, vi } from 'vitest'
import { words } from '../src/words/catalogue.svelte'

Element.prototype.scrollIntoView ??= () => undefined
Element.prototype.setPointerCapture ??= () => undefined
Element.prototype.hasPointerCapture ??= () => false

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
  localStorage.clear()
})

// Files share their modules: the next one begins in English.
afterAll(() => words.speak('en'))
