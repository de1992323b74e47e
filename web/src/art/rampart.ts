/** Buildings on a town wall, seen from before it: one ground line and one wall, so that a row is a rampart. */
import { round } from './svg'

export type Bastion = 'corner_left' | 'corner_right' | 'tower' | 'gate' | 'town_hall' | 'church'

/** The sky behind them, for a sprite. */
export const rampartSky =
  '<linearGradient id="b-sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--sky)"/><stop offset="1" stop-color="var(--sky-2)"/></linearGradient>'

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

const elevations: Record<Bastion, (value: number) => string> = {
  corner_left: cornerTower,
  corner_right: (value) => `<g transform="matrix(-1 0 0 1 100 0)">${cornerTower(value)}</g>`,
  tower,
  gate,
  town_hall: townHall,
  church,
}

/** A building on its stretch of wall, 100 wide, ground at 112: taller is worth more. */
export function elevation(type: Bastion, value: number): string {
  return `<g stroke="var(--il)" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round">${elevations[type](value)}</g>`
}
