import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gameIds } from '../scripts/games.js'
import { Words, typeset } from '../src/words/catalogue.svelte'

const folder = join(import.meta.dirname, '../../src/bastide/locale')
const read = (language: string, subject: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, language, `${subject}.json`), 'utf8')) as Record<string, string>
/** What the page says: at a table, elsewhere, and in the faces of games. */
const texts = (language: string): Record<string, string> =>
  Object.fromEntries(
    ['page', 'pages', ...gameIds]
      .flatMap((subject) => Object.entries(read(language, subject)))
      .filter(([key]) => key.startsWith('page.')),
  )
const names = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string).sort()

function speaking(language: 'en' | 'fr', texts: Record<string, string>): Words {
  const words = new Words()
  words.add(texts, language)
  return words
}

describe('the catalogue', () => {
  it('has the same keys in both languages', () => {
    expect(Object.keys(texts('fr')).sort()).toEqual(Object.keys(texts('en')).sort())
  })

  it('fills the same names in both languages', () => {
    const french = texts('fr')
    for (const [key, text] of Object.entries(texts('en'))) expect(names(french[key] ?? ''), key).toEqual(names(text))
  })

  it('gives every subject in both languages', () => {
    expect(readdirSync(join(folder, 'fr')).sort()).toEqual(readdirSync(join(folder, 'en')).sort())
  })

  it('has no key of the page that nothing says', () => {
    const root = join(import.meta.dirname, '../src')
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(svelte|ts)$/.test(path))
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n')
    const said = new Set([...sources.matchAll(/['"](page\.[\w.]+)['"]/g)].map((match) => match[1]))
    /** `page.code.${kind}` says every key that begins and ends alike. */
    const patterns = [...sources.matchAll(/`(page\.[^`]*\$\{[^`]*)`/g)].map(
      (match) => new RegExp(`^${(match[1] as string).replace(/[.]/g, '\\.').replace(/\$\{[^}]*\}/g, '\\w+')}$`),
    )
    const unsaid = Object.keys(texts('en'))
      .map((key) => key.replace(/\.(one|other)$/, ''))
      .filter((key) => !said.has(key) && !patterns.some((pattern) => pattern.test(key)))
    expect(unsaid).toEqual([])
  })

  it('says at a table nothing that is not loaded there', () => {
    const root = join(import.meta.dirname, '../src')
    /** Shown only with the words of other pages; and the words themselves. */
    const LATER = /pages\/(End|Kept|Notice|Replay|Review|Share|Waiting)|\.json$/
    const reached = new Set<string>()
    function reach(path: string): void {
      const file = ['', '.ts', '.svelte.ts']
        .map((end) => path + end)
        .find((name) => existsSync(name) && !isFolder(name))
      if (!file || reached.has(file) || LATER.test(file)) return
      reached.add(file)
      for (const [, other] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g))
        reach(join(file, '..', other ?? ''))
    }
    const isFolder = (name: string): boolean => statSync(name).isDirectory()
    for (const start of ['pages/TableRoute.svelte', ...gameIds.map((game) => `games/${game}/index.ts`)])
      reach(join(root, start))
    expect(reached.size).toBeGreaterThan(100)
    const elsewhere = Object.keys(read('en', 'pages')).map((key) => key.replace(/\.(one|other)$/, ''))
    const said = [...reached].map((file) => readFileSync(file, 'utf8')).join('\n')
    expect(elsewhere.filter((key) => new RegExp(`['"]${key.replaceAll('.', '\\.')}['"]`).test(said))).toEqual([])
  })

  it('counts in pairs', () => {
    const keys = Object.keys(texts('en'))
    for (const key of keys.filter((one) => one.endsWith('.one')))
      expect(keys).toContain(key.replace(/\.one$/, '.other'))
  })
})

describe('saying', () => {
  const texts = {
    'a.cards.one': '{n} card',
    'a.cards.other': '{n} cards',
    'a.buys': '{seat} buys the {what} for {n}',
    'a.garden': 'garden',
    'a.won': '{points} {points|point|points}, {due} {coin:due}',
    'a.coin.one': 'ducat',
    'a.coin.other': 'ducats',
  }

  it('fills values, keys and names', () => {
    const words = speaking('en', texts)
    expect(words.say({ key: 'a.buys', values: { seat: '#1', what: '@a.garden', n: 8 } }, ['Léa', 'Jules'])).toBe(
      'Jules buys the garden for 8',
    )
  })

  it('chooses one or other by the language', () => {
    expect(speaking('en', texts).text('a.cards', { n: 0 })).toBe('0 cards')
    expect(speaking('fr', texts).text('a.cards', { n: 0 })).toBe('0 card')
    expect(speaking('en', texts).text('a.cards', { n: 1 })).toBe('1 card')
  })

  it('counts a word or a key by any value', () => {
    expect(speaking('en', texts).text('a.won', { points: 0, due: 1, coin: '@a.coin' })).toBe('0 points, 1 ducat')
    expect(speaking('fr', texts).text('a.won', { points: 0, due: 2, coin: '@a.coin' })).toBe('0 point, 2 ducats')
  })

  it('writes a true minus and signs', () => {
    const words = speaking('en', texts)
    expect(words.signed(12)).toBe('+12')
    expect(words.signed(-4)).toBe('−4')
    expect(words.text('a.cards', { n: -4 })).toBe('−4 cards')
  })

  it('never says nothing: an unknown key is said by its last part', () => {
    expect(speaking('en', {}).text('alhambra.category.town_hall')).toBe('town hall')
  })

  it('changes language as a whole', () => {
    const words = speaking('en', texts)
    words.add({ 'a.garden': 'jardin' }, 'fr')
    expect(words.language).toBe('fr')
    expect(words.text('a.garden')).toBe('jardin')
    expect(words.has('a.buys')).toBe(false)
  })

  it('elides before a vowel in French alone', () => {
    const city = { 'a.city': 'ville de {name}' }
    expect(speaking('fr', city).text('a.city', { name: 'Ada' })).toBe('ville d’Ada')
    expect(speaking('fr', city).text('a.city', { name: '#0' }, ['Élie'])).toBe('ville d’Élie')
    expect(speaking('fr', city).text('a.city', { name: 'Héloïse' })).toBe('ville d’Héloïse')
    expect(speaking('fr', city).text('a.city', { name: 'Bob' })).toBe('ville de Bob')
    const ahead = { 'a.ahead': 'plus que {name}' }
    expect(speaking('fr', ahead).text('a.ahead', { name: 'Eudes' })).toBe('plus qu’Eudes')
    expect(speaking('fr', ahead).text('a.ahead', { name: 'Bob' })).toBe('plus que Bob')
    expect(speaking('en', city).text('a.city', { name: 'Ada' })).toBe('ville de Ada')
  })

  it('sets French punctuation with no-break spaces', () => {
    expect(typeset('fr', 'à toi : « oui » ?')).toBe('à toi\u00a0: «\u00a0oui\u00a0»\u00a0?')
    expect(typeset('en', 'yours : now')).toBe('yours : now')
  })
})
