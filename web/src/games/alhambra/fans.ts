/** How everybody's buildings lie in the zone that holds them: one player a line, or two or three abreast. */
import type { Building } from './picture'

export interface Fans {
  /** Of a building. */
  width: number
  /** How much is seen of a building under the next of its kind. */
  step: number
  /** Each player has a line, lower than a finger would like: all of them stay in sight. */
  lone: boolean
}
interface Owner {
  buildings: readonly Building[]
}

/** Of the zone, above and below. */
const PADDING = 12
const GAP = 8
const STEP = 13
const LEAST_STEP = 9
const [LEAST, PLAIN, MOST] = [20, 26, 72]
const TALL = 1.34
/** A mark beside the line; where there is room, a name. */
const [MARK, NAME] = [64, 168]

const kindsOf = (buildings: readonly Building[]): number => new Set(buildings.map(({ category }) => category)).size
const clamp = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value))

/** How wide a building may be for all of one player's to lie in a line, fans closed up, and one more. */
function widthIn(line: number, buildings: readonly Building[]): number {
  const kinds = kindsOf(buildings)
  return (line - GAP * kinds - STEP * (buildings.length - kinds)) / (kinds + 1)
}

export function fansIn(
  zone: { width: number; height: number },
  players: readonly Owner[],
  pair: number,
  desktop: boolean,
): Fans {
  if (!desktop) return { width: 30, step: STEP, lone: false }
  const crowd = players.length > 4
  const abreast = crowd ? (zone.width < 640 ? 2 : 3) : pair
  const heightOf = (lines: number): number => ((zone.height - PADDING) / lines - 3) / TALL
  const named = abreast > 2 || zone.width < 900 ? MARK : NAME
  const across = Math.min(...players.map(({ buildings }) => widthIn(zone.width / abreast - named, buildings)))
  const fit = Math.min(heightOf(Math.ceil(players.length / abreast)), across)
  if (fit >= PLAIN || crowd || abreast === 1 || !zone.width)
    return { width: Math.floor(clamp(PLAIN, fit, MOST)), step: STEP, lone: false }
  const width = Math.floor(clamp(LEAST, heightOf(players.length), PLAIN))
  const steps = players.map(({ buildings }) => {
    const kinds = kindsOf(buildings)
    return (zone.width - MARK - (width + GAP) * (kinds + 1)) / Math.max(1, buildings.length - kinds)
  })
  return { width, step: clamp(LEAST_STEP, Math.min(...steps), STEP), lone: true }
}
