/** Carpe Diem's words. */
import { t, words } from '../../words/catalogue.svelte'
import type { Face, Kind, PlacedTile, Reward, ScoringCard } from './picture'

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

const SIDES = ['n', 'e', 's', 'w'] as const
type SideName = (typeof SIDES)[number]
const beyond: Record<SideName, [number, number]> = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] }

const sideNames = (sides: readonly SideName[]): string =>
  new Intl.ListFormat(words.language).format(sides.map((side) => t(`page.carpe.side.${side}`)))

/** What lies at which sides, pasture left out: `villa north and east, herb garden south`. */
function edgeNames(edges: string): string[] {
  const kinds = [...new Set([...edges].filter((edge) => edge !== 'P'))]
  return kinds.map((edge) => {
    const sides = SIDES.filter((_, i) => edges.charAt(i) === edge)
    return `${kindName(kindOfEdge[edge] ?? edge)} ${sideNames(sides)}`
  })
}

function shown(tile: Face, edges: string): string[] {
  const chimneys = tile.chimneys ? [t('page.carpe.chimneys', { n: tile.chimneys })] : []
  return [...(tile.single ? [kindName(tile.single)] : []), ...edgeNames(edges), ...chimneys]
}

/** A tile as it lies unturned: `villa north and east, 1 chimney`. */
export const tileName = (tile: Face): string => shown(tile, tile.edges).join(', ')

/** A tile on a board as it lies there, with the sides at which something of it is still open. */
export function placedName(tile: PlacedTile, placed: readonly PlacedTile[]): string {
  const edges = SIDES.map((_, side) => tile.edges.charAt((side - tile.turns + 4) % 4)).join('')
  const [column, row] = [tile.cell.charCodeAt(0), Number(tile.cell.slice(1))]
  const open = SIDES.filter((side, i) => {
    const [across, down] = beyond[side]
    const cell = `${String.fromCharCode(column + across)}${row + down}`
    return edges.charAt(i) !== 'P' && !placed.some((other) => other.cell === cell)
  })
  const state = open.length ? [t('page.carpe.open_at', { sides: sideNames(open) })] : []
  return [...shown(tile, edges), ...state].join(', ')
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
