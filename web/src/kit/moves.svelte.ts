/** Every new position that is shown: its pieces travel from where they were, and what left flies to where it went. */
import { tick, untrack } from 'svelte'
import type { TableModel } from '../table/model.svelte'
import { measure, play } from './motion'

/** To be called while a page is made; `stage` is the element that holds the table. */
export function showMoves(model: TableModel, stage: () => HTMLElement | undefined): void {
  let drawn = -1
  $effect.pre(() => {
    const view = model.shown
    if (!view) return
    const root = untrack(stage)
    const from = drawn
    drawn = view.ply
    if (!root || from < 0 || from === view.ply) return
    // The events of ply n lead from position n to position n + 1.
    const moved = untrack(() => model.log.filter((event) => event.ply >= from && event.ply < view.ply)).flatMap(
      (event) => event.moved ?? [],
    )
    const before = measure(
      root,
      moved.map(([piece]) => piece),
    )
    void tick().then(() => play(root, before, moved))
  })
}
