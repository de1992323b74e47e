/** Something asked of the server that may be refused: whether it is under way, and why it failed, in words. */
import { Refused } from '../net/api'
import { t, words } from '../words/catalogue.svelte'
import type { PageKey } from '../words/keys'

/** The server's own reason, or what is said when it gave none. */
export const reasonOf = (error: unknown, otherwise: PageKey): string =>
  error instanceof Refused && error.label ? words.say(error.label) : t(otherwise)

export class Attempt {
  busy = $state(false)
  failed = $state('')
  readonly #otherwise: PageKey

  constructor(otherwise: PageKey = 'page.home.failed') {
    this.#otherwise = otherwise
  }

  /** Does the work; what it throws is told, and handed to `onerror`. */
  async run(work: () => Promise<unknown>, onerror?: (error: unknown) => void): Promise<void> {
    this.busy = true
    this.failed = ''
    try {
      await work()
    } catch (error) {
      this.failed = reasonOf(error, this.#otherwise)
      onerror?.(error)
    }
    this.busy = false
  }
}
