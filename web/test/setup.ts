/** What a test page lacks beside a browser's. */
import { afterEach } from 'vitest'

Element.prototype.scrollIntoView ??= () => undefined
Element.prototype.setPointerCapture ??= () => undefined
Element.prototype.hasPointerCapture ??= () => false

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
})
