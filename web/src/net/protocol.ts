/**
 * What travels between the server and the page.
 *
 * The browser knows no rules: the server says what is legal, what is refused and by which clause,
 * what each choice is called and would bring, and what just happened; the page draws that.
 * Seats count from 0; a seat that is nobody's (chance, the bank, a spectator) is null.
 * `Phrase`, `Effect`, `Majority`, `Prompt` are those of the engine (core/words.py): a field with a default may be left out.
 */
import type { AlhambraPicture } from '../games/alhambra/picture'
import type { BatisseursPicture } from '../games/batisseurs/picture'
import type { CarpeDiemPicture } from '../games/carpe_diem/picture'
import type { EnghienPicture } from '../games/enghien/picture'

/** Raised whenever a message changes shape; a page with another number asks for a reload. */
export const PROTOCOL = 1

export type GameId = 'alhambra' | 'batisseurs' | 'enghien' | 'carpe_diem'
export type Seat = number

/* ------------------------------------------------------------------ words */

/**
 * A value of a sentence. A string that starts with `@` is itself a catalogue key;
 * one that starts with `#` is a seat number and becomes that seat's name.
 */
export type Value = string | number

/** A sentence to come: a catalogue key and its values. `n` chooses between `key.one` and `key.other`. */
export interface Phrase {
  key: string
  values?: Record<string, Value>
}

/* ------------------------------------------------------------------ deciding */

/**
 * Stable ids of the pieces and places of one table, used by the picture, choices, refusals and events.
 * A target named twice means two equal copies (`hand:florin:7` twice: both sevens).
 */
export type Target = string

/** What a choice would do, said before it is sent: a chip in the confirm bar. */
export interface Effect {
  label: Phrase
  tone?: 'gain' | 'lead' | 'loss' | 'note'
  clause?: string
}

/** One row of a majority matrix: who has how many of a kind, and who leads by the rules of the game. */
export interface Majority {
  kind: string
  counts: number[]
  /** One seat: leads alone. Several: tied for the lead. None: nobody has any. */
  leaders?: number[]
  /** What the next scoring pays, first place first. */
  pays?: number[]
}

/** What a choice looks like before it is made; everything here is optional and only drawn. */
export interface Outlook {
  effects?: Effect[]
  /** Net points for the chooser, where they are certain: written on circles and ghosts. */
  points?: number
  /** The rows of the matrix that would change, as they would be. */
  majorities?: Majority[]
  /** Legal, but may hurt: one sentence and its clause. */
  risk?: { label: Phrase; clause?: string }
  /** It uncovers something hidden, so undo stops here: an open eye on the button. */
  reveals?: boolean
  /** The verb of the primary button, a catalogue key such as `alhambra.verb.buy`. */
  verb?: string
}

/** One legal action. */
export interface Choice extends Outlook {
  action: number
  /** The action in notation, as one types it after `/`. */
  text: string
  label: Phrase
  /** Source first, then destination. None: the page shows it as a button. */
  targets: Target[]
  /** True: it ends the turn, reveals, lays something or goes out at once, so the page asks first. False: a step of the turn, sent on tap. */
  commits: boolean
}

/** A shortcut: several legal actions in a row (a building with all its payment), offered as one. */
export interface Plan extends Outlook {
  actions: number[]
  text: string
  label: Phrase
  targets: Target[]
  /** The one to pick first when a target alone leaves several plans open (the exact payment). */
  preferred?: boolean
}

/** Why something visible cannot be chosen now. The targets are those of the action that is refused. */
export interface Refusal {
  targets: Target[]
  clause: string
  label: Phrase
}

/** The one sentence on top. */
export interface Prompt {
  /** Who must act; null while nobody must (the game is over, chance rolls). */
  seat?: Seat | null
  label: Phrase
  steps?: { label: Phrase; state: 'done' | 'now' | 'next' }[]
  /** The clause that matters now: the rules sheet opens there. */
  clause?: string
}

/** How far the viewer may go back, and whether decisions of theirs wait to be sent to the others. */
export interface Turn {
  /** Decisions that can be taken back, counted by the server from what has been revealed. */
  undo: number
  restart: boolean
  /** The viewer has made decisions that the others have not seen yet. */
  pending: boolean
  /** Nothing is left to choose: only `commit` ends the turn. */
  done: boolean
  /** Whether the end of the viewer's turn waits for `commit`; left out when it does not. */
  confirm?: 'off' | 'on' | 'timed'
  /** When `timed` and done: milliseconds until the turn is sent by itself. */
  auto_ms?: number
}

/* ------------------------------------------------------------------ what happened */

/** Points and where they come from: `source` is a catalogue key. */
export interface Gain {
  seat: Seat
  points: number
  source: string
}

