/** How long ago something was, and how long is left, in words. */
import { t } from '../words/catalogue.svelte'

const MINUTE = 60_000

function said(kind: 'ago' | 'left', ms: number): string {
  const minutes = Math.max(0, Math.round(ms / MINUTE))
  if (minutes < 60) return t(`page.${kind}.minutes`, { n: minutes })
  return minutes < 1440
    ? t(`page.${kind}.hours`, { n: Math.round(minutes / 60) })
    : t(`page.${kind}.days`, { n: Math.round(minutes / 1440) })
}

export const ago = (since: number, now: number): string => said('ago', now - since)
export const left = (until: number, now: number): string => said('left', until - now)
