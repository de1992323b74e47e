/** The words of Les Grands Bâtisseurs. */
import { t, words } from '../../words/catalogue.svelte'
import type { Card, CardType } from './picture'

export const typeName = (type: string): string => words.text(`batisseurs.type.${type}`)
/** As an auctioneer names it: a corner tower without its side. */
export const spokenName = (type: string): string => words.text(`batisseurs.spoken.${type}`)
export const typeCode = (type: CardType): string => t(`page.code.${type}`)

/** A face of the die: its number, or the saboteur. */
export const faceName = (face: string): string => (face === 'saboteur' ? words.text('batisseurs.face.saboteur') : face)

/** `gate, value 4, 2 coins` */
export function cardName(card: Card): string {
  const parts = [t('page.batisseurs.card', { type: `@batisseurs.type.${card.type}`, value: card.value })]
  if (card.shields) parts.push(t('page.batisseurs.shields', { n: card.shields }))
  if (card.coins) parts.push(t('page.batisseurs.coins', { n: card.coins }))
  return parts.join(', ')
}
