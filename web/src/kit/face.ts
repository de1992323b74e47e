/** What a game tells the table page about itself. */
import type { Component } from 'svelte'
import type { Scene } from '../art/scenes'
import type { Event, GameId, Picture, Pictures, Tally, View } from '../net/protocol'
import type { PageKey } from '../words/keys'
import type { Option } from './chooser.svelte'
import type { Tip } from './coach.svelte'

export interface Tab {
  /** `table`, `log`, `rules`, `chat`, or a panel of the game. */
  panel: string
  icon: string
  label: PageKey
}

export interface TableProps<Drawn = Picture> {
  picture: Drawn
  view: View
}

/** One game's face: its table, its symbols, its tabs on a phone. */
export interface GameFace<Drawn = Picture> {
  Table: Component<TableProps<Drawn>>
  /** A small picture of what is chosen, for the confirm bar. */
  Emblem?: Component<{ option: Option; picture: Drawn }> | undefined
  /** Its majorities, where it has such: shown with the result too. */
  Majorities?: Component<{ picture: Drawn; names: readonly string[]; over: boolean }> | undefined
  /** What a seat would have now, where that is more than the points scored so far. */
  pointsOf?: ((picture: Drawn, seat: number) => number) | undefined
  /** A scoring as a table, made from the log, for an event that carries none. */
  tallyOf?: ((log: readonly Event[], event: Event, seats: number) => Tally | null) | undefined
  /** Keys of events that come right before a scoring and are told with it. */
  preludes?: RegExp | undefined
  /** Keys of events with which a moment begins that is worth a pause. */
  moments?: RegExp | undefined
  /** The clause that says who wins when points are equal; `<game>.tie` says it in words. */
  tie?: string | undefined
  /** The back of its art: symbols and textures. */
  sprite: string
  tabs: readonly Tab[]
  /** What a newcomer is told while playing, in this order. */
  tips: readonly Tip<Drawn>[]
  /** Target prefixes that only vary an option (see Chooser). */
  modifiers: readonly string[]
}

/** What the home page shows of a game before a table of it is made. */
export interface GameCover {
  scene: () => Scene
  /** What the scene is drawn with. */
  sprite: string
  /** How many usually play. */
  seats: number
}

/** The face of one game, checked against the picture its server sends; a table only ever shows it such pictures. */
export function faceOf<Game extends GameId>(_game: Game, face: GameFace<Pictures[Game]>): GameFace {
  return face as unknown as GameFace
}
