/** Plain requests to the server (docs/openapi.json). The gallery and the tests put their own answers in place. */
import { hear, hearAs } from './heard'
import { allKeys, keepInvitations, keepKey } from './keys'
import { ownCard } from './own_card'
import type {
  GameInfo,
  Joined,
  Learning,
  LessonView,
  Made,
  NewTable,
  Phrase,
  PlyView,
  RulesText,
  Seat,
  TableInfo,
  TableLine,
  TableList,
  Wire,
} from './protocol'

export interface Tables {
  own: TableLine[]
  listed: TableLine[]
  /** The server could not be reached: this is what it last said. */
  offline?: boolean
  /** What the following page of listed tables is asked for with; empty after the last. */
  next?: string
}

/** The most keys the server looks at in one request; the latest games are the ones that matter. */
const MOST_KEYS = 200

export interface Api {
  games: () => Promise<GameInfo[]>
  /** The tables at which one is asked now. */
  asked: () => Promise<string[]>
  /** Those the keys of this browser belong to, and listed ones. */
  tables: () => Promise<Tables>
  /** The following page of listed tables. */
  listed: (after: string, game?: string, clock?: string) => Promise<TableList>
  /** The address of the new table. */
  create: (table: NewTable) => Promise<string>
  /** What everybody may know about a table. */
  table: (table: string) => Promise<TableInfo>
  /** Sits down, by invitation or at a listed table: the address of one's own seat. */
  join: (table: string, name: string, key: string) => Promise<string>
  /** Whoever made the table puts a bot on a seat nobody has taken. */
  fill: (table: string, seat: Seat, level: string, key: string) => Promise<void>
  /** Or shows somebody out, before the start: the address of a new invitation. */
  unseat: (table: string, seat: Seat, key: string) => Promise<string>
  /** Or takes the table away. */
  remove: (table: string, key: string) => Promise<void>
  /** Or revokes the link for spectators: the address of another. */
  watch: (table: string, key: string) => Promise<string>
  /** The links one may give away: for open seats (the host), for watching. */
  links: (table: string, key: string) => Promise<Wire['Shared']>
  /** A code that takes one's own seat to another device, once. */
  pass: (table: string, key: string) => Promise<Wire['Pass']>
  rules: (game: string, language: string) => Promise<RulesText>
  /** A guided first game goes on from where the learner stands. */
  learn: (game: string, learning: Learning) => Promise<LessonView>
  ply: (table: string, ply: number, key: string, eyes?: Seat | null) => Promise<PlyView>
  record: (table: string) => string
  /** The finished game in one file that opens without a network. */
  file: (table: string) => string
  /** Keeps a finished game that was played elsewhere: the address of its table. */
  take: (record: unknown) => Promise<string>
  /** The review of a finished game as far as it is; asking keeps it going. */
  review: (table: string) => Promise<Wire['ReviewState']>
  /** What those who played say of their decisions. */
  comments: (table: string) => Promise<Wire['Comments']>
  comment: (table: string, ply: number, text: string, key: string) => Promise<Wire['Comments']>
  /** A ruling that the viewer contests, as a file. */
  contest: (table: string, what: Wire['NewContest'], key: string) => Promise<Wire['Contest']>
  /** Tables that go on otherwise from a decision of this game. */
  branches: (table: string) => Promise<Wire['Branches']>
  /** What if: the address of a table that goes on from a decision. */
  branch: (table: string, wanted: Partial<Wire['NewBranch']> & { ply: number }, key: string) => Promise<string>
}

/** What the server would not do, in its own words. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly label: Phrase | null,
  ) {
    super(`the server answered ${status}`)
  }
}

export async function ask<Answer>(
  path: string,
  body?: unknown,
  key = '',
  method = body === undefined ? 'GET' : 'POST',
): Promise<Answer> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (key) headers['authorization'] = `Bearer ${key}`
  const answer = await hear(
    path,
    body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) },
  )
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as { label?: Phrase } | null
    throw new Refused(answer.status, problem?.label ?? null)
  }
  return (await answer.json()) as Answer
}

/** Without a server there is no lobby; what was kept for reading is shown all the same. */
function unheard(error: unknown): TableList & { offline: boolean } {
  if (error instanceof Refused) throw error
  return { tables: [], offline: true }
}

