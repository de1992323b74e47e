/**
 * What one viewer sees of a Carpe Diem table.
 *
 * Targets: `ring:4` (space 4 of 7, from 1) · `way:left`, `way:right`, `way:bread` (how the pawn goes there) ·
 * `tile:w68` (a tile of the ring or of the artisans' row) · `cell:c3` (column letter, then row number, from the far left corner) ·
 * `turn:0` to `turn:3` (quarter turns clockwise) · `store` · `reward:merchant` (which reward comes next) ·
 * `fountain:villa` (a fountain card) · `circle:5` · `scoring:7` (a scoring card's space, from 0) · `sets:2` · `bread` (three bread for a set) · `done`.
 */
export type Good = 'grape' | 'herb' | 'chicken' | 'fish'
export type Landscape = 'vineyard' | 'herb_garden' | 'chicken_run' | 'fish_pond'
export type Dwelling = 'merchant' | 'baker' | 'senator' | 'artisan'
export type Single = 'market' | 'bakery' | 'fountain'
export type Kind = 'villa' | Landscape | Dwelling | Single
export type Deck = 'A' | 'B' | 'C' | 'D'
export type Need = Good | 'chimney' | Kind | 'any_landscape' | 'any_dwelling'
export type Reward = 'vp' | 'coin' | 'bread' | 'step'

export interface Tile {
  id: string
  /** Four letters, north, east, south, west: P pasture, V villa, W H C F landscapes, M B S A dwellings. */
  edges: string
  chimneys: number
  single: Single | null
}

export interface PlacedTile extends Tile {
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
  shovel: string
  /** Cells with a banderole still on them. */
  banderoles: string[]
  tiles: PlacedTile[]
  features: Feature[]
  frame: Task[]
  chimneys: number
  villas: number
}

/** A scoring card being settled, with what the player would give (CDM-42 to 45). */
export interface Settling {
  space: number
  sets: number
  most: number
  /** What leaves the supply. */
  gives: Partial<Record<Good | 'coin' | 'bread', number>>
  bread_set: boolean
  points: number
  settled: boolean
}

export interface CarpeDiemPicture {
  phase: number
  round: number
  part: 'start' | 'turn' | 'scoring' | 'over'
  first_player: number
  /** Spaces 1 to 7 in ring order. */
  ring: { space: number; tiles: Tile[]; pawns: number[] }[]
  /** The artisans' row of the bottom edge; never refilled. */
  row: (Tile | null)[]
  white_tiles: number
  black_tiles: number
  /** The tile that is being placed, and by whom. */
  in_hand: { seat: number; tile: Tile } | null
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
