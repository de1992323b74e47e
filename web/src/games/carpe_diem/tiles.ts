/**
 * Tiles of Carpe Diem: a plan seen from above. Villas and landscapes cross an edge on 60 of 100, dwellings on 40,
 * so that matching edges join without a seam. Emblems stay upright when a tile turns.
 */
import { type Drawing, pattern, round, use } from '../../art/svg'
import type { Face } from './picture'

type Point = [number, number]
type Ground = 'V' | 'W' | 'H' | 'C' | 'F'
type House = 'M' | 'B' | 'S' | 'A'
type Shape = 'end' | 'bay' | 'apse' | 'corner' | 'straight' | 'tee' | 'cross'

/** Outline of a feature, north up: the closed region, then the lines of its border. */
const shapes: Record<Shape, [string, string]> = {
  end: ['M20 0V58Q20 68 30 68H70Q80 68 80 58V0Z', 'M20 0V58Q20 68 30 68H70Q80 68 80 58V0'],
  bay: ['M20 0V34Q20 43 29 43H71Q80 43 80 34V0Z', 'M20 0V34Q20 43 29 43H71Q80 43 80 34V0'],
  apse: [
    'M20 0V8Q21 15 26 21L35 32Q38 36 43 36H57Q62 36 65 32L74 21Q79 15 80 8V0Z',
    'M20 0V8Q21 15 26 21L35 32Q38 36 43 36H57Q62 36 65 32L74 21Q79 15 80 8V0',
  ],
  corner: ['M20 0V64Q20 80 36 80H100V20H86Q80 20 80 14V0Z', 'M20 0V64Q20 80 36 80H100M80 0V14Q80 20 86 20H100'],
  straight: ['M20 0V100H80V0Z', 'M20 0V100M80 0V100'],
  tee: [
    'M20 0V100H80V86Q80 80 86 80H100V20H86Q80 20 80 14V0Z',
    'M20 0V100M80 0V14Q80 20 86 20H100M80 100V86Q80 80 86 80H100',
  ],
  cross: [
    'M20 0V14Q20 20 14 20H0V80H14Q20 80 20 86V100H80V86Q80 80 86 80H100V20H86Q80 20 80 14V0Z',
    'M20 0V14Q20 20 14 20H0M0 80H14Q20 80 20 86V100M80 100V86Q80 80 86 80H100M100 20H86Q80 20 80 14V0',
  ],
}

const grounds: Record<Ground, string> = {
  V: 'var(--cd-villa)',
  W: '#B9C98A',
  H: '#BFD79A',
  C: '#EBCB7E',
  F: '#86B9D3',
}

/**
 * The border names the kind: double stone wall, stakes, round hedge, post fence, sandy shore. Colour, width, dashes.
 */
const borders: Record<Ground, [string, number, string?][]> = {
  V: [
    ['#5A2A1B', 7],
    ['#E9D9BC', 4],
    ['#8C7858', 4, '1 6'],
  ],
  W: [
    ['#6B4626', 2],
    ['#4B2F18', 6, '3 9'],
  ],
  H: [
    ['#2F5526', 8, '.1 7.5'],
    ['#6FA056', 4, '.1 7.5'],
  ],
  C: [
    ['#7A5318', 5],
    ['#EBCB7E', 2],
    ['#4B2F18', 8, '2.5 7.5'],
  ],
  F: [
    ['#E8D8AE', 7],
    ['#2C6482', 2.5],
  ],
}

const textures = [
  pattern(
    'x-V',
    14,
    10,
    '<path d="M0 0a7 8 0 0 0 14 0M-7 5a7 8 0 0 0 14 0M7 5a7 8 0 0 0 14 0" fill="none" stroke="var(--roof-2)" stroke-width="1.5"/>',
  ),
  pattern(
    'x-W',
    16,
    14,
    '<path d="M0 10H16" stroke="var(--wood-2)" stroke-width="1.5"/><circle cx="4" cy="6" r="3.2" fill="#6E4C86"/><circle cx="9" cy="7" r="3.2" fill="#6E4C86"/><circle cx="6.5" cy="3" r="2.6" fill="#4E7A3E"/>',
  ),
  pattern(
    'x-H',
    16,
    16,
    '<path d="M8 14V5M8 11C4 11 2 8 2 5c4 0 6 2 6 6M8 11c4 0 6-3 6-6-4 0-6 2-6 6M8 6c-2-2-2-4 0-6 2 2 2 4 0 6" fill="#3F6B2F"/>',
  ),
  pattern(
    'x-C',
    14,
    12,
    '<path d="M2 4l4-2M8 9l4 1M9 3l3 1M3 9l2 2" stroke="#8A6415" stroke-width="1.5" fill="none"/>',
  ),
  pattern(
    'x-F',
    22,
    12,
    '<path d="M0 5q5.5-5 11 0t11 0" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="1.6"/>',
  ),
  pattern('x-M', 8, 7, '<path d="M0 0a4 5 0 0 0 8 0" fill="none" stroke="#8A5E08" stroke-width="1.3"/>'),
  pattern(
    'x-B',
    10,
    8,
    '<path d="M0 0H10M0 4H10M3 0V4M8 4V8" fill="none" stroke="#F1D9B0" stroke-opacity=".6" stroke-width="1.1"/>',
  ),
  pattern(
    'x-S',
    8,
    8,
    '<path d="M4 0l4 4-4 4-4-4z" fill="none" stroke="#E7CFE4" stroke-opacity=".65" stroke-width="1.1"/>',
  ),
  pattern('x-A', 6, 6, '<path d="M0 3H6" fill="none" stroke="#CFE0EE" stroke-opacity=".7" stroke-width="1.2"/>'),
].join('')

