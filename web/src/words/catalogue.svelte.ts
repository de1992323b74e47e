/**
 * The words of the page, from the catalogue that the terminal and the server read as well:
 * one folder per language, one file per subject. A language is loaded when it is first asked for.
 */
import type { PageKey } from './keys'

export type Language = 'en' | 'fr'
export const languages: Language[] = ['en', 'fr']

/** A value of a sentence: one that starts with `@` is a catalogue key, one that starts with `#` a seat's number. */
export type Value = string | number

/** A sentence to come: a catalogue key and its values. `n` chooses between `key.one` and `key.other`. */
export interface Phrase {
  key: string
  values?: Record<string, Value>
}

type Texts = Record<string, string>

const files = import.meta.glob<Texts>('../../../src/bastide/locale/*/*.json', { import: 'default' })

/** `../../../src/bastide/locale/en/page.json` is the subject `page` of `en`. */
const addressOf = (language: Language, subject: string): string =>
  `../../../src/bastide/locale/${language}/${subject}.json`

async function read(language: Language, subject: string): Promise<Texts> {
  const file = files[addressOf(language, subject)]
  return file ? await file() : {}
}

/** French counts 0 and 1 as one, English only 1. */
const isOne = (language: Language, n: number): boolean => (language === 'fr' ? n === 0 || n === 1 : n === 1)

/** French sets a no-break space before high punctuation and inside guillemets. */
export function typeset(language: Language, text: string): string {
  if (language !== 'fr') return text
  return text.replace(/ ([:;?!»%])/g, '\u00a0$1').replace(/« /g, '«\u00a0')
}

/** French elides "de" and "que" before a vowel or a mute h: the board of Ada is "le plateau d’Ada". */
const join = (language: Language, before: string | undefined, word: string): string =>
  (before && language === 'fr' && /^[haeiouàâäéèêëîïôöùûüœ]/i.test(word) ? before.replace('e ', '’') : (before ?? '')) +
  word

export class Words {
  language = $state<Language>('en')
  #texts = $state.raw<Texts>({})
  #subjects = new Set<string>()

  /** Loads subjects in the current language; those that were loaded follow a change of language. */
  async open(...subjects: string[]): Promise<void> {
    for (const subject of subjects) this.#subjects.add(subject)
    await this.speak(this.language)
  }

  /** Changes the language, once its texts are there. */
  async speak(language: Language): Promise<void> {
    const texts = await Promise.all([...this.#subjects].map((subject) => read(language, subject)))
    this.add(Object.assign({}, ...texts) as Texts, language)
  }

  /** Puts texts in place: what `speak` does with files, and tests with their own. */
  add(texts: Texts, language: Language = this.language): void {
    this.#texts = language === this.language ? { ...this.#texts, ...texts } : texts
    this.language = language
  }

  has(key: string): boolean {
    return key in this.#texts || `${key}.other` in this.#texts
  }

  /** The text of a key. A key that is not there is said by its last part, so that nothing is ever blank. */
  text(key: string, values: Record<string, Value> = {}, names: readonly string[] = []): string {
    const n = values['n']
    const counted =
      typeof n === 'number' && `${key}.one` in this.#texts ? `${key}.${isOne(this.language, n) ? 'one' : 'other'}` : key
    const text = this.#texts[counted]
    if (text === undefined) return (key.split('.').pop() ?? key).replaceAll('_', ' ')
    const filled = this.#count(text, values).replace(
      /(\b(?:de|que) )?\{(\w+)\}/g,
      (whole, before: string | undefined, name: string) => {
        const value = values[name]
        return value === undefined ? whole : join(this.language, before, this.#value(value, names))
      },
    )
    return typeset(this.language, filled)
  }

  /** `{points|point|points}` is a word chosen by a value, `{currency:due}` a key as counted by another value. */
  #count(text: string, values: Record<string, Value>): string {
    return text
      .replace(/\{(\w+)\|([^|}]*)\|([^|}]*)\}/g, (_, name: string, one: string, other: string) =>
        isOne(this.language, Math.abs(Number(values[name]))) ? one : other,
      )
      .replace(/\{(\w+):(\w+)\}/g, (_, name: string, count: string) =>
        this.text(String(values[name]).replace(/^@/, ''), { n: Number(values[count]) }),
      )
  }

  #value(value: Value, names: readonly string[]): string {
    if (typeof value === 'number') return this.number(value)
    if (value.startsWith('@')) return this.text(value.slice(1))
    if (value.startsWith('#')) return names[Number(value.slice(1))] ?? value
    return value
  }

  say(phrase: Phrase, names: readonly string[] = []): string {
    return this.text(phrase.key, phrase.values, names)
  }

  /** A number with a true minus. */
  number(value: number): string {
    return value < 0 ? `−${-value}` : String(value)
  }

  /** Points are written with their sign. */
  signed(value: number): string {
    return value > 0 ? `+${value}` : this.number(value)
  }
}

export const words = new Words()

/** A text of the page itself. Its key is checked by the compiler. */
export function t(key: PageKey & string, values?: Record<string, Value>): string {
  return words.text(key, values)
}

/** Upper case for the first letter, for names that begin a line. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(words.language) + text.slice(1)
}
