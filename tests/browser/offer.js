// What the page offers to be pressed now; null while the server owes an answer, others are to move, or nothing changed.
([offered, sign]) => {
  if (document.querySelector('[data-tally]')) return { over: true } // a scoring is told: nothing to decide
  const bar = document.querySelector('[data-bar=confirm]')
  const root = document.querySelector('[data-ply]')
  if (!bar || !root || bastideLine.waiting) return null
  if (bar.querySelector('a[href^="/end/"]')) return { over: true }
  if (root.dataset.asked !== 'true') return null
  const places = (list, holds) => list.flatMap((element, i) => (holds(element) ? [i] : []))
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0
  const buttons = [...bar.querySelectorAll('button')]
  const states = [...document.querySelectorAll('[data-piece]')].map((piece) => piece.dataset.state[0]).join('')
  const now = [root.dataset.ply, states, bar.textContent].join()
  if (now === sign) return null
  return {
    over: false,
    ply: Number(root.dataset.ply),
    primary: buttons.findIndex((button) => 'primary' in button.dataset),
    ways: places(buttons, (button) => 'way' in button.dataset),
    pieces: places([...document.querySelectorAll(offered)], isSeen),
    targets: [...document.querySelectorAll(offered)].map((piece) => (piece.dataset.state === 'risky' ? '' : piece.dataset.target)),
    sign: now,
  }
}
