import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Event, type FromServer, type View } from '../src/net/protocol'
import { sample } from '../src/samples'
import { TableModel } from '../src/table/model.svelte'
import { Pacer } from '../src/table/pacer.svelte'

const MOVE = 500
const MOMENT = 2500
let model: TableModel
let pacer: Pacer
let start: View

const event = (ply: number, more: Partial<Event> = {}): Event => ({
  ply,
  key: 'enghien.event.take',
  decided: true,
  seat: 1,
  clause: '',
  icon: '',
  depth: 0,
  gains: [],
  moved: [],
  ...more,
})
const move = (ply: number, more: Partial<Event> = {}, seat = 1): FromServer => ({
  type: 'view',
  view: { ...start, ply, prompt: { ...start.prompt, seat } },
  from: ply - 1,
  log: [event(ply - 1, more)],
})

beforeEach(async () => {
  vi.useFakeTimers()
  model = new TableModel(() => undefined)
  const data = await sample('enghien')
  model.receive(data)
  start = { ...data.view, ply: 100 }
  model.view = start
  pacer = new Pacer(model)
  pacer.tempo = () => ({ move: MOVE, moment: MOMENT })
})
afterEach(() => {
  pacer.close()
  vi.useRealTimers()
})

describe('the pace', () => {
  it('shows one move at a time, the first at once', () => {
    pacer.hear(move(101))
    pacer.hear(move(102))
    pacer.hear(move(103))
    expect([model.view?.ply, pacer.behind]).toEqual([101, 2])
    vi.advanceTimersByTime(MOVE)
    expect([model.view?.ply, pacer.behind]).toEqual([102, 1])
    vi.advanceTimersByTime(MOVE)
    expect([model.view?.ply, pacer.behind]).toEqual([103, 0])
  })

  it('stays longer at a moment that is worth it', () => {
    pacer.hear(move(101, { stops: true }))
    pacer.hear(move(102))
    vi.advanceTimersByTime(MOMENT - 1)
    expect(model.view?.ply).toBe(101)
    vi.advanceTimersByTime(1)
    expect(model.view?.ply).toBe(102)
  })

  it('holds back nothing that is drawn, nothing when told so, and nothing that takes a move back', () => {
    pacer.hear(move(101, { decided: false }))
    pacer.hear(move(102))
    expect(model.view?.ply).toBe(102)
    pacer.hear(move(103))
    pacer.hear(move(102))
    expect([model.view?.ply, pacer.behind]).toEqual([102, 0])
    pacer.tempo = () => ({ move: 0, moment: 0 })
    pacer.hear(move(103))
    pacer.hear(move(104))
    expect(model.view?.ply).toBe(104)
  })

  it('is skipped until the viewer is asked, and then kept again', () => {
    const you = model.viewer ?? 0
    pacer.hear(move(101))
    pacer.hear(move(102))
    pacer.skip()
    expect([model.view?.ply, pacer.skipping]).toEqual([102, true])
    pacer.hear(move(103))
    expect(model.view?.ply).toBe(103)
    pacer.hear(move(104, {}, you))
    expect([model.yourTurn, pacer.skipping]).toEqual([true, false])
    pacer.hear(move(105))
    pacer.hear(move(106))
    expect(model.view?.ply).toBe(105)
  })

  it('says that the game is over after its last move', () => {
    const { info } = model
    if (!info) throw new Error('no table')
    pacer.hear(move(101))
    pacer.hear(move(102))
    pacer.hear({ type: 'table', table: { ...info, state: 'over' } })
    expect([model.view?.ply, model.over]).toEqual([101, false])
    vi.advanceTimersByTime(2 * MOVE)
    expect([model.view?.ply, model.over]).toEqual([102, true])
  })

  it('lets chat and refusals through; what is refused shows the table as it is', () => {
    pacer.hear(move(101))
    pacer.hear(move(102))
    const said = model.chat.length
    pacer.hear({ type: 'chat', line: { seat: 1, name: 'Ida', text: 'well', at: 0 } })
    expect([model.chat.length, model.view?.ply]).toEqual([said + 1, 101])
    pacer.hear({ type: 'refused', label: { key: 'table.refused.stale' } })
    expect(model.view?.ply).toBe(102)
  })
})
