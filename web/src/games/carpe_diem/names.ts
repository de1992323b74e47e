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

const goods: readonly string[] = ['grape', 'herb', 'chicken', 'fish']

function needName(need: string, n: number): string {
  if (need === 'chimney') return t('page.carpe.chimneys', { n })
  if (need === 'any_landscape') return t('page.carpe.any_landscapes', { n })
  if (need === 'any_dwelling') return t('page.carpe.any_dwellings', { n })
  return `${n} ${goods.includes(need) ? goodName(need) : kindName(need)}`
}

const rewardKeys = {
  vp: 'page.points',
  coin: 'page.carpe.coins',
  bread: 'page.carpe.breads',
  step: 'page.carpe.steps',
} as const
const rewardName = (reward: Reward, n: number): string => t(rewardKeys[reward], { n })

/** For the eye: without the letter that the card shows. */
export function scoringSentence(card: ScoringCard): string {
  return t(card.kind === 'pay' ? 'page.carpe.sentence_pay' : 'page.carpe.sentence_own', parts(card))
}

const parts = (card: ScoringCard): { need: string; reward: string } => ({
  need: Object.entries(card.need)
    .map(([thing, n]) => needName(thing, n))
    .join(', '),
  reward: Object.entries(card.reward)
    .filter(([, n]) => n > 0)
    .map(([thing, n]) => rewardName(thing as Reward, n))
    .join(', '),
})

/** `A, give: 2 grapes; for each set 4 points` */
export function scoringName(card: ScoringCard): string {
  return t(card.kind === 'pay' ? 'page.carpe.card_pay' : 'page.carpe.card_own', { deck: card.deck, ...parts(card) })
}
