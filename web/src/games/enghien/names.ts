/** Enghien's words. */
import { t, words } from '../../words/catalogue.svelte'
import type { LayoutCell, SymbolCard } from './picture'

export const symbolName = (symbol: string): string => words.text(`enghien.symbol.${symbol}`)
export const cardName = (card: SymbolCard): string => card.symbols.map(symbolName).join(', ')
export const cellName = (cell: LayoutCell, taker: string): string => {
  const place = cell.cell.toUpperCase()
  if (cell.taken_by !== null || !cell.card) return t('page.enghien.hole', { cell: place, name: taker })
  return t('page.enghien.cell', { cell: place, symbols: cardName(cell.card) })
}
