/**
 * What one viewer sees of a table of Enghien-les-Bains.
 *
 * Targets: `card:17` (a card of the layout) · `cell:c3` (a hole: column letter, then row number).
 */
import type { Majority } from '../../net/protocol'

export type SymbolId =
  'source_du_roy' | 'lac' | 'casino' | 'thermes' | 'hippodrome' | 'jetee' | 'theatre' | 'eglise' | 'chateau'

export interface SymbolCard {
  id: number
  symbols: SymbolId[]
}

export interface LayoutCell {
  /** `a1` is top left. */
  cell: string
  /** A hole keeps its card's number. */
  card: SymbolCard | null
  /** Who took the card that lay here: a hole. */
  taken_by: number | null
}

export interface EnghienPlayer {
  seat: number
  /** In the order taken. */
  cards: SymbolCard[]
  /** If the round ended now. */
  points: number
  /** Over all rounds before this one (points variant, ENG-20). */
  total: number
  symbols_won: number
}

export interface EnghienPicture {
  columns: number
  rows: number
  /** Row by row. */
  layout: LayoutCell[]
  cards_left: number
  set_aside: number
  players: EnghienPlayer[]
  /** One row per symbol, in the order of the score card; columns are seats. */
  majorities: Majority[]
  round: number
  /** Points to reach, or null for a single round. */
  target: number | null
}
