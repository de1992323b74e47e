/** The chips of a turn: as far as the server says, and as what is picked here has come. */
import type { Step } from '../net/protocol'

/** The step to which the picks have come, or -1. */
function reached(steps: readonly Step[], picked: readonly string[]): number {
  return steps.findLastIndex(({ pieces }) => pieces?.some((start) => picked.some((piece) => piece.startsWith(start))))
}

export function stepsWith(steps: readonly Step[], picked: readonly string[]): Step[] {
  const at = reached(steps, picked)
  const now = Math.min(at + 1, steps.length - 1)
  return steps.map((step, i) => (at < 0 ? step : { ...step, state: i < now ? 'done' : i === now ? 'now' : 'next' }))
}
