/** Up to where a table was looked at in this browser, and when: what happened while nobody looked is told on return. */
import type { TableModel } from './model.svelte'

interface Look {
  ply: number
  at: number
}

/** Away for less than this, one has missed nothing worth a page of its own. */
const AWAY = 15_000
const placeOf = (table: string): string => `bastide.seen.${table}`

function lastLook(table: string): Look | null {
  try {
    return JSON.parse(localStorage.getItem(placeOf(table)) ?? 'null') as Look | null
  } catch {
    return null
  }
}

export class Presence {
  #last: Look | null
  /** Whoever only thinks for long is not away. */
  #away = true

  constructor(
    readonly table: string,
    readonly model: TableModel,
  ) {
    this.#last = lastLook(table)
  }

  /** The table is in sight, at this ply. */
  look(ply: number, now = Date.now()): void {
    if (this.#away && this.#last && now - this.#last.at > AWAY && this.model.seats.length === 1)
      this.model.comeBack(this.#last.ply)
    this.#last = { ply, at: now }
    this.#away = false
    this.#keep()
  }

  /** The page is put away, or the line is lost: from now on one is away. */
  leave(now = Date.now()): void {
    if (this.#away) return
    this.#away = true
    if (this.#last) this.#last = { ...this.#last, at: now }
    this.#keep()
  }

  #keep(): void {
    try {
      localStorage.setItem(placeOf(this.table), JSON.stringify(this.#last))
    } catch {
      // Without storage a return is told nothing; the log still says it all.
    }
  }
}
