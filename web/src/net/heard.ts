/**
 * What was last heard, for reading without a server: lists, rules, one's results, finished games. Kept by the wire it
 * came over (`__WIRE__`, its digest), so that a page never reads what another release has heard. What one may decide
 * is never among it.
 */
import { line } from './line.svelte'

declare const __WIRE__: string | undefined
export const HEARD = `bastide-heard-${typeof __WIRE__ === 'undefined' ? '' : __WIRE__}`
const WORTH_KEEPING = /^(games|rules\/.+|card\/(tables|history\?|ratings|statistics\/\w+))$/
const GAME = /^\/api\/tables\/[\w-]+\/kept$/
/** Finished games that are kept; the one that was kept first goes first. */
const MOST_GAMES = 30
const REVIEWED = 'bastide-reviewed'

/** Browsers keep things only where they also keep the page. */
const opened = (): Promise<Cache> | null =>
  'serviceWorker' in navigator && globalThis.caches ? caches.open(HEARD) : null

const addressOf = (path: string): string => `/api/${path}`

async function keep(path: string, answer: Response): Promise<void> {
  await (await opened())?.put(addressOf(path), answer)
}

async function recall(path: string): Promise<Response | undefined> {
  return (await opened())?.match(addressOf(path))
}

/** What the server says or, without one, what it last said. */
export async function hear(path: string, request: RequestInit): Promise<Response> {
  const isKept = request.method === 'GET' && WORTH_KEEPING.test(path)
  try {
    const answer = await fetch(addressOf(path), request)
    line.offline = false
    if (isKept && answer.ok) void keep(path, answer.clone()).catch(() => undefined)
    return answer
  } catch (error) {
    line.offline = true
    const kept = isKept ? await recall(path) : undefined
    if (!kept) throw error
    return kept
  }
}

/** The answer to a question that the browser cannot keep by itself, since it says who asks. */
export async function hearAs<Answer>(path: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await ask()
    void keep(path, new Response(JSON.stringify(answer))).catch(() => undefined)
    return answer
  } catch (error) {
    const kept = line.offline ? await recall(path) : undefined
    if (!kept) throw error
    return (await kept.json()) as Answer
  }
}

/** Keeps a finished game; once more when it has been reviewed. */
export async function keepGame(table: string, reviewed = false): Promise<void> {
  const cache = await opened()
  const path = `tables/${table}/kept`
  const kept = await cache?.match(addressOf(path))
  if (!cache || (kept && (kept.headers.has(REVIEWED) || !reviewed))) return
  const answer = await fetch(addressOf(path))
  if (!answer.ok) return
  const headers: Record<string, string> = reviewed ? { [REVIEWED]: 'yes' } : {}
  await cache.put(addressOf(path), new Response(await answer.blob(), { headers }))
  const games = (await cache.keys()).filter((request) => GAME.test(new URL(request.url).pathname))
  for (const request of games.slice(0, -MOST_GAMES)) await cache.delete(request)
}

/** A finished game that is kept here: its bytes, as the server packed them. */
export const keptGame = async (table: string): Promise<Blob | undefined> =>
  (await recall(`tables/${table}/kept`))?.blob()

/** Nothing of what was heard stays. */
export async function forgetAll(): Promise<void> {
  await globalThis.caches?.delete(HEARD)
}
