/** Elevations, cards and cities of Les Grands Bâtisseurs: one ground line and one wall, so that a row is a rampart. */
import { type Drawing, letters, pattern, round, symbols, use } from '../../art/svg'
import type { Card, CardType } from './picture'
import { batisseursSymbols } from './symbols'

const line = 'fill="none" stroke="#fff" stroke-width="1.4" stroke-opacity=".42"'
const textures = [
  pattern('b-corner', 8, 8, `<path ${line} d="M0 8L8 0M0 0l8 8"/>`),
  pattern('b-tower', 7, 7, `<path ${line} d="M0 7L7 0"/>`),
  pattern('b-gate', 8, 6, `<path ${line} d="M4 0V6M0 0H8"/>`),
  pattern('b-hall', 16, 8, `<path ${line} d="M0 0H16M0 4H16M4 0V4M12 4V8"/>`),
  pattern('b-church', 10, 10, `<circle ${line} cx="5" cy="5" r="3"/>`),
].join('')
const sky =
  '<linearGradient id="b-sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--sky)"/><stop offset="1" stop-color="var(--sky-2)"/></linearGradient>'

export const batisseursSprite = symbols(batisseursSymbols, 'ink') + textures + sky

/** Tokens and textures by type: both corner towers look alike. */
export const family: Record<CardType, 'corner' | 'tower' | 'gate' | 'hall' | 'church'> = {
  corner_left: 'corner',
  corner_right: 'corner',
  tower: 'tower',
  gate: 'gate',
  town_hall: 'hall',
  church: 'church',
}

export const typeSymbol: Record<CardType | 'corner_tower', string> = {
  corner_left: 'b-corner',
  corner_right: 'b-corner-r',
  corner_tower: 'b-corner',
  tower: 'b-tower',
  gate: 'b-gate',
  town_hall: 'b-hall',
  church: 'b-church',
}

const GROUND = 112
const WALL = 84

function wall(from: number, to: number): string {
  let merlons = ''
  for (let x = 5; x < 100; x += 20) if (x >= from && x + 10 <= to) merlons += `M${x} ${WALL}v-7h10v7`
  const courses = `M${from + 6} 96h10M${Math.max(from, 30) + 4} 104h10M${Math.min(to, 94) - 14} 97h9M${Math.min(to, 80) - 14} 90h8`
  return (
    `<path d="M${from} ${WALL}H${to}V${GROUND}H${from}z" fill="var(--stone)"/><path d="${merlons}" fill="var(--stone)"/>` +
    `<path d="M${from} ${WALL}H${to}" fill="none"/><path d="${courses}" fill="none" opacity=".45"/>`
  )
}

function windowAt(x: number, y: number, width = 6, height = 10): string {
  const half = width / 2
  const rise = height - half
  return `<path d="M${x} ${round(y + height)}v-${rise}a${half} ${half} 0 0 1 ${width} 0v${rise}z" fill="var(--night)"/>`
}

const windows = (count: number, at: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => at(i)).join('')

function cornerTower(value: number): string {
  const height = 46 + 6 * value
  const top = GROUND - height
  return (
    wall(34, 100) +
    `<path d="M10 ${top}h38v${height}H10z" fill="var(--stone-2)"/>` +
    `<path d="M6 ${top}h46v-9h-8v4h-7v-4h-8v4h-7v-4h-8v4H6z" fill="var(--stone-2)"/>` +
    `<path d="M10 ${top - 5}L29 ${top - 31}l19 26z" fill="var(--p-slate)"/>` +
    `<path d="M29 ${top - 31}v-7l9 3-9 3" fill="var(--ba-corner)"/>` +
    windows(Math.min(value, 3), (i) => windowAt(26, top + 10 + i * 16))
  )
}

function tower(value: number): string {
  const height = 54 + 8 * value
  const top = GROUND - height
  return (
    wall(0, 100) +
    `<path d="M30 ${top}h40v${height}H30z" fill="var(--ba-tower)"/>` +
    `<path d="M24 ${top}v-13h9v6h8v-6h18v6h8v-6h9v13z" fill="var(--ba-tower)"/>` +
    `<path d="M30 ${top + 14}h40M34 ${GROUND - 18}h12M56 ${GROUND - 10}h12" fill="none" opacity=".5"/>` +
    windows(Math.min(value + 1, 4), (i) => windowAt(47, top + 20 + i * 16))
  )
}

