/** What the sources may not hold: words outside the catalogue, other hosts, colours of the theme inside the art. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'svelte/compiler'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../src')
const all = readdirSync(root, { recursive: true, encoding: 'utf8' })
const shipped = all.filter((path) => !path.startsWith('gallery') && !path.startsWith('samples'))
const components = shipped.filter((path) => path.endsWith('.svelte'))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Attributes that people read or hear. */
const spoken = new Set(['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'label', 'name'])
const isWords = (text: string): boolean => /\p{L}{2,}/u.test(text.replace(/&\w+;/g, ''))

interface Node {
  type: string
  data?: string
  name?: string
  value?: unknown
  [part: string]: unknown
}

function wordsIn(node: unknown, found: string[]): string[] {
  if (Array.isArray(node)) node.forEach((one) => wordsIn(one, found))
  else if (node && typeof node === 'object') {
    const here = node as Node
    if (here.type === 'Text' && isWords(here.data ?? '')) found.push((here.data ?? '').trim())
    for (const [part, value] of Object.entries(here)) {
      if (part === 'attributes') for (const attribute of value as Node[]) attributeWords(attribute, found)
      else if (!['css', 'instance', 'module', 'options', 'start', 'end'].includes(part)) wordsIn(value, found)
    }
  }
  return found
}

function attributeWords(attribute: Node, found: string[]): void {
  if (attribute.type !== 'Attribute' || !spoken.has(attribute.name ?? '')) return
  for (const part of Array.isArray(attribute.value) ? (attribute.value as Node[]) : [])
    if (part.type === 'Text' && isWords(part.data ?? '')) found.push(`${attribute.name}: ${part.data}`)
}

describe('words', () => {
  it('are found where they stand', () => {
    const found = wordsIn(parse('<p title="A title">Some words {t("x")}</p>', { modern: true }).fragment, [])
    expect(found).toEqual(['title: A title', 'Some words'])
  })

  it.each(components)('%s has none outside the catalogue', (path) => {
    const { fragment } = parse(read(path), { modern: true })
    // Names of symbols and of form fields are not for reading.
    const found = wordsIn(fragment, []).filter((text) => !/^name: [\w-]+$/.test(text))
    expect(found).toEqual([])
  })
})

describe('requests', () => {
  it('go to no other host', () => {
    const hosts = all.flatMap((path) =>
      /\.(svelte|ts|css)$/.test(path)
        ? [...read(path).matchAll(/https?:\/\/[^\s'"`)]+/g)].map((match) => `${path}: ${match[0]}`)
        : [],
    )
    expect(hosts.filter((host) => !/http:\/\/www\.w3\.org\/(2000\/svg|1999\/xhtml)/.test(host))).toEqual([])
  })
})

describe('art', () => {
  const theme =
    /var\(--(page|surface|raised|well|line|line-strong|ink|ink-2|terra|terra-deep|slate|sage|ochre|legal|select|focus)\)/
  const art = shipped.filter((path) => /^games\/.*\.ts$/.test(path) || path === 'art/backs.ts')

  it.each(art)('%s uses paper colours only', (path) => {
    expect(theme.exec(read(path))?.[0]).toBeUndefined()
  })
})

describe('attributes by which parts find each other', () => {
  it('are all listed in the README, and those that are listed are set or asked for', () => {
    const camel = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const used = new Set(
      shipped
        .filter((path) => /\.(svelte|ts|css)$/.test(path))
        .map(read)
        .flatMap((text) => [
          ...[...text.matchAll(/\bdata-([a-z][a-z-]*)/g)].map((match) => match[1] as string),
          ...[...text.matchAll(/\bdataset(?:\.|\[')(\w+)/g)].map((match) => camel(match[1] as string)),
        ]),
    )
    const readme = readFileSync(join(root, '../README.md'), 'utf8')
    const table = readme.slice(readme.indexOf('## Attributes'))
    const listed = new Set([...table.matchAll(/`data-([a-z-]+)`/g)].map((match) => match[1] as string))
    expect([...used].sort()).toEqual([...listed].sort())
  })
})
