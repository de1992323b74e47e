/** Pictures that fill a wide frame: the town on the home page, and the plan of a bastide. */
import { type Bastion, elevation } from './rampart'

/** Its view box, and how it is cut. */
export interface Scene {
  box: string
  cut: string
  body: string
}

const town: [Bastion, number][] = [
  ['corner_left', 3],
  ['tower', 2],
  ['church', 9],
  ['gate', 4],
  ['town_hall', 6],
  ['tower', 3],
  ['gate', 5],
  ['church', 6],
  ['town_hall', 7],
  ['tower', 1],
  ['corner_right', 2],
]

/** A walled town on its hill; at night the windows are lit. */
export function skyline(): Scene {
  const walls = town
    .map(
      ([type, value], i) => `<g transform="translate(${452 + i * 76} 74) scale(.76 .87)">${elevation(type, value)}</g>`,
    )
    .join('')
  let vines = ''
  for (let i = 0; i < 14; i++)
    vines += `<path d="M${20 + i * 30} ${192 - (i % 2) * 3}h1" stroke="#55784A" stroke-width="8" fill="none" stroke-linecap="round"/>`
  const sky =
    '<linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--hero-1)"/><stop offset="1" stop-color="var(--hero-2)"/></linearGradient>'
  return {
    box: '0 0 1280 196',
    cut: 'xMaxYMax slice',
    body:
      `<defs>${sky}</defs><rect width="1280" height="196" fill="url(#dusk)"/><circle class="sun" cx="760" cy="50" r="26" fill="var(--hero-sun)"/>` +
      '<path d="M0 140Q200 90 420 130T860 112T1280 128V196H0z" fill="var(--hill-1)"/><path d="M0 168Q260 128 560 160T1280 150V196H0z" fill="var(--hill-2)"/>' +
      `${walls}${vines}<path d="M0 178Q220 166 470 171H1280V196H0z" fill="var(--hill-3)"/>`,
  }
}

const roofs = ['#C9784F', '#B9623D', '#A3B681', '#8FBCC6', '#E3C27A']
const BLOCK = 40

/** The plan of a bastide, for what has no picture; a name always gets the same one. */
export function plan(name: string): Scene {
  let drawn = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)
  let blocks = ''
  for (let x = 0; x < 8; x++)
    for (let y = 0; y < 3; y++) {
      drawn = (drawn * 97 + 13) % 9973
      const market = y === 1 && (x === 3 || x === 4)
      const fill = market ? '#F3E7CE' : roofs[drawn % roofs.length]
      blocks += `<rect x="${x * BLOCK + 3}" y="${y * BLOCK + 3}" width="34" height="34" rx="3" fill="${fill}"/>`
    }
  return { box: '0 0 320 120', cut: 'xMidYMid slice', body: `<rect width="320" height="120" fill="#E0CDA8"/>${blocks}` }
}
