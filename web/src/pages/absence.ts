/** When a bot stands in for somebody, in words: it depends on the kind of table. */
import type { Clock } from '../net/protocol'
import { t } from '../words/catalogue.svelte'

const MINUTE = 60_000

export function absence(clock: Clock['kind'], absentMs: number | null): string {
  if (clock !== 'live') return t(`page.absence.${clock}`)
  return absentMs === null ? t('page.absence.live_time') : t('page.absence.live', { n: Math.round(absentMs / MINUTE) })
}
