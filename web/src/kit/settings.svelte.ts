/** What a reader chooses for this browser: language, theme, contrast, motion, confirmation. Kept in local storage. */
import { type Language, words } from '../words/catalogue.svelte'

export type Theme = 'auto' | 'light' | 'dark'
export type Contrast = 'auto' | 'more'
export type Motion = 'normal' | 'fast' | 'off'
/** Scorings as a show, row by row. */
export type Shows = 'full' | 'quick' | 'off'
/** How fast the moves of others are shown. */
export type Pace = 'calm' | 'brisk' | 'once'
export type Confirm = 'on' | 'timed' | 'off'

export interface Choices {
  language: Language | 'auto'
  theme: Theme
  contrast: Contrast
  motion: Motion
  confirm: Confirm
  shows: Shows
  pace: Pace
  /** Hints for newcomers, and those that have been met. */
  tips: 'on' | 'off'
  /** A sound, and a shake of a telephone, when one is asked. */
  sound: 'on' | 'off'
  shake: 'on' | 'off'
  learned: readonly string[]
  name: string
}

const KEY = 'bastide.settings'
const defaults: Choices = {
  language: 'auto',
  theme: 'auto',
  contrast: 'auto',
  motion: 'normal',
  confirm: 'on',
  shows: 'full',
  pace: 'brisk',
  tips: 'on',
  sound: 'off',
  shake: 'on',
  learned: [],
  name: '',
}

function stored(): Choices {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Choices>) }
  } catch {
    return defaults
  }
}

const prefers = (query: string): boolean => globalThis.matchMedia?.(query).matches ?? false

function browserLanguage(): Language {
  return (globalThis.navigator?.language ?? 'en').toLowerCase().startsWith('fr') ? 'fr' : 'en'
}

export class Settings {
  #choices = $state<Choices>(defaults)

  constructor(choices: Choices = stored()) {
    this.#choices = choices
  }

  get choices(): Readonly<Choices> {
    return this.#choices
  }

  get language(): Language {
    return this.#choices.language === 'auto' ? browserLanguage() : this.#choices.language
  }

  /** Paper is light, whatever the screen was. */
  get dark(): boolean {
    const { theme } = this.#choices
    return !prefers('print') && (theme === 'dark' || (theme === 'auto' && prefers('(prefers-color-scheme: dark)')))
  }

  get moreContrast(): boolean {
    return this.#choices.contrast === 'more' || prefers('(prefers-contrast: more)')
  }

  get motion(): Motion {
    return prefers('(prefers-reduced-motion: reduce)') ? 'off' : this.#choices.motion
  }

  set(change: Partial<Choices>): void {
    this.#choices = { ...this.#choices, ...change }
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#choices))
    } catch {
      // A browser without storage keeps the choice for this visit only.
    }
    this.show()
    if (change.language) void words.speak(this.language).then(() => this.show())
  }

  /** Puts theme, contrast, motion and language on the root; what stays as it is is left alone: `lang` restyles all. */
  show(): void {
    const root = document.documentElement
    const told = {
      'data-theme': this.dark ? 'dark' : 'light',
      'data-contrast': this.moreContrast ? 'more' : 'normal',
      'data-motion': this.motion,
      lang: words.language,
    }
    for (const [name, value] of Object.entries(told))
      if (root.getAttribute(name) !== value) root.setAttribute(name, value)
  }

  /** Follows the system while a choice is left to it. */
  follow(): void {
    for (const query of [
      '(prefers-color-scheme: dark)',
      '(prefers-contrast: more)',
      '(prefers-reduced-motion: reduce)',
      'print',
    ]) {
      globalThis.matchMedia?.(query).addEventListener('change', () => this.show())
    }
  }
}

export const settings = new Settings()
