/** Texts of reviews, in a file of their own that a table does not load. */
import type english from '../../../src/bastide/locale/en/review.json'
import type french from '../../../src/bastide/locale/fr/review.json'
import { type Value, words } from '../words/catalogue.svelte'

export type ReviewKey = keyof typeof english & string

type Lacking = Exclude<keyof typeof english, keyof typeof french> | Exclude<keyof typeof french, keyof typeof english>
type Complete<None extends never> = None
export type BothLanguagesComplete = Complete<Lacking>

/** A text of a review. Its key is checked by the compiler. */
export const r = (key: ReviewKey, values?: Record<string, Value>): string => words.text(key, values)
