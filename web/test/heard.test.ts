/** What was last heard is read without a server, by pages of the same wire alone; finished games are few. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetAll, hear, hearAs, HEARD, keepGame, keptGame } from '../src/net/heard'
import { line } from '../src/net/line.svelte'

/** A browser's store of answers, by name. */
class Stores {
  named = new Map<string, Map<string, Response>>()
  open(name: string): Promise<unknown> {
    const kept = this.named.get(name) ?? new Map<string, Response>()
    this.named.set(name, kept)
    const of = (request: string | Request): string =>
      typeof request === 'string' ? request : new URL(request.url).pathname
    return Promise.resolve({
      put: async (address: string, answer: Response) => {
        const copy = new Response(await answer.blob(), { headers: answer.headers })
        kept.delete(address)
        kept.set(address, copy)
      },
      match: (address: string) => Promise.resolve(kept.get(address)?.clone()),
      keys: () => Promise.resolve([...kept.keys()].map((address) => ({ url: `http://here${address}` }))),
      delete: (request: Request) => Promise.resolve(kept.delete(of(request))),
    })
  }
  delete(name: string): Promise<boolean> {
    return Promise.resolve(this.named.delete(name))
  }
}

const get = { method: 'GET' }
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0))
let stores: Stores
let server: ((path: string) => Response) | null

beforeEach(() => {
  stores = new Stores()
  server = (path) => new Response(path)
  vi.stubGlobal('caches', stores)
  vi.stubGlobal('navigator', { serviceWorker: {} })
  vi.stubGlobal('fetch', (path: string) =>
    server ? Promise.resolve(server(path)) : Promise.reject(new TypeError('no line')),
  )
})
afterEach(() => {
  line.offline = false
  vi.unstubAllGlobals()
})

test('lists and rules are read again without a server; what one may decide is not', async () => {
  for (const path of ['card/tables', 'card/history?', 'rules/enghien/en', 'tables/abc', 'card/history?people=Ada'])
    await hear(path, get)
  await hear('card/tables', { method: 'POST' })
  await settle()
  server = null
  expect(await (await hear('card/tables', get)).text()).toBe('/api/card/tables')
  expect(line.offline).toBe(true)
  expect(await (await hear('rules/enghien/en', get)).text()).toBe('/api/rules/enghien/en')
  for (const [path, request] of [
    ['tables/abc', get],
    ['card/history?people=Ada', get],
    ['card/tables', { method: 'POST' }],
  ] as const)
    await expect(hear(path, request)).rejects.toThrow('no line')
  server = (path) => new Response(path)
  await hear('games', get)
  expect(line.offline).toBe(false)
})

test('a refusal is not kept in the place of an answer', async () => {
  await hear('card/tables', get)
  await settle()
  server = () => new Response('', { status: 503 })
  expect((await hear('card/tables', get)).status).toBe(503)
  await settle()
  server = null
  expect(await (await hear('card/tables', get)).text()).toBe('/api/card/tables')
})

test('a question that says who asks keeps its answer under its own name', async () => {
  await hearAs('tables/mine', () => Promise.resolve({ tables: [1] }))
  await settle()
  line.offline = true
  const lost = (): Promise<never> => Promise.reject(new TypeError('no line'))
  expect(await hearAs('tables/mine', lost)).toEqual({ tables: [1] })
  line.offline = false
  await expect(hearAs('tables/mine', lost)).rejects.toThrow()
})

test('finished games are kept once, again with their review, and only so many of them', async () => {
  let asked = 0
  server = (path) => (asked++, new Response(path))
  await keepGame('one')
  await keepGame('one')
  expect(asked).toBe(1)
  await keepGame('one', true)
  await keepGame('one', true)
  await keepGame('one')
  expect(asked).toBe(2)
  for (let n = 0; n < 30; n++) await keepGame(`game${n}`)
  expect(await keptGame('one')).toBeUndefined()
  expect(await (await keptGame('game29'))?.text()).toBe('/api/tables/game29/kept')
  server = () => new Response('', { status: 409 })
  await keepGame('running')
  expect(await keptGame('running')).toBeUndefined()
})

test('what another wire has heard is not read, and a card that goes takes all with it', async () => {
  await hear('games', get)
  await settle()
  stores.named.set('bastide-heard-other', stores.named.get(HEARD) ?? new Map<string, Response>())
  stores.named.delete(HEARD)
  server = null
  await expect(hear('games', get)).rejects.toThrow('no line')
  server = (path) => new Response(path)
  await hear('games', get)
  await settle()
  await forgetAll()
  server = null
  await expect(hear('games', get)).rejects.toThrow('no line')
})
