/** What the parts of a picture are called: by the game itself, by the page, or by their own names. */
import { capital, t, words } from '../../words/catalogue.svelte'
import type { Scalar } from './shape'

const first = (keys: readonly string[]): string | undefined => keys.find((key) => words.has(key))

export function fieldName(game: string, field: string): string {
  const key = first([`${game}.field.${field}`, `page.field.${field}`]) ?? field
  return capital(words.text(key))
}

/** `tower` under `category` is what the game calls `<game>.category.tower`. */
export function valueName(game: string, field: string, value: Scalar): string {
  if (value === null || value === '') return t('page.plain.nothing')
  if (typeof value === 'boolean') return t(value ? 'page.plain.yes' : 'page.plain.no')
  if (typeof value === 'number') return words.number(value)
  const key = first([`${game}.${field}.${value}`, `${game}.value.${value}`])
  return key ? words.text(key) : value.replaceAll('_', ' ')
}
