/** What a game draws in its rulebook: by name, small rows of its own pieces, made from an example of a table. */
import type { Drawing } from '../art/svg'
import type { GameId, Picture, Pictures } from '../net/protocol'

/** A piece, or a sign between pieces. */
export type Item = { of: Drawing; width: number; name: string; kind?: 'card' | 'tile' | 'plain' } | string

/** `part.1`, `turn.2`, `score`, `cover`: what stands beside the words of that name. */
export type Figures = Record<string, Item[]>

export interface GameBook<Drawn = Picture> {
  sprite: string
  figures: (picture: Drawn) => Figures
}

/** The book of one game, checked against the picture its server sends. */
export function bookOf<Game extends GameId>(_game: Game, book: GameBook<Pictures[Game]>): GameBook {
  return book as unknown as GameBook
}
