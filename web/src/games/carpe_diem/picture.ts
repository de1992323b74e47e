/**
 * What one viewer sees of a Carpe Diem table.
 *
 * Targets: `ring:4` (space 4 of 7, from 1) · `way:left`, `way:right`, `way:bread` (how the pawn goes there) ·
 * `tile:4:market` (a tile of that kind on space 4) · `tile:row:3` (a place of the bottom row, from 1) · `tile:hand`
 * (the tile in hand) ·
 * `cell:c3` (column letter, then row number, from the far left corner) · `turn:0` to `turn:3` (quarter turns
 * clockwise) · `store` ·
 * `reward:merchant` (which reward comes next) · `fountain:villa` (a fountain card) · `circle:5` · `scoring:7` (a
 * card space, from 0) ·
 * `bread:pay`, `bread:keep` · `sets:2`.
 */
export type Good = 'grape' | 'herb' | 'chicken' | 'fish'
export type Landscape = 'vineyard' | 'herb_garden' | 'chicken_run' | 'fish_pond'
export type Dwelling = 'merchant' | 'baker' | 'senator' | 'artisan'
export type Single = 'market' | 'bakery' | 'fountain'
export type Kind = 'villa' | Landscape | Dwelling | Single
export type Deck = 'A' | 'B' | 'C' | 'D'
export type Need = Good | 'chimney' | Kind | 'any_landscape' | 'any_dwelling'
export type Reward = 'vp' | 'coin' | 'bread' | 'step'

/** A tile as it lies unturned. */
export interface Face {
  kind: string
  /** Four letters, north, east, south, west: P pasture, V villa, W H C F landscapes, M B S A dwellings. */
  edges: string
  chimneys: number
  single: Single | null
}

/** A tile that lies beside the boards; `id` says where (equal tiles of a space share it). */
export interface Tile extends Face {
  id: string
}

export interface PlacedTile extends Face {
  cell: string
  /** Quarter turns clockwise. */
  turns: number
}

/** A villa, landscape or dwelling on a board (CDM-24 to 26). */
export interface Feature {
  kind: Kind
  cells: string[]
  complete: boolean
  chimneys: number
}

/** A task of the frame (CDM-64): `position` runs 1–6 from the left (top, bottom) or from the far side (left, right). */
export interface Task {
  side: 'top' | 'right' | 'bottom' | 'left'
  position: number
  kind: Kind
  points: number
  done: boolean
}

export interface ScoringCard {
  id: string
  deck: Deck
  /** Red cards are paid, green ones owned. */
  kind: 'pay' | 'own'
  need: Partial<Record<Need, number>>
  reward: Partial<Record<Reward, number>>
}

export interface Circle {
  /** Its number in `circle:n`. */
  circle: number
  /** The two card spaces beside it. */
  cards: [number, number]
  /** Whose disc lies there. */
  seat: number | null
  /** The most it could bring the viewer now. */
  brings: number | null
}

export interface CarpeDiemPlayer {
  seat: number
  points: number
  goods: Record<Good, number>
  coins: number
  bread: number
  /** Tiles stored face down. */
  stored: number
  /** Discs not yet placed. */
  discs: number
  /** Space on the banderole track. */
  banderole: number
  /** Kinds of one's fountain cards; null where hidden (CDM-32). */
  fountain_cards: Kind[] | null
  fountain_count: number
  /** 1 to 4. */
  board: number | null
  shovel: string | null
  /** Cells with a banderole still on them. */
  banderoles: string[]
  tiles: PlacedTile[]
  features: Feature[]
  complete: Partial<Record<Kind, number>>
  frame: Task[]
  chimneys: number
  villas: number
  /** What the complete villas will bring at the end (CDM-60). */
  villa_points: number
}

/** One of the two cards of a scoring turn (CDM-41). */
export interface Settling {
  space: number
  /** Sets that counted; or that would count now, the most that can be given, bread included. */
  sets: number
  /** Sets the player could count or give now, bread aside. */
  most: number
  /** What would leave the supply for that. */
  gives: Partial<Record<Good | 'coin' | 'bread', number>>
  /** Three bread pay for one set of it. */
  bread_set: boolean
  /** Gained or lost by that. */
  points: number
  /** The card being scored. */
  now: boolean
  settled: boolean
}

export interface CarpeDiemPicture {
  phase: number
  round: number
  part: 'start' | 'turn' | 'scoring' | 'over'
  first_player: number
  /** Whose decision or draw comes next. */
  current: number | null
  viewer: number | null
  /** Spaces 1 to 7 in ring order. */
  ring: { space: number; tiles: Tile[]; pawns: number[] }[]
  /** The artisans' row of the bottom edge; never refilled. */
  row: (Tile | null)[]
  white_tiles: number
  black_tiles: number
  /** The tile that is being placed, by whom, and whether it came from the bottom row. */
  in_hand: { seat: number; tile: Tile; from_row: boolean } | null
  /** Rewards that wait, by kind (CDM-23). */
  waiting: Kind[]
  /** Fountain cards being looked at; null where hidden. */
  fountain_choice: Kind[] | null
  fountain_pile: number
  /** Three rows of four; null where no card lies. */
  cards: (ScoringCard | null)[]
  circles: Circle[]
  /** 21 spaces; in each the seats of the stack, bottom first. */
  track: number[][]
  scoring: {
    order: { seat: number; done: boolean }[]
    circle: number | null
    cards: Settling[]
  } | null
  players: CarpeDiemPlayer[]
  reconstructed: boolean
}
