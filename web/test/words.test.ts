import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Words, typeset } from '../src/words/catalogue.svelte'

const folder = join(import.meta.dirname, '../../src/bastide/locale')
const room = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, language, 'page.json'), 'utf8')) as Record<string, string>
const names = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string).sort()

function speaking(language: 'en' | 'fr', texts: Record<string, string>): Words {
  const words = new Words()
  words.add(texts, language)
  return words
}

describe('the catalogue', () => {
  it('has the same keys in both languages', () => {
    expect(Object.keys(room('fr')).sort()).toEqual(Object.keys(room('en')).sort())
  })

  it('fills the same names in both languages', () => {
    const french = room('fr')
    for (const [key, text] of Object.entries(room('en'))) expect(names(french[key] ?? ''), key).toEqual(names(text))
  })

  it('gives every room in both languages', () => {
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
    const unsaid = Object.keys(room('en'))
      .map((key) => key.replace(/\.(one|other)$/, ''))
      .filter((key) => !said.has(key) && !patterns.some((pattern) => pattern.test(key)))
    expect(unsaid).toEqual([])
  })

  it('counts in pairs', () => {
    const keys = Object.keys(room('en'))
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
    expect(speaking('fr', city).text('a.city', { name: 'Bob' })).toBe('ville de Bob')
    expect(speaking('en', city).text('a.city', { name: 'Ada' })).toBe('ville de Ada')
  })

  it('sets French punctuation with no-break spaces', () => {
    expect(typeset('fr', 'à toi : « oui » ?')).toBe('à toi\u00a0: «\u00a0oui\u00a0»\u00a0?')
    expect(typeset('en', 'yours : now')).toBe('yours : now')
  })
})
