import { beforeEach, describe, expect, it } from 'vitest'
import { Presence } from '../src/table/presence'
import { sample } from '../src/samples'
import { TableModel } from '../src/table/model.svelte'

const HOUR = 3_600_000

async function seated(): Promise<TableModel> {
  const model = new TableModel(() => undefined)
  model.receive(await sample('enghien'))
  return model
}

beforeEach(() => localStorage.clear())

describe('a return to the table', () => {
  it('is told what the others did meanwhile', async () => {
    const model = await seated()
    const ply = model.view?.ply ?? 0
    new Presence('lac', model).look(ply - 2, HOUR)
    new Presence('lac', model).look(ply, 2 * HOUR)
    expect(model.missed.length).toBeGreaterThan(0)
    expect(model.missed.every((event) => event.ply >= ply - 2 && event.seat !== model.viewer)).toBe(true)
  })

  it('is none for somebody who only thought for long', async () => {
    const model = await seated()
    const ply = model.view?.ply ?? 0
    const presence = new Presence('lac', model)
    presence.look(ply - 2, HOUR)
    presence.look(ply, 2 * HOUR)
    expect(model.missed).toEqual([])
  })

  it('is told nothing after a moment, or when nothing happened', async () => {
    const model = await seated()
    const ply = model.view?.ply ?? 0
    const presence = new Presence('lac', model)
    presence.look(ply - 2, HOUR)
    presence.look(ply, HOUR + 2000)
    expect(model.missed).toEqual([])
    presence.leave(2 * HOUR)
    presence.look(ply, 3 * HOUR)
    expect(model.missed).toEqual([])
  })
})

describe('muting', () => {
  it('is kept by the server for a seat, and heeded at once', async () => {
    const sent: unknown[] = []
    const model = new TableModel((message) => sent.push(message))
    model.receive({ ...(await sample('enghien')), muted: [2], chat: [] })
    for (const seat of [1, 2, null]) model.receive({ type: 'chat', line: { at: 0, seat, name: 'x', text: 'y' } })
    expect(model.heard.map((line) => line.seat)).toEqual([1, null])
    model.mute(1, true)
    model.mute(2, false)
    expect(model.heard.map((line) => line.seat)).toEqual([2, null])
    expect(sent).toEqual([
      { type: 'mute', seat: 1, on: true },
      { type: 'mute', seat: 2, on: false },
    ])
  })
})

describe('a stand-in', () => {
  it('is told of first to whoever it stood in for', async () => {
    const model = await seated()
    const own = model.log.findLast((event) => event.decided && event.seat === model.viewer)
    const ply = own?.ply ?? 0
    model.receive({
      type: 'view',
      view: model.view as NonNullable<typeof model.view>,
      from: ply,
      log: model.log
        .filter((event) => event.ply >= ply)
        .map((event) => (event === own ? { ...event, stand_in: true } : event)),
    })
    model.comeBack(ply)
    expect(model.stoodIn.map((event) => event.ply)).toEqual([ply])
    expect(model.lastOwn).toBeLessThan(ply)
  })
})
