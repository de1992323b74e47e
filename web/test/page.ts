/** A sample table on a test page. */
import { flushSync, mount, tick, unmount } from 'svelte'
import { loadFace } from '../src/games/faces'
import type { ToServer } from '../src/net/protocol'
import type { GameFace } from '../src/kit/face'
import TablePage from '../src/pages/TablePage.svelte'
import { answerWithSamples, sample } from '../src/samples'
import { settings } from '../src/kit/settings.svelte'
import { TableModel } from '../src/table/model.svelte'
import { type Language, words } from '../src/words/catalogue.svelte'
import { gameIds } from '../scripts/games.js'

export interface Stage {
  model: TableModel
  sent: ToServer[]
  piece: (id: string) => HTMLElement
  press: (key: string, on?: Element) => void
  button: (name: string | RegExp) => HTMLElement
  settle: () => Promise<void>
  leave: () => Promise<void>
}

/** A sample, under its game's face or another. */
export async function stage(name: string, language: Language = 'en', other?: GameFace): Promise<Stage> {
  answerWithSamples()
  settings.set({ confirm: 'on', motion: 'off', language })
  await words.speak(language)
  await words.open('page', 'core', 'table', 'bots', ...gameIds)
  const game = name.split('-')[0] ?? ''
  const [{ refusals, ...data }, face] = await Promise.all([sample(name), other ?? loadFace(game)])
  // What a table fetches later is here before it is asked for.
  await Promise.all([
    import('../src/kit/HintPanel.svelte'),
    import('../src/kit/Since.svelte'),
    import('../src/pages/Panels.svelte'),
    import('../src/pages/TallyShow.svelte'),
  ])
  const sent: ToServer[] = []
  const model = new TableModel((message) => {
    if (message.type !== 'why') sent.push(message)
    else if (model.view?.ply === data.view.ply) model.receive({ type: 'why', ply: data.view.ply, refusals })
  })
  model.receive(data)
  const component = mount(TablePage, { target: document.body, props: { model, face } })
  flushSync()
  await tick()

  const find = (id: string): HTMLElement | null => document.querySelector(`[data-piece="${id}"]`)
  const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
  return {
    model,
    sent,
    piece: (id) => {
      const found = find(id)
      if (!found) throw new Error(`there is no piece ${id}`)
      return found
    },
    press: (key, on = document.activeElement ?? document.body) => {
      on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      flushSync()
    },
    button: (wanted) => {
      const all = [...document.querySelectorAll<HTMLElement>('button, a')]
      const found = all.find((element) =>
        typeof wanted === 'string' ? nameOf(element) === wanted : wanted.test(nameOf(element)),
      )
      if (!found) throw new Error(`there is no button ${String(wanted)}; there are: ${all.map(nameOf).join(' | ')}`)
      return found
    },
    settle: async () => {
      flushSync()
      await tick()
      await new Promise((resolve) => setTimeout(resolve, 0))
      flushSync()
    },
    leave: async () => {
      await unmount(component)
    },
  }
}