/** A line of the log, and what the page animates. Without a seat and at depth 0 it is a heading (scoring A, phase 3). */
export interface Event extends Phrase {
  ply: number
  /** -1: nobody. */
  seat: number
  clause: string
  /** Symbols of the game's sprite, one or several with spaces between: `tower`, `florin`, `die-4`, `e-lac e-casino`. */
  icon: string
  /** 0: the decision itself. 1: a consequence, indented. */
  depth: number
  gains: Gain[]
  /** What moved where: piece id, place id. */
  moved: [Target, Target][]
}

/** One entry of the score ledger: where a point comes from. */
export interface Credit {
  seat: Seat
  points: number
  ply: number
  clause: string
  label: Phrase
}

/** A source of points (a row) for every seat (columns), with the credits behind each cell. */
export interface ScoreRow {
  /** The catalogue key that names the source. */
  source: string
  icon?: string
  clause: string
  points: number[]
  credits: Credit[]
}

export interface ScoreTable {
  /** The columns; Martin may be among them with `seat: null`. */
  columns: { seat: Seat | null; label: Phrase }[]
  rows: ScoreRow[]
  totals: number[]
  /** 1 is first; equal places are a shared result. Empty before the end. */
  places: number[]
}

/* ------------------------------------------------------------------ the table */

export interface SeatInfo {
  seat: Seat
  /** As the player writes it. Bots have none: the page says the level's name. */
  name: string | null
  kind: 'person' | 'bot' | 'open'
  level?: string
  connected: boolean
  /** The seat is held by a bot while its owner is away. */
  stand_in?: boolean
  /** The owner is gone: a bot takes the seat in so many milliseconds. */
  leaves_ms?: number
}

export interface Clock {
  kind: 'none' | 'live' | 'days'
  /** Milliseconds left per seat, when the message was sent. */
  left: (number | null)[]
  /** Whose clock runs. */
  running: Seat[]
}

/** None, a bank with an increment for every turn, or so many days for each turn. */
export interface TimeControl {
  kind: 'none' | 'live' | 'days'
  bank_ms: number
  increment_ms: number
  days: number
}

/** What a seat has shown towards the shuffle: SHA-256 of its entropy (or the entropy itself), and whether it is open. */
export interface Share {
  seal: string | null
  opened: boolean
}

export interface TableInfo {
  id: string
  game: GameId
  name: string
  rules_version: number
  seats: SeatInfo[]
  options: Record<string, number>
  state: 'waiting' | 'playing' | 'over'
  /** Sealed before the deal; opened at the end. */
  commitment: string
  /** Several people share one browser: a curtain between their turns (see `sit`). */
  hot_seat: boolean
  /** By seat. Before the deal every person's client sends `share`, once. */
  shares: Share[]
  /** Every seat has shown its share: whoever sent a seal now sends `open`. The deal waits some seconds for it. */
  opening: boolean
  /** In the lobby: anybody may watch, and sit down on open seats. */
  listed?: boolean
  /** Left out: no clock. */
  clock?: TimeControl
  /** A rematch has been made: ask for the way there with `rematch`. */
  rematch?: boolean
}

export interface Pictures {
  alhambra: AlhambraPicture
  batisseurs: BatisseursPicture
  enghien: EnghienPicture
  carpe_diem: CarpeDiemPicture
}
export type Picture = Pictures[GameId]

/** All that one viewer may see at one ply. */
export interface View {
  ply: number
  /** The seat that looks; null for a spectator. */
  viewer: Seat | null
  picture: Picture
  prompt: Prompt
  choices: Choice[]
  plans?: Plan[]
  refusals: Refusal[]
  turn: Turn
  scores: ScoreTable
  clock: Clock
}

export interface ChatLine {
  at: number
  /** Seat, or null for a spectator. */
  seat: Seat | null
  name: string
  text: string
}

/** The advice of a bot that sees what the viewer sees. */
export interface Hint {
  ply: number
  /** How sure it is. */
  verdict: Phrase
  /** The best first. `share`: of victories, 0 to 1; `points`: expected at the end. */
  options: { action: number; text: string; label: Phrase; share: number; points: number; reasons: Phrase[] }[]
}

/** Opened at the end, so that the page can check the shuffle by itself. */
export interface Proof {
  commitment: string
  seed: string
  /** What each seat added before the deal; '' for bots and for seats that added nothing. */
  entropy: string[]
  /** What each seat had shown before any was opened. */
  seals: string[]
  /** Every draw: with `total` as the sum of the weights, `r` follows from seed, entropy and ply (docs/server.md). */
  draws: { ply: number; total: number; r: number }[]
}

export interface Result {
  scores: ScoreTable
  proof: Proof
  /** Share of victory per ply and seat, where a review has been made. */
  shares?: { ply: number; share: number[] }[]
  moments?: { ply: number; seat: Seat; mark: 'key' | 'mistake' | 'scoring'; label: Phrase }[]
  luck?: { seat: Seat; luck: number; lost: number }[]
}

