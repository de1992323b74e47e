/** The service worker: a page goes on with the files of its own release, and what another left behind is dropped. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Waits {
  waitUntil: (work: Promise<unknown>) => void
}
interface Fetched {
  request: { url: string; method: string; mode: string }
  respondWith: (answer: Promise<Response>) => void
}

/** A browser in which workers of several releases come and go; `online` is what the server answers. */
class Browser {
  stores = new Map<string, Map<string, string>>()
  online: ((path: string) => string) | null = (path) => `served ${path}`

  work(release: string, wire: string, files: string[]): Worker {
    const source = readFileSync(`${import.meta.dirname}/../scripts/worker.js`, 'utf8')
      .replace('__RELEASE__', release)
      .replace('__WIRE__', wire)
      .replace("['__FILES__']", JSON.stringify(files))
    const heard: Record<string, (event: never) => void> = {}
    const self = {
      addEventListener: (name: string, hear: (event: never) => void) => (heard[name] = hear),
      location: { origin: 'http://here' },
    }
    new Function('self', 'caches', 'fetch', source)(self, this.#caches(), (asked: string | { url: string }) =>
      this.#fetch(asked),
    )
    return new Worker(heard)
  }

  #fetch(asked: string | { url: string }): Promise<Response> {
    const path = pathOf(asked)
    return this.online ? Promise.resolve(new Response(this.online(path))) : Promise.reject(new TypeError('no line'))
  }

  #caches(): unknown {
    const found = (path: string, names: string[]): Response | undefined => {
      const store = names.map((name) => this.stores.get(name)).find((each) => each?.has(path))
      return store && new Response(store.get(path))
    }
    return {
      keys: () => Promise.resolve([...this.stores.keys()]),
      delete: (name: string) => Promise.resolve(this.stores.delete(name)),
      match: (asked: string | { url: string }, how?: { cacheName: string }) =>
        Promise.resolve(found(pathOf(asked), how ? [how.cacheName] : [...this.stores.keys()])),
      open: (name: string) => {
        const store = this.stores.get(name) ?? new Map<string, string>()
        this.stores.set(name, store)
        return Promise.resolve({
          addAll: async (files: string[]) => {
            for (const file of files) store.set(file, await (await this.#fetch(file)).text())
          },
        })
      },
    }
  }
}

class Worker {
  constructor(readonly heard: Record<string, (event: never) => void>) {}

  async tell(what: 'install' | 'activate'): Promise<void> {
    let work: Promise<unknown> = Promise.resolve()
    this.heard[what]?.({ waitUntil: (given) => (work = given) } satisfies Waits as never)
    await work
  }

  /** What a page gets; null where the browser goes on by itself. */
  async ask(path: string, mode = 'cors', method = 'GET'): Promise<string | null> {
    let answer: Promise<Response> | null = null
    const request = { url: `http://here${path}`, method, mode }
    this.heard['fetch']?.({ request, respondWith: (given) => (answer = given) } satisfies Fetched as never)
    return answer === null ? null : (await (answer as Promise<Response>)).text()
  }
}

const pathOf = (asked: string | { url: string }): string =>
  typeof asked === 'string' ? asked : new URL(asked.url).pathname

test('an open page goes on with the files of its release while the next one waits', async () => {
  const browser = new Browser()
  browser.online = (path) => `first ${path}`
  const first = browser.work('aaaaaaaaaaaa', 'w1', ['/', '/assets/rules-1.js'])
  await first.tell('install')
  await first.tell('activate')
  browser.online = (path) => (path === '/assets/rules-1.js' ? 'gone' : `second ${path}`)
  const second = browser.work('bbbbbbbbbbbb', 'w1', ['/', '/assets/rules-2.js'])
  await second.tell('install')
  expect(await first.ask('/assets/rules-1.js')).toBe('first /assets/rules-1.js')
  expect(await first.ask('/table/x', 'navigate')).toBe('second /table/x')
  expect(await first.ask('/assets/rules-2.js'), 'the new page its own').toBe('second /assets/rules-2.js')
  browser.online = null
  expect(await first.ask('/table/x', 'navigate'), 'offline: the page of its release').toBe('first /')
  await second.tell('activate')
  expect([...browser.stores.keys()]).toEqual(['bastide-bbbbbbbbbbbb'])
  expect(await second.ask('/', 'navigate')).toBe('second /')
})

test('what was heard stays over a release with the same wire, and goes with another', async () => {
  const browser = new Browser()
  browser.stores.set('bastide-heard-w1', new Map())
  await browser.work('aaaaaaaaaaaa', 'w1', ['/']).tell('activate')
  expect([...browser.stores.keys()]).toEqual(['bastide-heard-w1'])
  await browser.work('bbbbbbbbbbbb', 'w2', ['/']).tell('activate')
  expect([...browser.stores.keys()]).toEqual([])
})

test('what one decides, and what the server says of a table, is never answered by the worker', async () => {
  const worker = new Browser().work('aaaaaaaaaaaa', 'w1', ['/'])
  for (const path of ['/api/tables/x', '/api/card/tables', '/api/tables/x/kept'])
    expect(await worker.ask(path)).toBeNull()
  expect(await worker.ask('/assets/x.js', 'cors', 'POST')).toBeNull()
})