/** Without a card one's tables are those whose keys this browser has. */
async function tablesOfKeys(): Promise<TableLine[]> {
  const keys = allKeys().slice(-MOST_KEYS)
  if (!keys.length) return []
  return (await hearAs('tables/mine', () => ask<TableList>('tables/mine', { keys }))).tables
}

/** With one they are the same on every device; a card that is good no more is as good as none. */
async function tablesOfCard(): Promise<TableLine[]> {
  const cards = await import('./cards')
  try {
    await cards.remember(allKeys()).catch(unheard)
    const [running, finished] = await Promise.all([cards.cardTables(), cards.cardHistory()])
    return [...running, ...finished.tables]
  } catch (error) {
    if (error instanceof Refused && error.label?.key === 'table.refused.dead_card') return tablesOfKeys()
    throw error
  }
}

export const api: Api = {
  games: async () => (await ask<{ games: GameInfo[] }>('games')).games,
  asked: async () => {
    const own = ownCard() ? await (await import('./cards')).cardTables() : await tablesOfKeys()
    return own.filter((table) => table.your_turn).map((table) => table.id)
  },
  tables: async () => {
    const own = ownCard() ? await tablesOfCard() : await tablesOfKeys()
    const lobby = await ask<TableList>('tables').catch(unheard)
    const { tables, next = '' } = lobby
    return {
      own,
      listed: tables.filter((table) => !own.some((mine) => mine.id === table.id)),
      next,
      offline: 'offline' in lobby,
    }
  },
  listed: (after, game = '', clock = '') => ask(`tables?${new URLSearchParams({ after, game, clock })}`),
  create: async (table) => {
    const made = await ask<Made>('tables', table)
    keepKey(made.table.id, made.key)
    keepInvitations(made.table.id, { links: made.links, watch: made.watch })
    return made.href
  },
  table: (table) => ask(`tables/${table}`),
  join: async (table, name, key) => {
    const joined = await ask<Joined>(`tables/${table}/join`, { name, key })
    keepKey(table, joined.key)
    return joined.href
  },
  fill: (table, seat, level, key) => ask(`tables/${table}/seats/${seat}`, { kind: 'bot', level }, key, 'PUT'),
  unseat: async (table, seat, key) => {
    const path = `tables/${table}/seats/${seat}`
    return (await ask<{ href: string }>(path, { kind: 'open', remove: true }, key, 'PUT')).href
  },
  remove: (table, key) => ask(`tables/${table}`, undefined, key, 'DELETE'),
  watch: async (table, key) => (await ask<{ href: string }>(`tables/${table}/watch`, undefined, key, 'POST')).href,
  links: (table, key) => ask(`tables/${table}/links`, undefined, key),
  pass: (table, key) => ask(`tables/${table}/pass`, undefined, key, 'POST'),
  rules: (game, language) => ask(`rules/${game}/${language}`),
  learn: (game, learning) => ask(`lessons/${game}`, learning),
  ply: (table, ply, key, eyes) =>
    ask(`tables/${table}/plies/${ply}${eyes === undefined ? '' : `?as=${eyes ?? ''}`}`, undefined, key),
  record: (table) => `/api/tables/${table}/record`,
  file: (table) => `/api/tables/${table}/file`,
  take: async (record) => (await ask<Wire['Imported']>('records', record)).href,
  review: (table) => ask(`tables/${table}/review`),
  comments: (table) => ask(`tables/${table}/comments`),
  comment: (table, ply, text, key) => ask(`tables/${table}/comments`, { ply, text }, key),
  contest: (table, what, key) => ask(`tables/${table}/contests`, what, key),
  branches: (table) => ask(`tables/${table}/branches`),
  branch: async (table, wanted, key) => {
    const made = await ask<Made>(`tables/${table}/branches`, wanted, key)
    keepKey(made.table.id, made.key)
    return made.href
  },
}
