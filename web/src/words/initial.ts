/** The sign a name goes by: its number, or its first grapheme, so that emoji and combining marks stay whole. */
const graphemes = globalThis.Intl?.Segmenter ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null

/** Spaces, and signs that only tell how others are drawn. */
const UNSEEN = /^[\s\p{Default_Ignorable_Code_Point}]+/u
/** The number of a seat that nobody gave a name, or that tells two of one name apart. */
const NUMBERED = /\s([1-6])$/
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/** A name that is written from right to left keeps that to itself: what stands beside it stays where it is. */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name)

export function initial(name: string): string {
  const number = NUMBERED.exec(name)?.[1]
  if (number) return number
  const text = name.replace(UNSEEN, '')
  const first = graphemes ? [...graphemes.segment(text)][0]?.segment : [...text][0]
  return (first ?? '').toLocaleUpperCase()
}
