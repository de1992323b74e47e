/** What the rulebook of Carpe Diem shows. */
import { bookOf, type Figures, type Item } from '../../kit/book'
import { t, words } from '../../words/catalogue.svelte'
import { boardDrawing, carpeDiemSprite } from './board'
import { scoringCard } from './cards'
import { scoringName, tileName } from './names'
import { tileDrawing } from './tiles'
import type { ScoringCard, Tile } from './picture'

const tile = (of: Tile, width = 54, turns = 0): Item => ({
  of: tileDrawing(of, turns),
  width,
  name: tileName(of),
  kind: 'tile',
})

export const book = bookOf('carpe_diem', {
  sprite: carpeDiemSprite,
  figures: (picture): Figures => {
    const tiles = picture.ring.flatMap((space) => space.tiles)
    const run = tiles.find(({ kind }) => kind === 'run') ?? tiles[0]
    const own = picture.players[0]
    const laid = picture.cards.flatMap((one, i): [ScoringCard, number][] => (one ? [[one, i]] : []))
    const card = ([of, space]: [ScoringCard, number], width = 84): Item => ({
      of: scoringCard(of, t('page.carpe.any'), width),
      width,
      name: scoringName(of, space),
    })
    const paid = laid.filter(([, space]) => space === 2 || space === 6).map((one) => card(one, 110))
    const board: Item[] = own
      ? [{ of: boardDrawing(own), width: 230, name: words.text('carpe_diem.book.part.3'), kind: 'plain' }]
      : []
    return {
      cover: tiles.slice(0, 4).map((one) => tile(one, 76)),
      'part.1': tiles.slice(0, 4).map((one) => tile(one)),
      'part.2': picture.row.flatMap((one) => (one ? [tile(one, 42)] : [])).slice(0, 7),
      'part.3': board,
      'part.4': laid.slice(0, 3).map((one) => card(one)),
      'part.5': ['0', '1', '2', '…', '20'],
      'turn.1': ['‹', ...tiles.slice(0, 2).map((one) => tile(one)), '›'],
      'turn.2': run ? [tile(run, 72)] : [],
      'turn.3': run ? [tile(run, 64, 2), '+1'] : [],
      score: paid.length === 2 ? [paid[0] as Item, '7', '+', '7', paid[1] as Item] : paid,
    }
  },
})
