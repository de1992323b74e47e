/** Plain requests to the server. The gallery and the tests put their own answers in place. */
import type { GameId, GameInfo, NewTable, RulesText, TableLine } from './protocol'

export interface Api {
  games: () => Promise<GameInfo[]>
  tables: () => Promise<TableLine[]>
  /** The address of the new table. */
  create: (table: NewTable) => Promise<string>
  rules: (game: GameId, language: string) => Promise<RulesText>
}

export class Refused extends Error {
  constructor(readonly status: number) {
    super(`the server answered ${status}`)
  }
}

async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`api/${path}`, body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  if (!answer.ok) throw new Refused(answer.status)
  return (await answer.json()) as Answer
}

export const api: Api = {
  games: () => ask('games'),
  tables: () => ask('tables'),
  create: async (table) => (await ask<{ href: string }>('tables', table)).href,
  rules: (game, language) => ask(`rules/${game}/${language}`),
}
