/** What the rulebook of Alhambra shows. */
import { cardBack } from '../../art/backs'
import { bookOf, type Figures, type Item } from '../../kit/book'
import { capital } from '../../words/catalogue.svelte'
import { alhambraSprite, buildingCard, categoryChip, moneyCard } from './art'
import { buildingName, categoryCode, categoryName, currencyCode, moneyName } from './names'
import type { Building, Category, Money } from './picture'

const money = (of: Money, width = 52): Item => ({
  of: moneyCard(of, currencyCode(of.currency), width),
  width,
  name: moneyName(of),
})
const building = (of: Building, width = 72): Item => ({
  of: buildingCard(of, categoryCode(of.category), capital(categoryName(of.category)), width),
  width,
  name: buildingName(of),
})
const many = (category: Category, n: number): Item[] =>
  Array.from({ length: n }, () => ({
    of: categoryChip(category),
    width: 34,
    name: categoryName(category),
    kind: 'plain' as const,
  }))
const is = <Thing>(one: Thing | null | undefined): one is Thing => one !== null && one !== undefined

export const book = bookOf('alhambra', {
  sprite: alhambraSprite,
  figures: (picture): Figures => {
    const yard = picture.yard.filter(is)
    const open = picture.money.filter(is)
    const own = picture.players[0]
    const hand = own?.hand ?? []
    const [goal] = yard
    const florins = hand.filter(({ currency }) => currency === picture.slots[0])
    const small = open.filter(({ value }) => value < 5).slice(1, 3)
    const back: Item = { of: cardBack('var(--p-slate)', 48 / 34), width: 34, name: '' }
    return {
      cover: yard.slice(0, 3).map((one) => building(one, 96)),
      'part.1': yard.map((one) => building(one)),
      'part.2': open.map((one) => money(one)),
      'part.3': [back, back, 'A', back, back, 'B', back],
      'part.4': hand.slice(0, 6).map((one) => money(one)),
      'part.5': (own?.buildings ?? []).map((one) => building(one, 60)),
      'turn.1': [...small.map((one) => money(one)), '≤ 5'],
      'turn.2': goal ? [...florins.slice(1, 3).map((one) => money(one)), '›', building(goal)] : [],
      'turn.3': goal ? [...florins.slice(0, 2).map((one) => money(one)), `= ${goal.price}`] : [],
      score: [...many('tower', 3), '+9', ...many('tower', 3), '+9', ...many('tower', 1), '0'],
    }
  },
})
