/** Backs of cards and tiles: the plan of a bastide. */
import { type Drawing, round } from './svg'

/** A face-down card of a colour of the paper, 72 wide and as high as its shape asks. */
export function cardBack(colour: string, ratio = 104 / 72): Drawing {
  const height = round(72 * ratio)
  const middle = height / 2
  const plan =
    `<rect x="8" y="8" width="56" height="${round(height - 16)}" rx="3"/><rect x="24" y="${round(middle - 12)}" width="24" height="24"/>` +
    `<path d="M36 8V${round(middle - 12)}M36 ${round(middle + 12)}V${round(height - 8)}M8 ${round(middle)}H24M48 ${round(middle)}H64"/>`
  return {
    box: [0, 0, 72, height],
    body:
      `<rect x="1" y="1" width="70" height="${round(height - 2)}" rx="7" fill="${colour}" stroke="var(--card-edge)" stroke-width="1.5"/>` +
      `<g fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="2">${plan}</g>`,
  }
}

/** A face-down tile: pale for white ones, dark for black ones. */
export function tileBack(colour: 'white' | 'black'): Drawing {
  const [ground, line] = colour === 'white' ? ['var(--card-2)', 'var(--stone-3)'] : ['#4A4640', '#D9C9AC']
  return {
    box: [0, 0, 100, 100],
    body:
      `<rect width="100" height="100" fill="${ground}"/><g fill="none" stroke="${line}" stroke-width="4">` +
      '<rect x="14" y="14" width="72" height="72"/><rect x="34" y="34" width="32" height="32"/>' +
      '<path d="M50 14V34M50 66V86M14 50H34M66 50H86"/></g>',
  }
}
