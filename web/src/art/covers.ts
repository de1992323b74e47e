/** Covers of the four games, made of their own pieces, and the town on the home page. */
import { alhambraSprite } from '../games/alhambra/art'
import { batisseursSprite, elevation } from '../games/batisseurs/art'
import type { CardType } from '../games/batisseurs/picture'
import { carpeDiemSprite } from '../games/carpe_diem/board'
import { tileBody } from '../games/carpe_diem/tiles'
import { enghienSprite, roundel } from '../games/enghien/art'
import type { SymbolId } from '../games/enghien/picture'
import type { GameId } from '../net/protocol'
import { round, use } from './svg'

export const coverSprite = alhambraSprite + batisseursSprite + enghienSprite + carpeDiemSprite

/** A picture that fills a wide frame: its view box and how it is cut. */
export interface Scene {
  box: string
  cut: string
  body: string
}

function alhambra(): Scene {
  const arches = [-16, 44, 104, 164, 224, 284]
    .map(
      (x, i) =>
        `<path d="M${x} 120V62c-4-8-4-16 0-22a24 24 0 0 1 44 0c4 6 4 14 0 22v58z" fill="${i % 2 ? '#B9623D' : '#C9784F'}"/>`,
    )
    .join('')
  return {
    box: '0 0 320 120',
    cut: 'xMidYMax slice',
    body:
      `<rect y="-40" width="320" height="160" fill="#E9B58E"/><rect y="-40" width="320" height="66" fill="#D99B6E"/>${arches}` +
      use('tower', 126, 40, 72, 2) +
      use('garden', 46, 44, 66, 3) +
      use('pavilion', 212, 42, 68, 3) +
      '<path d="M0 108h320v12H0z" fill="#8A4A2C"/>',
  }
}

const rampart: [CardType, number][] = [
  ['corner_left', 3],
  ['church', 9],
  ['gate', 4],
  ['town_hall', 7],
  ['tower', 3],
  ['church', 5],
  ['corner_right', 3],
]

function batisseurs(): Scene {
  const row = rampart
    .map(([type, value], i) => `<g transform="translate(${8 + i * 100} 0)">${elevation(type, value)}</g>`)
    .join('')
  return {
    box: '0 6 716 112',
    cut: 'xMidYMax slice',
    body: `<rect width="716" height="130" fill="url(#b-sky)"/><path d="M0 90Q90 50 190 84T420 72T740 80V130H0z" fill="#B9C79A"/>${row}<rect y="112" width="716" height="8" fill="#8A6F4A"/>`,
  }
}

function enghien(): Scene {
  const sights: SymbolId[] = ['lac', 'source_du_roy', 'theatre', 'casino', 'hippodrome']
  const signs = sights
    .map((symbol, i) => `<g transform="translate(${34 + i * 63} ${i % 2 ? 46 : 66})">${roundel(symbol, 0, 0, 30)}</g>`)
    .join('')
  const wave = (y: number, colour: string): string =>
    `<path d="M0 ${y}q20-10 40 0${'t40 0'.repeat(7)}V120H0z" fill="${colour}"/>`
  return {
    box: '0 0 320 120',
    cut: 'xMidYMid slice',
    body: `<rect width="320" height="120" fill="#CFE0E2"/>${wave(70, '#8FBCC6')}${wave(90, '#6BA3B3')}${signs}`,
  }
}

/** A corner of a quarter: column, row, edges, chimneys, quarter turns. */
const quarter: [number, number, string, number, number][] = [
  [0, 0, 'VHPP', 1, 1],
  [1, 0, 'VPWP', 1, 3],
  [2, 0, 'BWPP', 0, 2],
  [4, 0, 'WVPP', 1, 1],
  [5, 0, 'WPPP', 0, 3],
  [2, 1, 'BPHP', 0, 0],
  [3, 1, 'APPP', 0, 1],
  [4, 1, 'AVPP', 1, 3],
  [1, 2, 'VPVP', 2, 0],
  [2, 2, 'HPPP', 0, 0],
  [3, 2, 'MPPP', 0, 2],
]

function carpeDiem(): Scene {
  const tiles = quarter
    .map(([column, row, edges, chimneys, turns]) => {
      const body = tileBody({ kind: '', edges, chimneys, single: null }, turns)
      return `<svg x="${column * 60 - 10}" y="${row * 60 - 8}" width="60" height="60" viewBox="0 0 100 100">${body}</svg>`
    })
    .join('')
  return {
    box: '0 0 320 120',
    cut: 'xMidYMin slice',
    body: `<rect width="320" height="120" fill="var(--cd-pasture)"/>${tiles}`,
  }
}

const scenes: Record<GameId, () => Scene> = { alhambra, batisseurs, enghien, carpe_diem: carpeDiem }
export const cover = (game: GameId): Scene => scenes[game]()

const town: [CardType, number][] = [
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

export type Trouble = 'dead' | 'full' | 'lost' | 'outdated' | 'missing'

/**
 * What stands before the town on a page that cannot be shown: a broken bridge, a closed gate, a dark night, a
 * scaffold.
 */
export function trouble(kind: Trouble): Scene {
  const night = kind === 'lost'
  const ground = '<path d="M0 150Q120 138 240 150T480 146V200H0z" fill="var(--hill-2)"/>'
  const pier = (x: number): string =>
    `<path d="M${x} 118h26v60h-26z" fill="var(--stone-2)" stroke="var(--il)" stroke-width="2"/>`
  const deck = (from: number, to: number): string =>
    `<path d="M${from} 104H${to}v16H${from}z" fill="var(--stone)" stroke="var(--il)" stroke-width="2"/>`
  const water =
    '<path d="M0 176q20-8 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0V200H0z" fill="var(--water)"/>'
  const gate = `<g transform="translate(190 38)">${elevation('gate', 5)}</g><path d="M215 146v-24h50v24z" fill="var(--wood)" stroke="var(--il)" stroke-width="2"/><path d="M215 134h50M232 122v24M248 122v24" stroke="var(--il)" stroke-width="2" fill="none"/>`
  const scaffold =
    '<path d="M196 60v90M284 60v90M188 88h104M188 120h104M196 120l88-32M196 88l88-28" stroke="var(--wood)" stroke-width="6" fill="none" stroke-linecap="round"/>'
  const scenesBy: Record<Trouble, string> = {
    dead: `${water}${pier(70)}${pier(384)}${deck(20, 190)}${deck(290, 460)}<path d="M190 104l14 6-8 6 12 4M290 104l-12 5 9 6-14 5" fill="none" stroke="var(--il)" stroke-width="2"/>`,
    full: ground + gate,
    lost: `${ground}<g transform="translate(140 38)">${elevation('corner_left', 2)}</g><g transform="translate(240 38)">${elevation('church', 6)}</g>`,
    outdated: `${ground}<g transform="translate(190 38)">${elevation('town_hall', 6)}</g>${scaffold}`,
    missing: `${ground}<g transform="translate(190 38)">${elevation('corner_right', 1)}</g>`,
  }
  const sun = `<circle cx="${round(380)}" cy="52" r="${night ? 18 : 24}" fill="var(--hero-sun)"/>`
  return {
    box: '0 0 480 200',
    cut: 'xMidYMax slice',
    body: `<rect width="480" height="200" fill="${night ? '#2A3548' : 'url(#b-sky)'}"/>${sun}${scenesBy[kind]}`,
  }
}
