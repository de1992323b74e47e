/**
 * What one viewer sees of an Alhambra table.
 *
 * Targets: `yard:0` to `yard:3` (slots) · `money:0` to `money:3` (open money) · `hand:florin:7` (a card of one's
 * hand) ·
 * `martin` and `keep` (who gets the building) · `stop` (take no more money) · `pass`.
 */
import type { Majority } from '../../net/protocol'

export type Currency = 'florin' | 'dirham' | 'denar' | 'ducat'
export type Category = 'pavilion' | 'seraglio' | 'arcades' | 'chambers' | 'garden' | 'tower'
export type Scoring = 'a' | 'b' | 'c'

export interface Money {
  currency: Currency
  value: number
}

export interface Building {
  category: Category
  price: number
}

/** One fifth of the money pile, top first (ALH-06). */
export interface Fifth {
  cards: number
  left: number
  scoring: 'a' | 'b' | null
  scored: boolean
}

/** Cards that complete a purchase; `lost` is what they overpay (ALH-13). */
export interface Payment {
  values: number[]
  exact: boolean
  lost: number
}

/** A building chosen and not yet paid in full (ALH-12). */
export interface Purchase {
  slot: number
  price: number
  paid: Money[]
  due: number
  for_martin: boolean
  /** Every way to go on, for the buyer's own eyes; exact ones first. */
  payments: Payment[]
}

export interface AlhambraPlayer {
  /** null for Martin (ALH-51). */
  seat: number | null
  points: number
  hand_size: number
  /** Sorted by currency and value; null where the viewer may not see it (ALH-07). */
  hand: Money[] | null
  /** By category and price. */
  buildings: Building[]
}

export interface AlhambraPicture {
  /** The currency of each slot, left to right. */
  slots: Currency[]
  yard: (Building | null)[]
  building_pile: number
  /** A card taken this turn leaves its place empty (ALH-15). */
  money: (Money | null)[]
  money_pile: number
  discards: number
  fifths: Fifth[]
  /** Which scoring comes next; null after C. */
  next_scoring: Scoring | null
  purchase: Purchase | null
  /** Turn number and actions of this turn, from 1. */
  turn: number
  action: number
  /** Buildings Martin has still to draw (ALH-52). */
  martin_draws: number
  players: AlhambraPlayer[]
  /** One row per category; columns are `players` in order. */
  majorities: Majority[]
  open_hands: boolean
}
