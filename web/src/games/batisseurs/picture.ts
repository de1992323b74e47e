/**
 * What one viewer sees of a table of Les Grands Bâtisseurs.
 *
 * Targets: `pile:open`, `pile:hidden` · `bid:8` · `pass` · `card:17` (cards of kind 17 of one's hand) ·
 * `city:1:left`, `city:1:right`, `city:1:3` (an end of seat 1's city, or its place 3 from the left, from 0) ·
 * `city:1:breach`, `city:1:building` (one of several; which one is asked next) · `hand:2` (seat 2's hand) ·
 * `stone:2` (seat 2's stone), `stone:decline` · `ransom:pay`, `ransom:refuse` ·
 * `under:open`, `under:hidden` (where a destroyed card goes) · `done`.
 */
export type CardType = 'corner_left' | 'corner_right' | 'tower' | 'gate' | 'town_hall' | 'church'
export type PileName = 'open' | 'hidden'
export type DieFace = '1' | '2' | '3' | '4' | '5' | 'saboteur'
export type Phase = 'start' | 'income' | 'auction' | 'build' | 'final' | 'over'

/** A building card; `id` is its kind, and equal cards share it. */
export interface Card {
  id: number
  type: CardType
  value: number
  shields: number
  coins: number
}

export interface Bid {
  seat: number
  /** Highest bid so far; null before the first. */
  bid: number | null
  out: boolean
}

/** A pile: its height, the card on top if it is open, and cards all have seen go under it, upper first. */
export interface Pile {
  cards: number
  top: Card | null
  bottom: Card[]
}

export interface Auction {
  number: number
  auctioneer: number
  pile: PileName
  /** The card, where the viewer may see it. */
  card: Card | null
  /** The type the auctioneer has named (BAT-25); a corner tower is named without its side. */
  named: 'corner_tower' | 'tower' | 'gate' | 'town_hall' | 'church' | null
  /** Clockwise from the auctioneer. */
  bids: Bid[]
  standing: number | null
  leader: number | null
  to_bid: number | null
}

export interface Sabotage {
  attacker: number
  /** Whose building or hand. */
  victim: number
  /** The place in the victim's city; null for a hand, or while it is being chosen. */
  place: number | null
  card: Card | null
  face: DieFace | null
  /** What the owner may pay to save it (BAT-42). */
  ransom: number | null
}

export interface BatisseursPlayer {
  seat: number
  /** null behind the tent (BAT-03). */
  money: number | null
  stones: number
  hand_size: number
  hand: Card[] | null
  /** What the hand would cost at the end (BAT-64); null where hidden. */
  hand_value: number | null
  /** Cards of a hidden hand that the viewer has seen, and types that were named of further ones. */
  known: Card[]
  named: string[]
  /** Left to right; null is a breach. */
  city: (Card | null)[]
  left: 'free' | 'closed'
  right: 'free' | 'closed'
  shields: number
  coins: number
  /** Printed values of the city now. */
  value: number
  complete: boolean
}

export interface BatisseursPicture {
  phase: Phase
  /** Whose turn it is; the seat that must answer may be another (auction, ransom). */
  turn_of: number | null
  /** Cards laid this turn, and how many may still be (BAT-30). */
  laid: number
  may_lay: number
  open_pile: Pile
  hidden_pile: Pile
  /** Stones in the reserve. */
  reserve: number
  die: { seat: number; face: DieFace; income: number | null } | null
  auction: Auction | null
  sabotage: Sabotage | null
  /** The end has been triggered by this seat (BAT-50). */
  last_auctioneer: number | null
  players: BatisseursPlayer[]
  /** The tent's aid: how many cards of each type there are (BAT-67). */
  tent: { type: CardType; cards: number; seen: number }[]
  die_faces: DieFace[]
  open_money: boolean
}
