/** A picture that nobody has drawn yet, read by its shape alone: facts, cards, tables, boards. */

export type Scalar = string | number | boolean | null
export type Fields = Record<string, unknown>

export const isScalar = (value: unknown): value is Scalar => value === null || typeof value !== 'object'
export const isFields = (value: unknown): value is Fields => !isScalar(value) && !Array.isArray(value)

/** How a list is laid out: words in a row, small cards, a table with one row for each, or a board of rows. */
export type Layout = 'words' | 'cards' | 'table' | 'board'

/** A card shows so many facts; what has more to say gets a row of a table. */
const MOST_ON_A_CARD = 4

/** The field that holds the id of the piece which stands for an object: `card:17`. */
export const PIECE = 'piece'

/** Fields that tell pictures apart, and the ids of pieces, are not for reading. */
const SILENT: readonly string[] = ['game', PIECE]
export const fieldsOf = (value: Fields): [string, unknown][] =>
  Object.entries(value).filter(([name]) => !SILENT.includes(name))

/** A number that is a seat: `seat`, `next_seat`, `taken_by`, `turn_of`. */
export const isSeat = (name: string): boolean => /(^|_)(seat|by|of)$/.test(name)

export function layoutOf(list: readonly unknown[]): Layout {
  if (list.length && list.every(Array.isArray)) return 'board'
  const things = list.filter(isFields)
  if (!things.length) return 'words'
  const isCard = (thing: Fields): boolean => {
    const fields = fieldsOf(thing)
    const plain = fields.every(([, value]) => isScalar(value))
    return PIECE in thing || (plain && !('seat' in thing) && fields.length <= MOST_ON_A_CARD)
  }
  return things.every(isCard) ? 'cards' : 'table'
}

/** The columns of a table: every field of any row, in the order they are met. */
export const columnsOf = (rows: readonly unknown[]): string[] => [
  ...new Set(rows.filter(isFields).flatMap((row) => fieldsOf(row).map(([name]) => name))),
]

/** What stands beside each other at the top, and what has a part of its own. */
export function partsOf(picture: Fields): { facts: [string, Scalar][]; parts: [string, unknown][] } {
  const fields = fieldsOf(picture)
  return {
    facts: fields.filter((field): field is [string, Scalar] => isScalar(field[1])),
    parts: fields.filter(([, value]) => !isScalar(value)),
  }
}
