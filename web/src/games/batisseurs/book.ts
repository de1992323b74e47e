/** What the rulebook of Les Grands Bâtisseurs shows. */
import { cardBack } from '../../art/backs'
import { use } from '../../art/svg'
import { bookOf, type Figures, type Item } from '../../kit/book'
import { t, words } from '../../words/catalogue.svelte'
import { batisseursSprite, buildingCard, city, tent } from './art'
import { cardName, faceName, typeCode } from './names'
import type { Card } from './picture'

const card = (of: Card, width = 64): Item => ({
  of: buildingCard(of, typeCode(of.type), width),
  width,
  name: cardName(of),
})
const symbol = (name: string, label: string, width = 54): Item => ({
  of: { box: [0, 0, 100, 100], body: use(name, 0, 0, 100, 3) },
  width,
  name: label,
  kind: 'plain',
})
const row = (cards: Card[], width: number): Item => ({
  of: city(
    cards.map((one) => ({ kind: 'card', card: one })),
    typeCode,
  ),
  width,
  name: cards.map(cardName).join('; '),
})

export const book = bookOf('batisseurs', {
  sprite: batisseursSprite,
  figures: (picture): Figures => {
    const own = picture.players[0]
    const built = (own?.city ?? []).filter((one) => one !== null)
    const hand = own?.hand ?? []
    const { top } = picture.open_pile
    const back: Item = { of: cardBack('var(--p-terra)'), width: 60, name: t('page.batisseurs.hidden_card') }
    const open = top ? [card(top)] : []
    const whole = [...built, ...(top ? [top] : []), ...hand]
    return {
      cover: [row(built, 400)],
      'part.1': [...open, back],
      'part.2': [{ of: tent(0), width: 60, name: words.text('batisseurs.book.part.2'), kind: 'plain' }],
      'part.3': [row(built, 320)],
      'part.4': hand.map((one) => card(one)),
      'part.5': [symbol('stone', words.text('batisseurs.book.part.5'))],
      'turn.1': [symbol('die-4', faceName('4')), '+', symbol('coin', words.text('batisseurs.book.column.income'), 34)],
      'turn.2': [...open, '3', '4', '5'],
      'turn.3': top ? [row([...built.slice(-2), top], 220)] : [],
      score: [row(whole, 520)],
    }
  },
})
