/** The figures of a review as they are written: whole millionths of first place in, points with one decimal out. */
import type { Wire } from '../net/protocol'
import { words } from '../words/catalogue.svelte'

export type Review = Wire['Review']
export type Decision = Wire['Decision']
export type Drawing = Wire['Draw']
export type Account = Wire['Account']
export type TurningPoint = Wire['TurningPoint']

/** The words for a move, in the order in which they are always told. */
export const GRADES = ['keystone', 'sound', 'detour', 'costly'] as const
export type Grade = (typeof GRADES)[number]

/** A tenth of a point, in millionths: the last decimal that is shown. */
const TENTH = 1000
const SURE = 1.96

/** Tenths of a point with one decimal: a true minus, and a comma in French. */
export function tenths(value: number, signed = false): string {
  const text = `${Math.floor(Math.abs(value) / 10)}${words.language === 'fr' ? ',' : '.'}${Math.abs(value) % 10}`
  return value < 0 ? `−${text}` : signed && value > 0 ? `+${text}` : text
}

/** Millionths as points. */
export const points = (millionths: number, signed = false): string => tenths(Math.round(millionths / TENTH), signed)

export const isGrade = (word: string): word is Grade => (GRADES as readonly string[]).includes(word)

/** What stands beside a decision's word: nothing where nothing was lost, about so much within the error. */
export function cost(decision: Decision): string {
  if (!decision.grade || decision.loss < TENTH / 2) return ''
  const text = points(-decision.loss)
  return decision.grade === 'sound' ? `≈ ${text}` : text
}

/** What came of a decision that its mover could not know, draws and hidden cards, in millionths. */
export const hindsightOf = (decision: Decision): number =>
  (decision.luck[decision.seat] ?? 0) + (decision.unseen[decision.seat] ?? 0)

/** Each seat's share before every decision, and at the end. */
export const curveOf = (review: Review): number[][] => [...review.decisions.map((one) => one.before), review.result]

/** Half the height of the band around a share, in millionths: widest at even chances, nothing at the ends. */
export function bandAt(review: Review, share: number): number {
  const part = share / 1e6
  return SURE * review.band * 2 * Math.sqrt(Math.max(0, part * (1 - part)))
}

/** The number of the decision that stands at a ply, or of the next one; past the last, one more than there are. */
export function decisionAt(review: Review, ply: number): number {
  const found = review.decisions.findIndex((one) => one.ply >= ply)
  return found < 0 ? review.decisions.length + 1 : found + 1
}

/** The draws that came after a decision; 0 is the deal. */
export const drawsAfter = (review: Review, number: number): Drawing | undefined =>
  review.draws.find((draw) => draw.after === number)
