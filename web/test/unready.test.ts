import { afterEach, describe, expect, it } from 'vitest'
import type { SeatInfo } from '../src/net/protocol'
import type { Language } from '../src/words/catalogue.svelte'
import { type Stage, stage } from './page'

let scene: Stage
afterEach(() => scene.leave())

/** A sample table whose first rival is a Champion; until its search is compiled, or not. */
async function before(champion: Partial<SeatInfo>, rated = false, language: Language = 'en'): Promise<SeatInfo> {
  scene = await stage('enghien', language)
  const { model } = scene
  const info = model.info!
  const seat = info.seats.find((each) => each.seat !== model.viewer)!
  const changed: SeatInfo = { ...seat, kind: 'bot', level: 'champion', ...champion }
  const seats = info.seats.map((each) => (each === seat ? changed : each))
  model.receive({ type: 'table', table: { ...info, seats, rated, preparing: champion.stand_in ?? false } })
  await scene.settle()
  return changed
}

const told = (): string => document.body.textContent ?? ''
const titles = (): string[] => [...document.querySelectorAll('[title]')].map((each) => each.getAttribute('title') ?? '')

describe('a Champion whose search is being compiled', () => {
  it.each([
    ['en', 'getting ready', /^Still getting ready: until then it decides by judgement alone/],
    ['fr', 'se prépare', /^Se prépare encore.: d’ici là, il décide sur son seul jugement/],
  ] as const)('is said to get ready, and what it does until then (%s)', async (language, short, long) => {
    await before({ stand_in: true }, false, language)
    expect(told()).toContain(short)
    expect(titles().some((title) => long.test(title))).toBe(true)
    expect(titles().some((title) => title.endsWith(`Champion, ${short}`))).toBe(true)
  })

  it('waits where the game counts, and that is said', async () => {
    await before({ stand_in: true }, true)
    expect(titles().some((title) => title.startsWith('Still getting ready: this game counts'))).toBe(true)
  })

  it('is a Champion like any other once it is ready', async () => {
    await before({})
    expect(told()).not.toContain('getting ready')
    expect(titles().join()).not.toContain('getting ready')
  })

  it('has what it decided by judgement alone marked, as no bot that stood in for a player', async () => {
    const { seat } = await before({ stand_in: true })
    const { model } = scene
    const from = model.log.findLast((event) => event.decided && event.seat === seat)?.ply ?? 0
    const log = model.log.filter((event) => event.ply >= from)
    const view = model.view!
    model.receive({ type: 'view', view, from, log: log.map((event) => ({ ...event, stand_in: event.seat === seat })) })
    await scene.settle()
    expect(told()).toContain('by judgement alone')
    expect(told()).not.toContain('a bot stood in')
  })

  it('keeps nobody from deciding, and a hint says what it waits for', async () => {
    await before({ stand_in: true })
    scene.button('Hint').click()
    await scene.settle()
    expect(told()).toContain('Hints are getting ready, this once. You can decide meanwhile.')
  })
})