function border(kind: Ground, lines: string): string {
  return borders[kind]
    .map(([colour, width, dash]) => {
      const dashes = dash ? ` stroke-dasharray="${dash}"${dash.startsWith('.1') ? ' stroke-linecap="round"' : ''}` : ''
      return `<path d="${lines}" fill="none" stroke-linejoin="round" stroke="${colour}" stroke-width="${width}"${dashes}/>`
    })
    .join('')
}

/** Roofs of the four dwellings: colour, shaded side, lit side. */
const roofs: Record<House, [string, string, string]> = {
  M: ['#D79F2A', '#B67F12', '#EABF5E'],
  B: ['#8A5E38', '#6B4626', '#A87B50'],
  S: ['#7B4A77', '#5C3459', '#97648F'],
  A: ['#4A6A8C', '#34506E', '#6B8BAC'],
}

function houseHalf(kind: House): string {
  const [roof, shade, light] = roofs[kind]
  return (
    `<path d="M29 0V34H71V0Z" fill="${roof}"/><path d="M50 0V16L29 34V0Z" fill="${light}"/><path d="M50 0V16L71 34V0Z" fill="${shade}"/>` +
    `<path d="M29 0V34H71V0Z" fill="url(#x-${kind})"/><path d="M29 0V34H71V0" fill="none" stroke="#2B2520" stroke-width="3.5" stroke-linejoin="round"/>` +
    '<path d="M50 0V16M50 16L29 34M50 16L71 34" fill="none" stroke="#2B2520" stroke-width="2"/>'
  )
}

const part = (id: string, body: string): string =>
  `<symbol id="${id}" viewBox="0 0 100 100" overflow="visible">${body}</symbol>`

function featureParts(): string {
  let parts = ''
  for (const kind of Object.keys(grounds) as Ground[]) {
    for (const shape of Object.keys(shapes) as Shape[]) {
      const [region, lines] = shapes[shape]
      parts += part(
        `c-${kind}-${shape}`,
        `<path d="${region}" fill="${grounds[kind]}"/><path d="${region}" fill="url(#x-${kind})"/>${border(kind, lines)}`,
      )
    }
  }
  for (const kind of Object.keys(roofs) as House[]) parts += part(`c-${kind}-half`, houseHalf(kind))
  return parts
}

const meadow =
  '<rect width="100" height="100" fill="var(--cd-pasture)"/><g fill="none" stroke="#7E9455" stroke-width="1.8" stroke-linecap="round">' +
  '<path d="M8 12l2-5 2 5M88 10l2-5 2 5M9 90l2-5 2 5M86 93l2-5 2 5M47 54l2-5 2 5"/></g>'
const plaza =
  '<circle cx="50" cy="50" r="36" fill="#E6D7B8" stroke="#8C7858" stroke-width="2"/>' +
  '<circle cx="50" cy="50" r="30" fill="none" stroke="#B9A583" stroke-width="1.5" stroke-dasharray="7 4"/>'
const tree =
  '<g id="c-tree"><circle r="8" fill="#6E9455" stroke="#3F5E2F" stroke-width="1.8"/><path d="M-3-2q3-4 6 0" stroke="#C9DDAE" fill="none" stroke-width="1.6"/></g>'
const flue =
  '<g id="c-chimney"><rect x="-7" y="-7" width="14" height="14" rx="1.5" fill="#E9D9BC" stroke="#2B2520" stroke-width="2.4"/>' +
  '<rect x="-3.5" y="-3.5" width="7" height="7" fill="#2B2520"/></g>'

export const tileSprite = textures + featureParts() + part('c-pasture', meadow) + part('c-plaza', plaza) + tree + flue

const goodOf: Record<string, string> = { W: 'grape', H: 'herb', C: 'chicken', F: 'fish' }
const houseOf: Record<string, string> = { M: 'merchant', B: 'baker', S: 'senator', A: 'artisan' }

/** Where chimneys stand on a villa part, for one and for two of them. */
const chimneyPlaces: Record<Shape, [Point[], Point[]]> = {
  end: [
    [[50, 36]],
    [
      [38, 34],
      [62, 34],
    ],
  ],
  bay: [
    [[50, 22]],
    [
      [38, 22],
      [62, 22],
    ],
  ],
  apse: [
    [[50, 17]],
    [
      [40, 14],
      [60, 14],
    ],
  ],
  corner: [
    [[50, 50]],
    [
      [42, 38],
      [64, 58],
    ],
  ],
  straight: [
    [[50, 50]],
    [
      [50, 34],
      [50, 66],
    ],
  ],
  tee: [
    [[46, 50]],
    [
      [42, 34],
      [42, 66],
    ],
  ],
  cross: [
    [[50, 50]],
    [
      [38, 38],
      [62, 62],
    ],
  ],
}

