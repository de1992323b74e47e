/** What a game tells the table page about itself. */
import type { Component } from 'svelte'
import type { Picture, View } from '../net/protocol'
import type { PageKey } from '../words/keys'
import type { Option } from './chooser.svelte'
import type { Tip } from './coach.svelte'

export interface Tab {
  /** `table`, `log`, `rules`, `chat`, or a panel of the game. */
  panel: string
  icon: string
  label: PageKey
}

export interface TableProps {
  picture: Picture
  view: View
}

/** One game's face: its table, its symbols, its tabs on a phone. */
export interface GameFace {
  Table: Component<TableProps>
  Emblem: Component<{ option: Option }>
  /** Its majorities, where it has such: shown with the result too. */
  Majorities?: Component<{ picture: Picture; names: readonly string[]; over: boolean }> | undefined
  /** The clause that says who wins when points are equal. */
  tie: string
  /** The back of its art: symbols and textures. */
  sprite: string
  tabs: readonly Tab[]
  /** What a newcomer is told while playing, in this order. */
  tips: readonly Tip[]
  /** Target prefixes that only vary an option (see Chooser). */
  modifiers: readonly string[]
}
