/**
 * How the art is written: functions of rule data that give SVG text, with nothing of the interface's state in it.
 * A drawing uses paper tokens only, so that cards stay paper in every theme.
 */

/** Bodies of 100 x 100 symbols by name. */
export type Symbols = Record<string, string>

/** A picture to be put in an <svg>: its box and its content. */
export interface Drawing {
  /** The view box. */
  box: [number, number, number, number]
  body: string
}

/** Line weights follow the size on screen: thin on large pictures, heavy on small ones (kit.css says how heavy). */
export type Weight = 2 | 3 | 4 | 5 | 6 | 7

export function weightFor(pixels: number): Weight {
  if (pixels >= 64) return 2
  if (pixels >= 40) return 3
  return pixels >= 26 ? 4 : 5
}

export const round = (value: number): number => Math.round(value * 100) / 100

/** A symbol of the sprite at a place inside a drawing. */
export function use(name: string, x: number, y: number, size: number, weight: Weight = 2): string {
  return `<use href="#i-${name}" x="${round(x)}" y="${round(y)}" width="${round(size)}" height="${round(size)}" class="w${weight}"/>`
}

interface Lettering {
  fill?: string
  weight?: number
  anchor?: 'start' | 'middle' | 'end'
  face?: 'display' | 'ui'
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escape = (words: string): string => words.replace(/[&<>"]/g, (sign) => escapes[sign] as string)

export function letters(x: number, y: number, size: number, words: string | number, style: Lettering = {}): string {
  const { fill = 'var(--card-ink)', weight = 700, anchor = 'middle', face = 'display' } = style
  return (
    `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}"` +
    ` fill="${fill}" font-family="var(--font-${face})">${escape(String(words))}</text>`
  )
}

const inked = 'stroke="var(--il)" stroke-linejoin="round" stroke-linecap="round"'
const lined = 'fill="none" stroke="currentColor" stroke-width="8" stroke-linejoin="round" stroke-linecap="round"'
const white = 'stroke="currentColor" stroke-linejoin="round" stroke-linecap="round"'
const styles = { ink: inked, line: lined, white }

/**
 * The <symbol>s of a table of bodies: `ink` for art, `line` for interface signs, `white` for silhouettes on a
 * roundel.
 */
export function symbols(table: Symbols, style: keyof typeof styles): string {
  return Object.entries(table)
    .map(([name, body]) => `<symbol id="i-${name}" viewBox="0 0 100 100"><g ${styles[style]}>${body}</g></symbol>`)
    .join('')
}

/** A repeating texture: the second cue beside colour. */
export function pattern(id: string, width: number, height: number, body: string): string {
  return `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${body}</pattern>`
}
