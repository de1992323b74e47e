/** Learning by playing: one short sentence at a time, about what lies on the table now, until it has been met once. */
import type { Picture, View } from '../net/protocol'
import { settings } from './settings.svelte'
import type { TableModel } from '../table/model.svelte'

export interface Tip<Drawn = Picture> {
  /** `<game>.tip.<name>` is what it says; `data-tip="<name>"` is what it speaks of. */
  name: string
  /** When there is something to say; always, when left out. */
  when?: (picture: Drawn, view: View) => boolean
}

export class Coach {
  constructor(
    readonly model: TableModel,
    readonly game: string,
    readonly tips: readonly Tip[],
  ) {}

  #idOf(tip: Tip): string {
    return `${this.game}.${tip.name}`
  }

  /** The first tip that is new to the reader and fits the position; nothing while others decide. */
  readonly tip: Tip | null = $derived.by(() => {
    const { view, live, yourTurn } = this.model
    if (!view || !live || !yourTurn || settings.choices.tips === 'off') return null
    return (
      this.tips.find(
        (tip) => !settings.choices.learned.includes(this.#idOf(tip)) && (tip.when?.(view.picture, view) ?? true),
      ) ?? null
    )
  })

  /** Decided or acknowledged: the tip need not be said again. */
  learn(): void {
    if (this.tip) settings.set({ learned: [...settings.choices.learned, this.#idOf(this.tip)] })
  }
}
