/** The pace that a reader has chosen, in milliseconds. */
import { AT_ONCE, type Tempo } from '../table/pacer.svelte'
import { type Pace, settings } from './settings.svelte'

export const PACES: Record<Pace, Tempo> = {
  calm: { move: 1200, moment: 4000 },
  brisk: { move: 500, moment: 2500 },
  once: AT_ONCE,
}

/** Whoever wants no shows is not held up by moments either; a running clock leaves no time for calm. */
export function tempo(clock: boolean): Tempo {
  const { pace, shows } = settings.choices
  const wished = PACES[clock && pace === 'calm' ? 'brisk' : pace]
  return shows === 'off' ? { ...wished, moment: wished.move } : wished
}
