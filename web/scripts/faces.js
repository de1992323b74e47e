/** Every game has a face of its own, or says that the plain one will do. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gameIds } from './games.js'

const missing = gameIds
  .map((game) => `src/games/${game}/index.ts`)
  .filter((file) => !existsSync(join(import.meta.dirname, '..', file)))
  .map((file) => `web/${file} is missing: a face, or \`export { face } from '../../kit/plain'\``)

if (missing.length) {
  console.error(missing.join('\n'))
  process.exit(1)
}