function gate(value: number): string {
  const height = 40 + 4 * value
  const top = GROUND - height
  return (
    wall(0, 100) +
    `<path d="M18 ${top}h18v${height}H18zM64 ${top}h18v${height}H64z" fill="var(--ba-gate)"/>` +
    `<path d="M14 ${top}L27 ${top - 20}l13 20zM60 ${top}l13-20 13 20z" fill="var(--p-slate-deep)"/>` +
    `<path d="M36 ${GROUND}V${top + 12}h28V${GROUND}z" fill="var(--stone-2)"/>` +
    `<path d="M34 ${top + 12}v-7h7v3h5v-3h8v3h5v-3h7v7z" fill="var(--stone-2)"/>` +
    `<path d="M40 ${GROUND}V92a10 10 0 0 1 20 0v20z" fill="var(--night)"/>` +
    '<path d="M45 84v28M50 82v30M55 84v28M40 96h20M40 104h20" stroke="var(--stone)" fill="none" stroke-width="1.2"/>' +
    windowAt(24, top + 8) +
    windowAt(70, top + 8)
  )
}

function townHall(value: number): string {
  const top = GROUND - (44 + 4 * (value - 4))
  const belfry = top - 26 - 2 * (value - 5)
  return (
    `<path d="M16 ${top + 10}h68V${GROUND}H16z" fill="var(--ba-hall)"/>` +
    `<path d="M10 ${top + 10}l12-14h56l12 14z" fill="var(--roof-2)"/>` +
    `<path d="M42 ${top - 4}V${belfry + 12}h16V${top - 4}z" fill="var(--stone)"/>` +
    `<path d="M38 ${belfry + 12}L50 ${belfry - 8}l12 20z" fill="var(--p-slate)"/>` +
    `<circle cx="50" cy="${belfry + 21}" r="5.5" fill="var(--white)"/>` +
    `<path d="M50 ${belfry + 18}v3l2 1.5M50 ${belfry - 8}v-7l8 3-8 3" fill="none"/>` +
    windows(5, (i) => windowAt(23 + 12 * i, top + 16)) +
    wall(0, 100)
  )
}

function church(value: number): string {
  const top = GROUND - (40 + 2 * value)
  const spire = round(GROUND - 58 - 4.4 * value)
  return (
    `<path d="M46 ${top + 12}h44V${GROUND}H46z" fill="var(--stone)"/><path d="M42 ${top + 12}l10-15h30l12 15z" fill="var(--ba-church)"/>` +
    `<path d="M20 ${round(spire + 26)}h26V${GROUND}H20z" fill="var(--stone-2)"/>` +
    `<path d="M16 ${round(spire + 26)}L33 ${round(spire - 6)}l17 32z" fill="var(--ba-church)"/>` +
    `<path d="M33 ${round(spire - 6)}v-9M29.5 ${round(spire - 11.5)}h7" fill="none"/>` +
    windowAt(29, round(spire + 32), 8, 12) +
    `<circle cx="68" cy="${top + 22}" r="6" fill="var(--night)"/>` +
    wall(0, 100)
  )
}

const elevations: Record<CardType, (value: number) => string> = {
  corner_left: cornerTower,
  corner_right: (value) => `<g transform="matrix(-1 0 0 1 100 0)">${cornerTower(value)}</g>`,
  tower,
  gate,
  town_hall: townHall,
  church,
}

/** A building on its stretch of wall, 100 wide, ground at 112: taller is worth more. */
export function elevation(type: CardType, value: number): string {
  return `<g stroke="var(--il)" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round">${elevations[type](value)}</g>`
}

/** Under a building: code, value, then shields or coins. */
function plaque(card: Card, code: string, y: number): string {
  const kind = family[card.type]
  let pips = ''
  for (let i = 0; i < card.shields; i++) {
    pips += `<circle cx="${88 - i * 15}" cy="${y + 14}" r="8" fill="var(--card)"/>${use('shield', 82 - i * 15, y + 8, 12, 7)}`
  }
  for (let i = 0; i < card.coins; i++) pips += use('coin', 80.5 - i * 15, y + 6.5, 15, 6)
  return (
    `<rect x="3" y="${y}" width="94" height="28" rx="4" fill="var(--ba-${kind})"/><rect x="3" y="${y}" width="94" height="28" rx="4" fill="url(#b-${kind})"/>` +
    `<circle cx="50" cy="${y + 13}" r="15.5" fill="var(--card)" stroke="var(--il)" stroke-width="1.8"/>${letters(50, y + 20.5, 21, card.value)}` +
    `<rect x="8" y="${y + 6}" width="22" height="16" rx="3" fill="var(--ba-${kind})"/>${letters(19, y + 18, 13, code, { fill: 'var(--white)', face: 'ui' })}${pips}`
  )
}

