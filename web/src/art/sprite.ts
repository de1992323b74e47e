/** The sprite every page needs: interface signs, seat marks, seat textures. */
import { faces } from './faces'
import { glyphs } from './glyphs'
import { marks } from './marks'
import { pattern, symbols } from './svg'

/** Plain, bars, dots, two diagonals, grid: seats are told apart without colour. */
const seatLines = [
  '',
  '<path d="M0 2H8M0 6H8"/>',
  '',
  '<path d="M0 8L8 0"/>',
  '<path d="M0 0L8 8"/>',
  '<path d="M4 0V8M0 4H8"/>',
]

const seatTextures = seatLines
  .map((line, seat) => {
    const dot = seat === 2 ? '<circle cx="4" cy="4" r="1.6" fill="var(--surface)"/>' : ''
    const lines = `<g stroke="var(--surface)" stroke-width="1.6" fill="none">${line}</g>`
    return pattern(`seat-area-${seat}`, 8, 8, `<rect width="8" height="8" fill="var(--s${seat + 1})"/>${lines}${dot}`)
  })
  .join('')

export const commonSprite = symbols(glyphs, 'line') + symbols(marks, 'ink') + symbols(faces, 'ink') + seatTextures

/** Lines of a chart, one dash per seat. */
export const seatDashes = ['none', '9 4', '2 4', '12 4 2 4', '5 3', '14 3 3 3 3 3']

export const isGlyph = (name: string): boolean => name in glyphs
