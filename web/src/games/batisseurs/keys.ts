/** What this face says is checked as the page's own texts are. */
import type english from '../../../../src/bastide/locale/en/batisseurs.json'
import type french from '../../../../src/bastide/locale/fr/batisseurs.json'
import type { PageTexts } from '../../words/keys'

declare module '../../words/keys' {
  interface GameTexts extends PageTexts<typeof english, typeof french> {}
}
