import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sample } from '../src/samples'
import { Session } from '../src/table/session.svelte'

/** A line that the test holds the other end of. */
class Line {
  static readonly OPEN = 1
  static made: Line[] = []
  readyState = 0
  sent: Record<string, unknown>[] = []
  onopen: () => void = () => undefined
  onmessage: (event: { data: string }) => void = () => undefined
  onclose: ((event: { code: number }) => void) | null = null
  constructor() {
    Line.made.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {
    this.readyState = 3
  }
  async welcome(): Promise<number> {
    const welcome = await sample('enghien')
    this.readyState = Line.OPEN
    this.onopen()
    this.onmessage({ data: JSON.stringify(welcome) })
    return welcome.view.ply
  }
  lose(): void {
    this.readyState = 3
    this.onclose?.({ code: 1006 })
  }
}
const acts = (line: Line): unknown[] => line.sent.filter((message) => message['type'] === 'act')

beforeEach(() => {
  Line.made = []
  vi.stubGlobal('WebSocket', Line)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('a decision made while the line is broken waits, says so, and is sent once it is back', async () => {
  const session = new Session('lac', 'key')
  const first = Line.made[0] as Line
  const ply = await first.welcome()
  first.lose()
  session.model.act([7])
  expect(session.model.unsent).toMatchObject({ type: 'act', ply })
  expect(acts(first)).toEqual([])
  vi.runOnlyPendingTimers()
  const second = Line.made[1] as Line
  await second.welcome()
  expect(acts(second)).toEqual([{ type: 'act', ply, actions: [7] }])
  const view = session.model.view as NonNullable<typeof session.model.view>
  second.onmessage({ data: JSON.stringify({ type: 'view', view: { ...view, ply: ply + 1 }, from: ply, log: [] }) })
  expect(session.model.unsent).toBeNull()
  session.close()
})

it('is not sent to a table that has moved on meanwhile', async () => {
  const session = new Session('lac', 'key')
  const first = Line.made[0] as Line
  const ply = await first.welcome()
  first.lose()
  session.model.send({ type: 'act', ply: ply - 1, actions: [7] })
  vi.runOnlyPendingTimers()
  const second = Line.made[1] as Line
  await second.welcome()
  expect(acts(second)).toEqual([])
  expect(session.model.unsent).toBeNull()
  session.close()
})
