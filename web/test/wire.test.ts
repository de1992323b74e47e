/** The page's types are the server's: a field that is renamed or unread is found before anybody plays. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import openapi from '../../docs/openapi.json'
import { gameIds, hasOwnFace } from '../scripts/games.js'

const root = join(import.meta.dirname, '..')

describe('a nested field of a picture', () => {
  const drawing = join(root, 'src/games/enghien/names.ts')
  const keys = join(root, 'src/games/enghien/keys.ts')
  const wire = join(root, 'src/net/wire.ts')
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  )

  /** What the compiler says of a drawing when the server's types are these. */
  function complaints(rename: (text: string) => string): string[] {
    const host = ts.createCompilerHost(options)
    const read = host.readFile.bind(host)
    const parse = host.getSourceFile.bind(host)
    host.getSourceFile = (name, target) =>
      name === wire ? ts.createSourceFile(name, rename(read(name) ?? ''), target) : parse(name, target)
    const program = ts.createProgram([drawing, keys], options, host)
    const file = program.getSourceFile(drawing)
    return program.getSemanticDiagnostics(file).map((found) => ts.flattenDiagnosticMessageText(found.messageText, ' '))
  }

  it('that the server renames is a type error where it is drawn', () => {
    expect(complaints((text) => text)).toEqual([])
    expect(complaints((text) => text.replaceAll('taken_by:', 'taken_from:')).join()).toContain('taken_by')
  })
})

interface Schema {
  properties?: Record<string, unknown>
}
const schemas = openapi.components.schemas as Record<string, Schema>

/** A shape, and every shape it refers to. */
function reached(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const [, other] of JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g))
    reached(other as string, found)
  return found
}

/** All that the page is made of below a folder, but for types and samples. */
function sources(folder: string): string {
  return readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|svelte)$/.test(path) && !/(^|\/)(wire|picture)\.ts$|^(samples|gallery)\//.test(path))
    .map((path) => readFileSync(join(root, 'src', folder, path), 'utf8'))
    .join('\n')
}

const unread = (shape: string, text: string): string[] =>
  Object.keys(schemas[shape]?.properties ?? {})
    .filter((field) => field !== 'game' && !new RegExp(`\\b${field}\\b`).test(text))
    .map((field) => `${shape}.${field}`)

const pictureOf = (game: string): string =>
  Object.keys(schemas).find(
    (name) => name.endsWith('Picture') && JSON.stringify(schemas[name]).includes(`{"enum":["${game}"]}`),
  ) ?? ''

/** Whoever pays step by step in the terminal is shown the ways to go on; the page is offered them as plans. */
const forTheTerminal = ['AlhambraPurchase.payments', 'AlhambraPayment.lost']

describe('every field', () => {
  it.each(gameIds)('of the picture of %s is drawn', (game) => {
    if (!hasOwnFace(game)) return // the plain one draws whatever there is
    const text = sources(`games/${game}`)
    const name = pictureOf(game).replace('Picture', '')
    const own = [...reached(pictureOf(game))].filter((shape) => shape.startsWith(name))
    expect(own).toContain(pictureOf(game))
    expect(own.flatMap((shape) => unread(shape, text)).filter((field) => !forTheTerminal.includes(field))).toEqual([])
  })

  it('of a message is read', () => {
    const pictures = new Set(gameIds.flatMap((game) => [...reached(pictureOf(game))]))
    const messages = [...reached('FromServer')].filter((shape) => !pictures.has(shape))
    const text = sources('.')
    expect(messages.flatMap((shape) => unread(shape, text))).toEqual([])
  })
})
