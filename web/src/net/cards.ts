/** The player card: a key kept in this browser instead of an account, and what the server keeps under it. */
import { ask } from './api'
import { keepKey, keyOf } from './keys'
import { dropCard, KEPT, keepCard, type OwnCard, ownCard, stored } from './own_card'
import type { TableLine, TableList, Wire } from './protocol'

/** The most keys that the server takes in one request. */
const MOST_KEYS = 200

export interface Search {
  game?: string
  people?: string
  since?: string
  until?: string
  outcome?: string
  after?: string
}

const own = (): string => ownCard()?.key ?? ''

export async function makeCard(name: string, language: string): Promise<Wire['Card']> {
  const { key, card } = await ask<Wire['CardKey']>('cards', { name, language })
  keepCard(key, card.name)
  return card
}

export const readCard = (): Promise<Wire['Card']> => ask('card', undefined, own())

export async function changeCard(name: string, language: string): Promise<Wire['Card']> {
  const card = await ask<Wire['Card']>('card', { name, language }, own(), 'PUT')
  keepCard(own(), card.name)
  return card
}

export async function renewCard(): Promise<void> {
  const { key, card } = await ask<Wire['CardKey']>('card/key', undefined, own(), 'POST')
  keepCard(key, card.name)
}

export async function deleteCard(): Promise<void> {
  await ask('card', undefined, own(), 'DELETE')
  dropCard()
}

export const passCard = (): Promise<Wire['Pass']> => ask('card/pass', undefined, own(), 'POST')
export const redeem = (code: string): Promise<Wire['Passed']> => ask('passes', { code })
export const exportCard = (): Promise<Wire['Everything']> => ask('card/export', undefined, own())

/** One's tables that are not over: first those where one is asked. */
export const cardTables = async (): Promise<TableLine[]> =>
  (await ask<TableList>('card/tables', undefined, own())).tables

/** A page of finished games. */
export function cardHistory(search: Search = {}): Promise<TableList> {
  const asked = new URLSearchParams(Object.entries(search).filter(([, value]) => value) as [string, string][])
  return ask(`card/history?${asked}`, undefined, own())
}

export const readRatings = async (): Promise<Wire['GameRating'][]> =>
  (await ask<Wire['Ratings']>('card/ratings', undefined, own())).ratings
export const readStatistics = (game: string): Promise<Wire['Statistics']> =>
  ask(`card/statistics/${game}`, undefined, own())

export const readDeal = (): Promise<Wire['Deal']> => ask('deal', undefined, own())

/** A table of today's deal; its address. */
export async function playDeal(): Promise<string> {
  const made = await ask<Wire['Made']>('deal', undefined, own(), 'POST')
  keepKey(made.table.id, made.key)
  return made.href
}

export const readOffers = async (): Promise<Wire['Offer'][]> =>
  (await ask<Wire['Offers']>('card/offers', undefined, own())).offers
export const declineOffer = (table: string): Promise<unknown> => ask(`card/offers/${table}`, undefined, own(), 'DELETE')

/** Somebody of an earlier table. */
export interface Companion {
  name: string
  table: string
  seat: number
}

const MOST_COMPANIONS = 4

/** Those one has lately played with, the latest first. */
export async function companions(): Promise<Companion[]> {
  const { tables } = await cardHistory()
  const found = new Map<string, Companion>()
  for (const table of tables)
    for (const { kind, name, seat } of table.seats)
      if (kind === 'person' && name && seat !== table.seat && !found.has(name))
        found.set(name, { name, table: table.id, seat })
  return [...found.values()].slice(0, MOST_COMPANIONS)
}

/** Offers an open seat to somebody of an earlier table. */
export const askAgain = (table: string, key: string, seat: number, who: Companion): Promise<unknown> =>
  ask(`tables/${table}/offers`, { card: own(), earlier: who.table, sat: who.seat, seat }, key)

/** A note for oneself, or no notices of a table. */
export const changeTable = (table: string, wish: Wire['TableWish']): Promise<TableLine> =>
  ask(`card/tables/${table}`, wish, own(), 'PUT')
export const forget = (table: string): Promise<unknown> => ask(`card/tables/${table}`, undefined, own(), 'DELETE')

/** Puts tables on the card, those that are not on it yet: a table played before one had a card is found again so. */
export async function remember(keys: string[]): Promise<void> {
  const kept = new Set(stored<string[]>(KEPT, []))
  const fresh = keys.filter((key) => key && !kept.has(key)).slice(-MOST_KEYS)
  if (!own() || !fresh.length) return
  await ask('card/tables', { keys: fresh }, own())
  localStorage.setItem(KEPT, JSON.stringify([...kept, ...fresh]))
}

/** The table one sits at. */
export const rememberTable = (table: string): Promise<void> => remember([keyOf(table)])

/** What a recovery file holds: whoever has it, has the card. */
export const recovery = (): string => JSON.stringify({ bastide: 'card', ...ownCard() }, null, 2)

/** The card of a recovery file; null where it is none. */
export function readRecovery(text: string): OwnCard | null {
  try {
    const said = JSON.parse(text) as Partial<OwnCard> & { bastide?: string }
    return said.bastide === 'card' && said.key ? { key: said.key, name: said.name ?? '' } : null
  } catch {
    return null
  }
}
