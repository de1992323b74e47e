/**
 * How much more stands above the board than its prompt: banners, or a lesson's card. Boards that are measured by the
 * window leave it room (`--band`), so that they never lie over the bar below them.
 */

/** The height of a prompt. */
const PROMPT = 54

/** What stands between the edge of the main part and the table, beyond a prompt and the gap after it. */
export function bandAbove(table: number, main: number, { padding, gap }: { padding: number; gap: number }): number {
  return Math.max(0, Math.round(table - main - padding - PROMPT - gap))
}

/** Tells the band whenever something above the table comes, goes or changes its height; the answer ends it. */
export function watchBand(main: HTMLElement, tell: (band: number) => void): () => void {
  const measure = (): void => {
    const table = main.querySelector<HTMLElement>(':scope > .cols')
    if (!table) return
    const { paddingTop, rowGap } = getComputedStyle(main)
    const edges = { padding: parseFloat(paddingTop) || 0, gap: parseFloat(rowGap) || 0 }
    tell(bandAbove(table.getBoundingClientRect().top, main.getBoundingClientRect().top, edges))
  }
  const sizes = new ResizeObserver(measure)
  const follow = (): void => {
    sizes.disconnect()
    for (const child of main.children) sizes.observe(child)
  }
  const children = new MutationObserver(follow)
  children.observe(main, { childList: true })
  follow()
  return () => {
    sizes.disconnect()
    children.disconnect()
  }
}
