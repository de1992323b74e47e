/** Says so when node_modules is older than package-lock.json: a missing tool would be a riddle instead. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const read = (path) => JSON.parse(readFileSync(join(import.meta.dirname, '..', path), 'utf8')).packages
const installed = existsSync(join(import.meta.dirname, '../node_modules/.package-lock.json'))
  ? read('node_modules/.package-lock.json')
  : {}
const stale = Object.entries(read('package-lock.json'))
  .filter(([path, entry]) => path && !entry.optional && installed[path]?.version !== entry.version)
  .map(([path]) => path.replace('node_modules/', ''))

if (stale.length) {
  console.error(`${stale.length} packages are not those of package-lock.json (${stale[0]}, …): npm ci`)
  process.exit(1)
}
