/** The keys of the page's own texts. A key that French lacks is a type error here. */
import type english from '../../../src/bastide/locale/en/page.json'
import type french from '../../../src/bastide/locale/fr/page.json'

type Whole<Key> = Key extends `${infer Base}.one` ? Base : Key extends `${infer Base}.other` ? Base : Key

export type PageKey = Whole<keyof typeof english & string>

type Lacking = Exclude<keyof typeof english, keyof typeof french> | Exclude<keyof typeof french, keyof typeof english>
type Complete<None extends never> = None
export type BothLanguagesComplete = Complete<Lacking>
