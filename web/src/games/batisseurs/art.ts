/** Elevations, cards and cities of Les Grands Bâtisseurs: one ground line and one wall, so that a row is a rampart. */
import { elevation, rampartSky } from '../../art/rampart'
import { type Drawing, letters, pattern, symbols, use } from '../../art/svg'
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
export const batisseursSprite = symbols(batisseursSymbols, 'ink') + textures + rampartSky

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
