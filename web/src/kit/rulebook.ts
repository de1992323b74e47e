/** A game's rules as they are read: in the reader's language, with the clauses of the others for the search. */
import { api } from '../net/api'
import type { Clause, RulesText } from '../net/protocol'
import { languages, words } from '../words/catalogue.svelte'

export async function readRules(game: string): Promise<{ text: RulesText; others: Clause[] }> {
  const own = words.language
  const elsewhere = languages.filter((language) => language !== own)
  const [text, ...others] = await Promise.all([own, ...elsewhere].map((language) => api.rules(game, language)))
  return { text: text as RulesText, others: others.flatMap((one) => one.clauses) }
}