/** Emblem of a landscape part: its place and size. */
const emblems: Record<Shape, [number, number, number]> = {
  end: [50, 36, 38],
  bay: [50, 23, 30],
  apse: [50, 17, 27],
  corner: [50, 52, 40],
  straight: [50, 50, 40],
  tee: [50, 52, 40],
  cross: [50, 50, 40],
}

function turned([x, y]: Point, quarters: number): Point {
  let [dx, dy] = [x - 50, y - 50]
  for (let i = 0; i < quarters % 4; i++) [dx, dy] = [-dy, dx]
  return [round(dx + 50), round(dy + 50)]
}

const placed = (id: string, quarters: number): string =>
  `<use href="#${id}"${quarters % 4 ? ` transform="rotate(${90 * (quarters % 4)} 50 50)"` : ''}/>`
const spot = (id: string, [x, y]: Point): string => `<use href="#${id}" x="${x}" y="${y}"/>`

/** The parts of a tile: kind, shape and quarter turns from north. One kind on several edges is one object (CDM-24). */
interface Part {
  kind: string
  shape: Shape
  quarters: number
}

const oneKind: Record<string, [Shape, number]> = {
  '0': ['end', 0],
  '1': ['end', 1],
  '2': ['end', 2],
  '3': ['end', 3],
  '02': ['straight', 0],
  '13': ['straight', 1],
  '01': ['corner', 0],
  '12': ['corner', 1],
  '23': ['corner', 2],
  '03': ['corner', 3],
  '012': ['tee', 0],
  '123': ['tee', 1],
  '023': ['tee', 2],
  '013': ['tee', 3],
  '0123': ['cross', 0],
}

export function partsOf(edges: string): Part[] {
  const built = [...edges].map((kind, side) => ({ kind, side })).filter(({ kind }) => kind !== 'P')
  const kinds = new Set(built.map(({ kind }) => kind))
  if (kinds.size === 1) {
    const found = oneKind[built.map(({ side }) => side).join('')]
    const first = built[0]
    return found && first ? [{ kind: first.kind, shape: found[0], quarters: found[1] }] : []
  }
  const opposite = built.length === 2 && Math.abs((built[0]?.side ?? 0) - (built[1]?.side ?? 0)) === 2
  return built.map(({ kind, side }) => ({ kind, shape: opposite ? 'bay' : 'apse', quarters: side }))
}

function house({ kind }: Part, quarters: number, alone: boolean): string {
  const [x, y] = turned([50, alone ? 19 : 18], quarters)
  const garden: Point[] = alone
    ? [
        [30, 66],
        [70, 72],
        [50, 84],
      ]
    : []
  return (
    placed(`c-${kind}-half`, quarters) +
    garden.map((point) => spot('c-tree', turned(point, quarters))).join('') +
    `<circle cx="${x}" cy="${y}" r="12.5" fill="var(--white)" stroke="#2B2520" stroke-width="2.4"/>${use(houseOf[kind] as string, x - 9.5, y - 9.5, 19, 4)}`
  )
}

function ground({ kind, shape }: Part, quarters: number, chimneys: number): string {
  const drawn = placed(`c-${kind}-${shape}`, quarters)
  const trees: Point[] =
    shape === 'end'
      ? [
          [12, 84],
          [88, 88],
        ]
      : []
  const park = trees.map((point) => spot('c-tree', turned(point, quarters))).join('')
  if (kind === 'V') {
    const places = chimneys ? chimneyPlaces[shape][chimneys === 1 ? 0 : 1] : []
    return drawn + places.map((point) => spot('c-chimney', turned(point, quarters))).join('') + park
  }
  const [x0, y0, size] = emblems[shape]
  const [x, y] = turned([x0, y0], quarters)
  return (
    drawn +
    `<circle cx="${x}" cy="${y}" r="${round(size * 0.56)}" fill="var(--white)" fill-opacity=".82"/>` +
    use(goodOf[kind] as string, x - size / 2, y - size / 2, size, 4) +
    park
  )
}

/** The content of a 100 x 100 tile after some quarter turns clockwise. */
export function tileBody(tile: Face, turns = 0): string {
  if (tile.single) return `<use href="#c-pasture"/><use href="#c-plaza"/>${use(tile.single, 25, 25, 50, 3)}`
  const parts = partsOf(tile.edges)
  const drawn = parts.map((one) => {
    const quarters = (one.quarters + turns) % 4
    return one.kind in roofs ? house(one, quarters, parts.length === 1) : ground(one, quarters, tile.chimneys)
  })
  return `<use href="#c-pasture"/>${drawn.join('')}`
}

export function tileDrawing(tile: Face, turns = 0): Drawing {
  return { box: [0, 0, 100, 100], body: tileBody(tile, turns) }
}
