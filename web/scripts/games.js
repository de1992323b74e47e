/** The games there are, by docs/openapi.json: those whose picture a view may hold. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const { schemas } = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')).components

/** @type {string[]} */
export const gameIds = schemas.View.properties.picture.oneOf.map(
  ({ $ref }) => schemas[$ref.split('/').pop()].properties.game.enum[0],
)

/** Where a game's face stands. */
export const faceOf = (game) => join(import.meta.dirname, `../src/games/${game}/index.ts`)

/** Whether a game has a face that was drawn for it, and not the plain one. */
export const hasOwnFace = (game) =>
  existsSync(faceOf(game)) && !readFileSync(faceOf(game), 'utf8').includes('kit/plain')
