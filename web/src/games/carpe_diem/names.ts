/** Carpe Diem's words. */
import { t, words } from '../../words/catalogue.svelte'
import type { Face, Kind, Reward, ScoringCard } from './picture'

const kindOfEdge: Record<string, Kind> = {
  V: 'villa',
  W: 'vineyard',
  H: 'herb_garden',
  C: 'chicken_run',
  F: 'fish_pond',
  M: 'merchant',
  B: 'baker',
  S: 'senator',
  A: 'artisan',
}

export const kindName = (kind: string): string => words.text(`carpe_diem.kind.${kind}`)
export const goodName = (good: string): string => words.text(`carpe_diem.good.${good}`)

/** `villa and vineyard, 1 chimney` */
export function tileName(tile: Face): string {
  if (tile.single) return kindName(tile.single)
  const kinds = [...new Set([...tile.edges].filter((edge) => edge !== 'P'))].map((edge) =>
    kindName(kindOfEdge[edge] ?? edge),
  )
  const what = kinds.join(' + ')
  return tile.chimneys ? `${what}, ${t('page.carpe.chimneys', { n: tile.chimneys })}` : what
}

/** Where a scoring card lies, as the log says it: columns a to d, rows 1 to 3. */
export const cardPlace = (space: number): string => `${'abcd'.charAt(space % 4)}${Math.floor(space / 4) + 1}`

/** What a scoring card asks for: give 3 chickens, own 2 villas. */
export function demand(card: ScoringCard): string {
  const needs = Object.entries(card.need).map(([thing, n]) => `${thing}${n}`)
  return words.text(`carpe_diem.demand.${needs.join('-')}`)
}

const rewardKeys = {
  vp: 'page.points',
  coin: 'page.carpe.coins',
  bread: 'page.carpe.breads',
  step: 'page.carpe.steps',
} as const
const rewardName = (reward: Reward, n: number): string => t(rewardKeys[reward], { n })

/** `c2: give 2 grapes; for each set 4 points` */
export function scoringName(card: ScoringCard, space: number): string {
  const reward = Object.entries(card.reward)
    .filter(([, n]) => n > 0)
    .map(([thing, n]) => rewardName(thing as Reward, n))
    .join(', ')
  return t('page.carpe.card', { place: cardPlace(space), demand: demand(card), reward })
}

/** A circle by the two cards it joins. */
export function circleName(cards: readonly (ScoringCard | null)[], [first, second]: readonly [number, number]): string {
  const named = (space: number): string => {
    const card = cards[space]
    return card ? `${cardPlace(space)} (${demand(card)})` : cardPlace(space)
  }
  return t('page.carpe.circle', { first: named(first), second: named(second) })
}
