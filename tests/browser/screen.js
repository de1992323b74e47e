// What is wrong with a table on this screen: something scrolls that should not, hides what is to be pressed, or is cut.
() => {
  const faults = []
  const root = document.scrollingElement
  if (root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1) faults.push('the page scrolls')
  const nameOf = (element) => element.dataset.piece ?? element.dataset.bar ?? element.className
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const SHARES = [0.5, 0.15, 0.85, 0.3, 0.7]
  /** Points of an element that a finger would reach, of those that are tried. */
  const reached = (element) => {
    const box = element.getBoundingClientRect()
    return SHARES.flatMap((x) => SHARES.map((y) => [box.left + box.width * x, box.top + box.height * y])).filter(
      ([x, y]) => {
        const hit = document.elementFromPoint(x, y)
        return hit !== null && (element.contains(hit) || hit.closest('[data-piece]') === element)
      },
    ).length
  }
  /** Which way a piece lies beyond what scrolls: the outermost edge first, which leads to what scrolls within it. */
  const wayOut = (piece) => {
    const box = piece.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const around = []
    for (let element = piece.parentElement; element; element = element.parentElement) around.unshift(element)
    for (const element of around) {
      const style = getComputedStyle(element)
      const within = element.getBoundingClientRect()
      const scrollsY = /auto|scroll/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 1
      const scrollsX = /auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1
      if (scrollsY && y < within.top) return 'up'
      if (scrollsY && y > within.bottom) return 'down'
      if (scrollsX && x < within.left) return 'left'
      if (scrollsX && x > within.right) return 'right'
    }
    return null
  }
  const marks = new Set([...document.querySelectorAll('[data-beyond]')].filter(isSeen).map((one) => one.dataset.beyond))
  for (const piece of document.querySelectorAll('[data-piece], [data-option]')) {
    const isOpen = 'option' in piece.dataset || ['legal', 'risky'].includes(piece.dataset.state)
    if (!isOpen || !isSeen(piece) || reached(piece)) continue
    const way = wayOut(piece)
    if (way === null) faults.push(`${nameOf(piece)} can be chosen and cannot be reached`)
    else if (!marks.has(way)) faults.push(`${nameOf(piece)} lies ${way} of what is seen, and nothing says so`)
  }
  const table = document.querySelector('.work .cols')
  const isLong = table && /auto|scroll/.test(getComputedStyle(table).overflowY)
  if (isLong && table.scrollHeight - table.scrollTop > table.clientHeight + 20)
    if (!marks.has('down') && !document.querySelector('[data-rest]')) faults.push('the table goes on, and nothing says so')
  for (const bar of document.querySelectorAll('[data-bar], nav')) {
    if (!isSeen(bar)) continue
    const box = bar.getBoundingClientRect()
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      faults.push(`${nameOf(bar)} leaves the window`)
    const lost = SHARES.length ** 2 - reached(bar)
    if (lost) faults.push(`${nameOf(bar)} is covered (${lost} of ${SHARES.length ** 2} points)`)
    for (const button of bar.querySelectorAll(':is(button, a):not(.chip *)'))
      if (isSeen(button) && !reached(button)) faults.push(`${button.textContent.trim()} is covered or cut`)
  }
  const asked = document.querySelector('[data-bar=prompt] p')
  const [said, room] = [asked, asked?.parentElement].map((one) => one?.getBoundingClientRect() ?? { top: 0, bottom: 0 })
  if (said.top < room.top - 1 || said.bottom > room.bottom + 1 || asked?.scrollHeight > asked?.clientHeight + 2)
    faults.push('the question is cut')
  return faults
}
