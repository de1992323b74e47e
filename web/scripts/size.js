/**
 * What the first load of a table weighs, compressed, and a game's page in a file of its own, as it is, game by game.
 * More than the limits is an error.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { gameIds } from './games.js'

const LIMIT = 120
const FILE_LIMIT = 260
const folder = join(import.meta.dirname, '../dist')
const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
const shared = [
  'index.html',
  'src/pages/TableRoute.svelte',
  ...['page', 'core', 'table', 'bots'].map((room) => `../src/bastide/locale/fr/${room}.json`),
]

/** A chunk, what it imports, and their styles. */
function files(key, found = new Set()) {
  const chunk = manifest[key]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const style of chunk.css ?? []) found.add(style)
  for (const other of chunk.imports ?? []) files(other, found)
  return found
}

const weigh = (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length

let heaviest = 0
let largest = 0
for (const game of gameIds) {
  const all = new Set(['index.html'])
  for (const key of [...shared, `src/games/${game}/index.ts`, `../src/bastide/locale/fr/${game}.json`])
    for (const file of files(key)) all.add(file)
  const kilobytes = [...all].reduce((sum, file) => sum + weigh(file), 0) / 1000
  heaviest = Math.max(heaviest, kilobytes)
  const alone = statSync(join(folder, 'file', `${game}.html`)).size / 1000
  largest = Math.max(largest, alone)
  console.log(
    `${game.padEnd(12)} ${kilobytes.toFixed(1).padStart(6)} kB gzip in ${all.size} files, ${alone.toFixed(0)} kB alone`,
  )
}
if (heaviest > LIMIT) {
  console.error(`a table may weigh ${LIMIT} kB at most`)
  process.exit(1)
}
if (largest > FILE_LIMIT) {
  console.error(`the page of a game in one file may weigh ${FILE_LIMIT} kB at most`)
  process.exit(1)
}
