import { describe, expect, it } from 'vitest'
import { PROTOCOL, type Event, type ToServer, type View } from '../src/net/protocol'
import { sample } from '../src/samples'
import { TableModel } from '../src/table/model.svelte'

const event = (ply: number, seat: number, depth = 0): Event => ({
  ply,
  seat,
  key: `e${ply}`,
  clause: '',
  icon: '',
  depth,
  gains: [],
  moved: [],
  decided: depth === 0,
})

async function seated(log: Event[] = []): Promise<{ model: TableModel; sent: ToServer[]; view: View }> {
  const data = await sample('enghien')
  const sent: ToServer[] = []
  const model = new TableModel((message) => sent.push(message))
  model.receive({ ...data, log })
  return { model, sent, view: data.view }
}

describe('a table in the browser', () => {
  it('is live once it has been welcomed', async () => {
    const { model } = await seated()
    expect(model.connection).toBe('live')
    expect(model.yourTurn).toBe(true)
    expect(model.names).toHaveLength(4)
  })

  it('asks for a new page when the server speaks another protocol', async () => {
    const data = await sample('enghien')
    const model = new TableModel(() => undefined)
    model.receive({ ...data, protocol: PROTOCOL + 1 })
    expect(model.connection).toBe('outdated')
    expect(model.view).toBeNull()
  })

  it('replaces the log from where the server says', async () => {
    const { model, view } = await seated([event(1, 0), event(2, 1), event(3, 2)])
    model.receive({ type: 'view', view: { ...view, ply: 2 }, from: 2, log: [event(2, 3)] })
    expect(model.log.map((one) => [one.ply, one.seat])).toEqual([
      [1, 0],
      [2, 3],
    ])
  })

  it('knows what is news since one’s last decision', async () => {
    const { model } = await seated([event(1, 0), event(1, 0, 1), event(2, 1), event(3, 2)])
    expect(model.lastOwn).toBe(1)
    expect(model.news.map((one) => one.ply)).toEqual([2, 3])
  })

  it('takes nothing that is dealt for a decision', async () => {
    const dealt = (ply: number, seat: number): Event => ({ ...event(ply, seat), decided: false })
    const { model } = await seated([dealt(0, 0), dealt(1, 1), dealt(2, -1)])
    expect([model.lastOwn, model.news]).toEqual([-1, []])
    model.comeBack(0)
    expect(model.missed).toEqual([])
    model.receive({ type: 'view', view: { ...(model.view as View), ply: 4 }, from: 3, log: [event(3, 1)] })
    expect([model.lastOwn, model.news.map((one) => one.ply)]).toEqual([-1, [3]])
  })

  it('acts on the position it shows, and not on the past', async () => {
    const { model, sent, view } = await seated()
    model.act([4])
    model.receive({ type: 'past', view: { ...view, ply: 1 }, log: [] })
    model.act([5])
    expect(sent).toEqual([{ type: 'act', ply: view.ply, actions: [4] }])
    expect(model.shown?.ply).toBe(1)
    model.present()
    expect(model.shown?.ply).toBe(view.ply)
  })

  it('asks for nothing that cannot be taken back', async () => {
    const { model, sent } = await seated()
    model.undo()
    model.restart()
    expect(sent).toEqual([])
  })

  it('forgets a hint when the game goes on', async () => {
    const { model, view } = await seated()
    model.receive({ type: 'hint', hint: { ply: view.ply, verdict: { key: 'v' }, options: [] } })
    expect(model.hint).not.toBeNull()
    model.receive({ type: 'view', view: { ...view, ply: view.ply + 1 }, from: view.ply, log: [] })
    expect(model.hint).toBeNull()
  })

  it('counts unread talk', async () => {
    const { model } = await seated()
    model.receive({ type: 'chat', line: { at: 0, seat: 1, name: 'Jules', text: 'hello' } })
    expect(model.unread).toBe(1)
  })
})
