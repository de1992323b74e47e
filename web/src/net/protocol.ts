/**
 * What travels between the server and the page, by the names the page uses. The shapes are the server's own (`wire.ts`,
 * generated from docs/openapi.json, where every field is described); here they are named, and narrowed where the page
 * knows more than a schema says: which games there are, and what each one's picture looks like.
 *
 * The browser knows no rules: the server says what is legal, what is refused and by which clause, what each choice is
 * called and would bring, and what just happened; the page draws that. Seats count from 0; a seat that is nobody's
 * (chance, the bank, a spectator) is null. A field with a default may be left out.
 */
import type { components } from './wire'

/** Every shape by the server's own name; the parts of a game's picture begin with its name. */
export type Wire = components['schemas']

/** Raised whenever a message changes shape; a page with another number asks for a reload. */
export const PROTOCOL = 2

export type GameId = Picture['game']
export type Seat = number

export type Picture = Wire['View']['picture']
export type Pictures = { [Drawn in Picture as Drawn['game']]: Drawn }

/** The same shape with the page's own names for some of its parts. */
type With<Shape, Parts> = Omit<Shape, keyof Parts> & Parts

/* ------------------------------------------------------------------ words */

/** A sentence to come: a catalogue key and its values. `n` chooses between `key.one` and `key.other`. */
export type Phrase = Wire['Phrase']

/* ------------------------------------------------------------------ deciding */

/**
 * Stable ids of the pieces and places of one table, used by the picture, choices, refusals and events.
 * A target named twice means two equal copies (`hand:florin:7` twice: both sevens).
 */
export type Target = string

export type Effect = Wire['Effect']
export type Majority = Wire['Majority']
export type Choice = Wire['Choice']
export type Plan = Wire['Plan']
export type Refusal = Wire['Refusal']
export type Step = Wire['Step']
export type Prompt = Wire['Prompt']
export type Turn = Wire['Turn']

/** What a choice looks like before it is made; everything here is optional and only drawn. */
export type Outlook = Pick<Choice, 'effects' | 'points' | 'majorities' | 'risk' | 'reveals' | 'verb'>

/* ------------------------------------------------------------------ what happened */

export type Gain = Wire['Gain']
export type TallyCell = Wire['TallyCell']
export type TallyRow = Wire['TallyRow']
export type Tally = Wire['Tally']
/**
 * A line of the log, and what the page animates. Without a seat and at depth 0 it is a heading (scoring A, phase 3).
 */
export type Event = Wire['LogEvent']
export type Credit = Wire['Credit']
export type ScoreRow = Wire['ScoreRow']
export type ScoreTable = Wire['ScoreTable']

/* ------------------------------------------------------------------ the table */

export type SeatInfo = Wire['SeatInfo']
export type Clock = Wire['Clock']
export type Share = Wire['Share']
export type TableInfo = With<Wire['TableInfo'], { game: GameId }>
export type View = Wire['View']
export type ChatLine = Wire['ChatLine']
export type Hint = Wire['Hint']
export type Proof = Wire['OpenedProof']

/** How a game ended. */
export type Result = Pick<Wire['Result'], 'scores' | 'ending' | 'proof'>

/* ------------------------------------------------------------------ the socket */

interface Named {
  table: TableInfo
  view: View
  result: Result
}
type Narrowed<Message> = Message extends unknown ? With<Message, Pick<Named, keyof Named & keyof Message>> : never

export type FromServer = Narrowed<Wire['FromServer']>
export type ToServer = Wire['ToServer']

/* ------------------------------------------------------------------ plain requests */

export type Option = Wire['Option']
export type GameInfo = With<Wire['GameInfo'], { id: GameId }>
export type SeatRequest = Required<Wire['You']> | Wire['BotSeat'] | Wire['OpenSeat'] | Required<Wire['HotSeat']>
export type NewTable = With<Wire['NewTable'], { game: GameId; seats: SeatRequest[]; clock: Clock['kind'] }>
export type Made = With<Wire['Made'], { table: TableInfo }>
export type Joined = Wire['Joined']
export type TableLine = With<Wire['TableLine'], { game: GameId }>
export type TableList = With<Wire['TableList'], { tables: TableLine[] }>
export type PlyView = With<Wire['PlyView'], { table: TableInfo; view: View }>
export type LessonView = With<Wire['LessonView'], { table: TableInfo; view: View }>
export type LessonStep = Wire['LessonStep']
export type LessonAnswer = Wire['LessonAnswer']
export type Learning = Wire['Learning']
export type Clause = Wire['Clause']
export type RulesText = Wire['RulesText']
