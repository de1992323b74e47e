/** Clocks as people read them. */
import type { Clock } from '../net/protocol'
import { t } from '../words/catalogue.svelte'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Time left of a seat at a moment, or null where no clock runs for it. */
export function left(clock: Clock, seat: number, set: number, now: number): number | null {
  const stored = clock.left[seat]
  if (clock.kind === 'none' || stored === null || stored === undefined) return null
  return clock.running.includes(seat) ? Math.max(0, stored - (now - set)) : stored
}

export function readable(milliseconds: number): string {
  if (milliseconds >= DAY)
    return t('page.time.days', { days: Math.floor(milliseconds / DAY), hours: Math.floor((milliseconds % DAY) / HOUR) })
  if (milliseconds >= HOUR)
    return t('page.time.hours', {
      hours: Math.floor(milliseconds / HOUR),
      minutes: Math.floor((milliseconds % HOUR) / MINUTE),
    })
  const seconds = Math.floor((milliseconds % MINUTE) / 1000)
  return `${Math.floor(milliseconds / MINUTE)}:${String(seconds).padStart(2, '0')}`
}
