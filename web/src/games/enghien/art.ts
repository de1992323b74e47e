/** Symbol cards of Enghien-les-Bains: white silhouettes in roundels. */
import { type Drawing, symbols, use } from '../../art/svg'
import type { SymbolCard, SymbolId } from './picture'
import { enghienSymbols } from './symbols'

export function roundel(symbol: SymbolId, x: number, y: number, radius: number): string {
  const colour = `var(--en-${symbol})`
  return (
    `<g color="${colour}"><circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>` +
    `${use(`white-${symbol}`, x - radius * 0.74, y - radius * 0.76, radius * 1.48, 3)}</g>`
  )
}

/** Silhouettes (`i-white-lac`), and the same in their roundels for lines of text (`i-e-lac`). */
const silhouettes = Object.fromEntries(
  Object.entries(enghienSymbols).map(([symbol, body]) => [`white-${symbol}`, body]),
)
const signs = Object.keys(enghienSymbols)
  .map(
    (symbol) => `<symbol id="i-e-${symbol}" viewBox="0 0 100 100">${roundel(symbol as SymbolId, 50, 50, 49)}</symbol>`,
  )
  .join('')
export const enghienSprite = symbols(silhouettes, 'white') + signs

/** One symbol alone, for matrices and logs. */
export function symbolSign(symbol: SymbolId): Drawing {
  return { box: [0, 0, 100, 100], body: roundel(symbol, 50, 50, 49) }
}

const clock: [number, number][] = [
  [27.5, 29],
  [72.5, 29],
  [50, 72],
]

/** A square card: its symbols at ten, two and six o'clock, in the order of the data. */
export function symbolCard(card: SymbolCard): Drawing {
  const signs = card.symbols.map((symbol, i) => roundel(symbol, ...(clock[i % 3] as [number, number]), 22)).join('')
  return {
    box: [0, 0, 100, 100],
    body:
      '<rect x="1" y="1" width="98" height="98" rx="10" fill="var(--card)" stroke="var(--card-edge)" stroke-width="2"/>' +
      `<path d="M50 50V8M50 50L12 78M50 50L88 78" stroke="var(--card-edge)" stroke-width="1.5" fill="none"/>${signs}`,
  }
}
