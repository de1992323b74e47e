/** Brings a line into sight by moving the box that it scrolls in, and nothing around that. */
export function reveal(line: Element, list: Element): void {
  const box = scrollerOf(list)
  if (!box) return
  const [inner, outer] = [line.getBoundingClientRect(), box.getBoundingClientRect()]
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom
  else if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top
}

/** The list itself, or what it lies in: a sheet. The page as a whole stays where its reader has put it. */
function scrollerOf(list: Element): Element | null {
  for (let box: Element | null = list; box && box !== document.body; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box)
    if (box.scrollHeight > box.clientHeight + 1 && (overflowY === 'auto' || overflowY === 'scroll')) return box
  }
  return null
}
