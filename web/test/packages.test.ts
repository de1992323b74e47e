/** What `make play` fetches is enough to build the page: tests and checks fetch more, and would not notice. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '..')
const IMPORTED = /^(?!.*\bimport type\b).*\bfrom '(@[\w-]+\/[\w-]+|[\w-]+)(?:\/[\w/.-]+)?'/gm

const files = readdirSync(join(web, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|svelte)$/.test(name))
  .map((name) => join(web, 'src', name))

it('builds the page with the packages of `dependencies` alone', () => {
  const { dependencies } = JSON.parse(readFileSync(join(web, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const wanted = new Set(
    [...files, join(web, 'vite.config.ts')].flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(IMPORTED)].map((found) => found[1]),
    ),
  )
  expect(wanted).toContain('svelte')
  expect([...wanted].filter((name) => name && !(name in dependencies))).toEqual([])
})
