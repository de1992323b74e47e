/** The keys of the page's own texts. A key that French lacks is a type error here. */
import type englishTable from '../../../src/bastide/locale/en/page.json'
import type englishPages from '../../../src/bastide/locale/en/pages.json'
import type frenchTable from '../../../src/bastide/locale/fr/page.json'
import type frenchPages from '../../../src/bastide/locale/fr/pages.json'

/** What a table may show stands in `page.json`; what only other pages show is not loaded with a table. */
type English = typeof englishTable & typeof englishPages
type French = typeof frenchTable & typeof frenchPages

/** What games add to the page's texts, each by a `keys.ts` in its folder. */
export interface GameTexts {
  'page.name': string
}
/** Those of a game's texts that its face says, where both languages have them. */
export type PageTexts<Here, There> = Pick<Here, keyof Here & keyof There & `page.${string}`>

type Whole<Key> = Key extends `${infer Base}.one` ? Base : Key extends `${infer Base}.other` ? Base : Key

export type PageKey = Whole<(keyof English | keyof GameTexts) & string>

type Lacking = Exclude<keyof English, keyof French> | Exclude<keyof French, keyof English>
type Complete<None extends never> = None
export type BothLanguagesComplete = Complete<Lacking>
