/** Where one is asked: in every page's title, on the icons, and by a sound or a shake for whoever wants it. */
import { chime } from './chime'
import { settings } from './settings.svelte'

const SHAKE_MS = 180

export class Asked {
  #tables = $state.raw<ReadonlySet<string>>(new Set())
  #text = 'Bastide'
  #known = false

  get count(): number {
    return this.#tables.size
  }

  /** What the page is called, without the number before it. */
  title(text: string): void {
    this.#text = text
    this.#show()
  }

  /** All the tables at which one is asked. */
  learn(tables: Iterable<string>): void {
    const asked = new Set(tables)
    const isNew = this.#known && [...asked].some((table) => !this.#tables.has(table))
    this.#known = true
    this.#tables = asked
    if (isNew) this.#call()
    this.#show()
  }

  /** Whether one is asked at the table that is looked at. */
  tell(table: string, isAsked: boolean): void {
    if (this.#tables.has(table) === isAsked) return
    const asked = new Set(this.#tables)
    if (isAsked) asked.add(table)
    else asked.delete(table)
    this.#tables = asked
    if (isAsked) this.#call()
    this.#show()
  }

  #call(): void {
    if (settings.choices.sound === 'on') chime()
    // A browser refuses, with a complaint, to shake a device that nobody has touched yet.
    if (settings.choices.shake === 'on' && 'vibrate' in navigator && navigator.userActivation?.hasBeenActive)
      navigator.vibrate(SHAKE_MS)
  }

  #show(): void {
    const n = this.count
    document.title = n ? `(${n}) ${this.#text}` : this.#text
    const mark = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (mark) mark.href = n ? '/favicon-turn.svg' : '/favicon.svg'
    const badge = n ? navigator.setAppBadge?.(n) : navigator.clearAppBadge?.()
    void badge?.catch(() => undefined)
  }
}

export const asked = new Asked()
