/** Marks on the table what a panel beside it speaks of. */
import { byId } from './motion'

/** Outlines places by their ids; the answer takes the outlines away. */
export function pointAt(places: readonly string[]): () => void {
  const found = [...new Set(places.map((place) => byId(document, place)))].filter((one) => one !== null)
  for (const element of found) element.dataset['pointed'] = ''
  found[0]?.scrollIntoView?.({ block: 'nearest' })
  return () => {
    for (const element of found) delete element.dataset['pointed']
  }
}

/** Numbers the pieces of several moves on the table, `now` filled; the answer takes the numbers away. */
export function numberMoves(moves: readonly (readonly string[])[], now: number): () => void {
  const marked: HTMLElement[] = []
  moves.forEach((targets, i) => {
    const seen = new Map<string, number>()
    for (const target of targets) {
      const copy = seen.get(target) ?? 0
      seen.set(target, copy + 1)
      const element = document.querySelectorAll<HTMLElement>(`[data-target="${CSS.escape(target)}"]`)[copy]
      if (!element || (element.dataset['hint'] && i !== now)) continue
      element.dataset['hint'] = String(i + 1)
      element.toggleAttribute('data-hint-now', i === now)
      marked.push(element)
    }
  })
  marked.find((element) => 'hintNow' in element.dataset)?.scrollIntoView?.({ block: 'nearest' })
  return () => {
    for (const element of marked) {
      delete element.dataset['hint']
      delete element.dataset['hintNow']
    }
  }
}
