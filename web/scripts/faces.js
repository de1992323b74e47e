/** Every game has a face of its own, or says that the plain one will do. */
import { existsSync } from 'node:fs'
import { faceOf, gameIds } from './games.js'

const missing = gameIds
  .filter((game) => !existsSync(faceOf(game)))
  .map((game) => `web/src/games/${game}/index.ts is missing: a face, or \`export { face } from '../../kit/plain'\``)

if (missing.length) {
  console.error(missing.join('\n'))
  process.exit(1)
}