function smallCard(card: Card): string {
  const kind = family[card.type]
  const pip = card.coins ? 'var(--gold)' : 'var(--p-slate)'
  let pips = ''
  for (let i = 0; i < Math.max(card.shields, card.coins); i++) {
    pips += `<circle cx="${14 + i * 15}" cy="14" r="7" fill="${pip}" stroke="var(--il)" stroke-width="2.5"/>`
  }
  return (
    `<rect x="1" y="1" width="104" height="163" rx="10" fill="var(--ba-${kind})" stroke="var(--il)" stroke-width="2.5"/>` +
    `<rect x="1" y="1" width="104" height="163" rx="10" fill="url(#b-${kind})"/><rect x="6" y="6" width="94" height="94" rx="6" fill="url(#b-sky)"/>` +
    `${use(typeSymbol[card.type], 12, 16, 82, 4)}${pips}` +
    `<rect x="22" y="94" width="62" height="64" rx="14" fill="var(--card)" stroke="var(--il)" stroke-width="3"/>${letters(53, 146, 58, card.value)}`
  )
}

/** A card in a hand or at auction. Under 44 px: silhouette and a large value. */
export function buildingCard(card: Card, code: string, width = 80): Drawing {
  if (width < 44) return { box: [0, 0, 106, 165], body: smallCard(card) }
  return {
    box: [-3, -3, 106, 165],
    body:
      '<rect x="-2" y="-2" width="104" height="163" rx="9" fill="var(--card)" stroke="var(--card-edge)" stroke-width="1.8"/>' +
      '<path d="M3 10a6 6 0 0 1 6-6h82a6 6 0 0 1 6 6v108H3z" fill="url(#b-sky)"/>' +
      `<g transform="translate(3 6) scale(.94 1)">${elevation(card.type, card.value)}</g>` +
      `<path d="M3 118H97" stroke="var(--il)" stroke-width="2"/>${plaque(card, code, 124)}`,
  }
}

const breach =
  '<g stroke="var(--il)" stroke-width="1.8" stroke-linejoin="round">' +
  '<path d="M0 84H8l4 8 5-3 4 12 8 2 3 9H0zM100 84H90l-3 9-6-2-3 11-9 2-2 8h33z" fill="var(--stone)"/>' +
  '<path d="M32 112l6-9 9 2 5-7 9 5 6 9z" fill="var(--stone-2)"/><path d="M24 112l4-4 6 4zM66 112l5-6 7 6z" fill="var(--stone)"/></g>' +
  '<rect x="14" y="30" width="72" height="66" rx="6" fill="var(--card)" fill-opacity=".55" stroke="var(--il)" stroke-width="2" stroke-dasharray="6 5"/>'

/**
 * One place of a city row: a building, a breach, an end (free or closed), a ghost not yet sent, a building under
 * attack.
 */
export type Stretch =
  | { kind: 'card'; card: Card }
  | { kind: 'breach' }
  | { kind: 'end'; state: 'legal' | 'free' | 'closed' }
  | { kind: 'ghost'; card: Card }
  | { kind: 'struck'; card: Card }

function end(state: 'legal' | 'free' | 'closed'): string {
  const legal = state === 'legal'
  const colour = legal ? '#0F6B82' : '#6B5D4A'
  const sign =
    state === 'closed'
      ? `<path d="M38 55l24 24M62 55L38 79" stroke="${colour}" stroke-width="4" stroke-linecap="round"/>`
      : `<path d="M50 54v26M37 67h26" stroke="${colour}" stroke-width="${legal ? 6 : 3}" stroke-linecap="round"/>`
  return (
    `<rect x="8" y="24" width="84" height="86" rx="8" fill="#fff" fill-opacity="${legal ? 0.5 : 0.22}"` +
    ` stroke="${colour}" stroke-width="${legal ? 4 : 2}" stroke-dasharray="10 7"/>${sign}`
  )
}

