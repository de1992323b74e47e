/** Contrast of the tokens, for text and for shapes, in both themes and with more contrast. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../src/tokens.css'), 'utf8')
type Tokens = Record<string, string>

function block(selector: string): Tokens {
  const from = css.indexOf(`${selector} {`)
  const body = css.slice(from, css.indexOf('\n}', from))
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#[0-9A-Fa-f]{6});/g)].map((match) => [match[1] as string, match[2] as string]),
  )
}

const light = block(':root')
const dark = { ...light, ...block(':root[data-theme="dark"]') }
const more = block(':root[data-contrast="more"]')
const themes: [string, Tokens][] = [
  ['light', light],
  ['dark', dark],
  ['light, more contrast', { ...light, ...more }],
  ['dark, more contrast', { ...dark, ...more, ...block(':root[data-theme="dark"][data-contrast="more"]') }],
]

function luminance(hex: string): number {
  const channel = (at: number): number => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

function ratio(a: string | undefined, b: string | undefined): number {
  const [high, low] = [luminance(a ?? ''), luminance(b ?? '')].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

describe.each(themes)('%s', (_, tokens) => {
  const grounds = ['page', 'surface', 'raised', 'well']

  it.each(grounds)('text can be read on %s', (ground) => {
    for (const ink of ['ink', 'ink-2']) expect(ratio(tokens[ink], tokens[ground]), ink).toBeGreaterThanOrEqual(4.5)
  })

  it.each(grounds)('shapes can be seen on %s', (ground) => {
    for (const shape of ['terra', 'ochre', 'legal', 'line-strong', 'select', 'bad', 'good', 'slate', 'focus'])
      expect(ratio(tokens[shape], tokens[ground]), shape).toBeGreaterThanOrEqual(3)
  })

  it('accents can be written on and written with', () => {
    for (const accent of ['terra', 'slate', 'terra-deep'])
      expect(ratio(tokens['on-accent'], tokens[accent]), accent).toBeGreaterThanOrEqual(4.5)
    for (const hue of ['terra', 'ochre', 'slate', 'sage'])
      expect(ratio(tokens[`${hue}-deep`], tokens[`${hue}-soft`]), hue).toBeGreaterThanOrEqual(4.5)
  })

  it('seats can be seen, and lettered', () => {
    for (const seat of ['s1', 's2', 's3', 's4', 's5', 's6']) {
      expect(ratio(tokens[seat], tokens['surface']), seat).toBeGreaterThanOrEqual(3)
      expect(ratio(tokens['on-accent'], tokens[seat]), seat).toBeGreaterThanOrEqual(4.5)
    }
  })
})

it('paper can be read', () => {
  for (const currency of ['florin', 'dirham', 'denar', 'ducat']) {
    expect(ratio(light[`cu-${currency}-deep`], light['card'])).toBeGreaterThanOrEqual(4.5)
    expect(ratio(light['card-ink'], light[`cu-${currency}`])).toBeGreaterThanOrEqual(4.5)
  }
  for (const name of Object.keys(light).filter((token) => /^(ca|en)-/.test(token) && token !== 'ca-chambers'))
    expect(ratio(light['white'], light[name]), name).toBeGreaterThanOrEqual(4.5)
})
