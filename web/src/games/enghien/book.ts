/** What the rulebook of Enghien-les-Bains shows. */
import { bookOf, type Figures, type Item } from '../../kit/book'
import { enghienSprite, symbolCard, symbolSign } from './art'
import { cardName, symbolName } from './names'
import type { SymbolCard, SymbolId } from './picture'

const card = (of: SymbolCard, width = 62): Item => ({ of: symbolCard(of), width, name: cardName(of) })
const sign = (symbol: SymbolId, width = 34): Item => ({
  of: symbolSign(symbol),
  width,
  name: symbolName(symbol),
  kind: 'plain',
})
const many = (symbol: SymbolId, n: number): Item[] => Array.from({ length: n }, () => sign(symbol, 24))

export const book = bookOf('enghien', {
  sprite: enghienSprite,
  figures: (picture): Figures => {
    const open = picture.layout.flatMap((cell) => (cell.card && cell.taken_by === null ? [cell.card] : []))
    const [first] = open
    if (!first) return {}
    return {
      cover: open.slice(0, 3).map((one) => card(one, 84)),
      'part.1': open.slice(0, 6).map((one) => card(one)),
      'part.2': (picture.players[0]?.cards ?? []).slice(0, 6).map((one) => card(one)),
      'part.3': picture.majorities.map((row) => sign(row.kind as SymbolId)),
      'turn.1': [card(first, 84)],
      'turn.2': [card(first, 72), '=', ...first.symbols.map((symbol) => sign(symbol))],
      'turn.3': open.slice(1, 4).map((one) => card(one)),
      score: [...many('casino', 6), '6', ...many('casino', 5), '0', ...many('casino', 2), '0'],
    }
  },
})