function stretch(place: Stretch, codeOf: (type: CardType) => string, plaques: boolean): string {
  const height = plaques ? 150 : 118
  const built = (card: Card): string =>
    elevation(card.type, card.value) + (plaques ? plaque(card, codeOf(card.type), 119) : '')
  const dashed =
    '<rect x="2" y="3" width="96" height="' +
    (height - 6) +
    '" rx="6" fill="none" stroke="#A9472A" stroke-width="4" stroke-dasharray="9 6"/>'
  switch (place.kind) {
    case 'card':
      return built(place.card)
    case 'breach':
      return breach
    case 'end':
      return end(place.state)
    case 'ghost':
      return `<g opacity=".82">${built(place.card)}</g>${dashed}`
    case 'struck':
      return `<g opacity=".55">${built(place.card)}</g>${dashed}`
  }
}

/** A high sky is not empty: two clouds, drawn with a pale line like the hills. */
function clouds(width: number, sky: number): string {
  if (sky < 50) return ''
  const cloud = (x: number, y: number, size: number): string =>
    `<path transform="translate(${x} ${y}) scale(${size})" d="M0 0h44a9 9 0 0 0 2-17.5a13 13 0 0 0-23-7a11 11 0 0 0-18 8a8.5 8.5 0 0 0-5 16.5z" fill="var(--smoke)" opacity=".7"/>`
  return cloud(width * 0.16, 34 - sky * 0.55, 0.9) + cloud(width * 0.74, 30 - sky * 0.75, 0.7)
}

function landscape(width: number, plaques: boolean, sky: number): string {
  let hill = ''
  for (let i = 0, x = 0; x < width; i++, x += 120) {
    hill += `Q${Math.min(x + 60, width)} ${62 + (i % 3) * 9} ${Math.min(x + 120, width)} ${84 - (i % 2) * 8}`
  }
  return (
    `<rect y="${-sky}" width="${width}" height="${(plaques ? 118 : 112) + sky}" fill="url(#b-sky)"/>${clouds(width, sky)}` +
    `<path d="M0 84${hill}V112H0z" fill="#B9C79A" opacity=".75"/>` +
    `<path d="M0 98Q${width / 4} 82 ${width / 2} 98T${width} 96V112H0z" fill="#A3B681" opacity=".8"/>` +
    `<rect y="112" width="${width}" height="6" fill="#8A6F4A"/>`
  )
}

export interface CityShape {
  /** At least this many places wide, so that cities in one row keep one scale. */
  least?: number
  plaques?: boolean
  /** More sky above, where there is room for it. */
  sky?: number
}

/** Where the first place of a city begins and how wide the drawing is. */
export function cityFrame(places: number, least = 0): { pad: number; width: number } {
  return { pad: 16 + Math.max(0, least - places) * 50, width: Math.max(places, least) * 100 + 32 }
}

/** How many places fit across so many pixels, at so many pixels per place. */
export const placesIn = (pixels: number, place: number): number => pixels / place - 0.32

/** A whole city: one sky, one ground, one wall. */
export function city(places: Stretch[], codeOf: (type: CardType) => string, shape: CityShape = {}): Drawing {
  const { least = 0, plaques = true, sky = 0 } = shape
  const { pad, width } = cityFrame(places.length, least)
  const row = places
    .map((place, i) => `<g transform="translate(${pad + i * 100} 0)">${stretch(place, codeOf, plaques)}</g>`)
    .join('')
  return { box: [0, -sky, width, (plaques ? 150 : 118) + sky], body: landscape(width, plaques, sky) + row }
}

/** A tent that hides a player's money. */
export function tent(seat: number): Drawing {
  return {
    box: [0, 0, 100, 100],
    body:
      `<g stroke="var(--il)" stroke-width="4" stroke-linejoin="round" color="var(--s${seat + 1})"><path d="M50 14L94 88H6z" fill="currentColor"/>` +
      '<path d="M50 14L62 88H38z" fill="var(--card)"/><path d="M50 14V4M50 5l14 5-14 5" fill="currentColor"/><path d="M2 88H98" fill="none"/></g>',
  }
}