/* ------------------------------------------------------------------ the socket */

export type FromServer =
  /**
   * `seats` are those this link may sit in: several when they share this device. `host`: the link of whoever made the table.
   * `log` holds the lines from ply `from` on (`seen`, or earlier where something was taken back since): drop what you have from there.
   * `muted`: whose chat the viewer does not want (null: spectators).
   */
  | {
      type: 'welcome'
      protocol: number
      table: TableInfo
      viewer: Seat | null
      seats: Seat[]
      host: boolean
      view: View
      from: number
      log: Event[]
      chat: ChatLine[]
      muted: (Seat | null)[]
    }
  | { type: 'table'; table: TableInfo }
  /** After every ply. `log` replaces all lines from ply `from` on; after an undo `view.ply` is lower than before. */
  | { type: 'view'; view: View; from: number; log: Event[] }
  | { type: 'clock'; clock: Clock }
  | { type: 'chat'; line: ChatLine }
  | { type: 'hint'; hint: Hint }
  /** The answer to `peek` (what others see of me) and to `travel` (an earlier ply, with the events that led to it). */
  | { type: 'peek'; as: Seat | null; view: View }
  | { type: 'past'; view: View; log: Event[] }
  | { type: 'over'; result: Result }
  /** The next table, by the viewer's own link. */
  | { type: 'rematch'; href: string }
  /** An action, a link or a message was refused; the sentence says why (`text`: in the language of `hello`). */
  | { type: 'refused'; label: Phrase; clause?: string; text?: string }

export type ToServer =
  /** First of all. `key` is what stands after `#` in the link; without it one watches a listed table. */
  | { type: 'hello'; protocol: number; seen: number; key?: string; language?: string }
  /** One choice (one action) or one plan (several), decided while looking at `ply`; or one action as typed notation. */
  | { type: 'act'; ply: number; actions: number[]; text?: string }
  | { type: 'undo'; ply: number }
  | { type: 'restart'; ply: number }
  | { type: 'commit'; ply: number }
  /** Whether the end of one's turn waits for `commit`. */
  | { type: 'confirm'; mode: 'off' | 'on' | 'timed' }
  /** The curtain was lifted for another seat of this device: the answer is that seat's `view`. */
  | { type: 'sit'; seat: Seat }
  /** Before the deal, once: SHA-256 of "bastide-seal/1\n" + entropy in hex (opened later), or the entropy itself (16 to 64 hex digits). */
  | { type: 'share'; seal?: string; entropy?: string }
  | { type: 'open'; entropy: string }
  | { type: 'say'; text: string }
  | { type: 'mute'; seat: Seat | null; on: boolean }
  | { type: 'hint' }
  | { type: 'peek'; as: Seat | null }
  /** `as`: through whose eyes, once the game is over. */
  | { type: 'travel'; ply: number; as?: Seat | null }
  /** Takes one's seat back from the bot that holds it. */
  | { type: 'reclaim' }
  | { type: 'rematch' }

/* ------------------------------------------------------------------ plain requests */

/** A choice the table makes before the game: a switch (0 or 1), or a whole number in a range. */
export interface Option {
  name: string
  default: number
  low: number
  high: number
  clause: string
  /** Values worth a button, where the range is long. */
  offered: number[]
  /** Only meant at these seat counts; all when left out. */
  seats?: number[]
}

/** GET /api/games */
export interface GameInfo {
  id: GameId
  rules_version: number
  /** Fewest and most. */
  seats: [number, number]
  minutes: number
  options: Option[]
  levels: string[]
  /** Component data that had to be reconstructed: the page says so. */
  reconstructed: boolean
}

export type SeatRequest = { kind: 'you'; name: string } | { kind: 'bot'; level: string } | { kind: 'open' } | { kind: 'hot_seat'; name: string }

/** POST /api/tables */
export interface NewTable {
  game: GameId
  seats: SeatRequest[]
  options: Record<string, number>
  clock: 'none' | 'live' | 'days'
  listed: boolean
}

/** GET /api/tables: open ones anybody may join, and those the browser's links belong to. */
export interface TableLine {
  id: string
  game: GameId
  name: string
  seats: SeatInfo[]
  state: TableInfo['state']
  your_turn: boolean
  waiting_for: Seat[]
  /** When something last happened, in milliseconds. */
  since: number
  href: string
}

/** GET /api/rules/{game}/{language} */
export interface RulesText {
  game: GameId
  clauses: Clause[]
}
export interface Clause {
  id: string
  /** S said by the rulebook, G another edition, I inferred, R a reading: `S/R`. */
  marks: string
  section: string
  text: string
}
