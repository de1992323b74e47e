/** The games there are, by docs/openapi.json: those whose picture a view may hold. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { schemas } = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')).components

/** @type {string[]} */
export const gameIds = schemas.View.properties.picture.oneOf.map(
  ({ $ref }) => schemas[$ref.split('/').pop()].properties.game.enum[0],
)
