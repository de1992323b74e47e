/** What lists say of a table. */
import type { TableLine } from '../net/protocol'
import { nameOf } from '../table/model.svelte'
import { t } from '../words/catalogue.svelte'

export const people = (table: TableLine): string => table.seats.map((seat) => nameOf(seat)).join(', ')

export const freeSeats = (table: TableLine): string =>
  t('page.home.free', { n: table.seats.filter((seat) => seat.kind === 'open').length })

/** What one agrees to by sitting down: a clock, a rating. */
export const terms = (table: TableLine): string[] => [
  ...(table.clock && table.clock !== 'none' ? [t(`page.clock.${table.clock}`)] : []),
  ...(table.rated ? [t('page.home.rated.short')] : []),
]
