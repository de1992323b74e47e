/** The games' covers, found in their folders: for the home page and the waiting room. */
import { plan, type Scene } from '../art/scenes'
import type { GameCover } from '../kit/face'

const found = import.meta.glob<GameCover>('./*/cover.ts', { eager: true, import: 'cover' })
const coverOf = (game: string): GameCover | undefined => found[`./${game}/cover.ts`]

/** What all covers are drawn with. */
export const coverSprite = Object.values(found)
  .map((cover) => cover.sprite)
  .join('')

/** A game without a cover gets the plan of a bastide. */
export const sceneOf = (game: string): Scene => coverOf(game)?.scene() ?? plan(game)

/** How many usually play, where the cover says so. */
export const usualSeats = (game: string): number | undefined => coverOf(game)?.seats
