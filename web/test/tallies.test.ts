import { beforeEach, describe, expect, it } from 'vitest'
import { decidedBy } from '../src/kit/decided'
import { Tallies } from '../src/kit/tallies.svelte'
import type { Event } from '../src/net/protocol'
import { settings } from '../src/kit/settings.svelte'
import { TableModel } from '../src/table/model.svelte'

const row = (...points: number[]) => ({ label: { key: 'k' }, cells: points.map((n) => ({ count: n, points: n })) })
const event = (ply: number, key: string): Event => ({
  ply,
  key,
  decided: false,
  seat: -1,
  clause: '',
  icon: '',
  depth: 0,
  gains: [],
  moved: [],
})
const scoring = (ply: number): Event => ({
  ...event(ply, 'scoring'),
  tally: { title: { key: 't' }, mark: 'A', rows: [row(2, 0), row(0, 3)], before: [10, 20] },
})
const line = event(4, 'consequence')

let tallies: Tallies
beforeEach(() => {
  settings.set({ shows: 'full', motion: 'normal' })
  tallies = new Tallies(new TableModel(() => undefined))
  tallies.follow([scoring(1)], 4)
})

describe('a scoring', () => {
  it('that was there before one came is not shown', () => {
    expect(tallies.current).toBeNull()
  })

  it('is counted row by row, and the log waits for it', () => {
    const log = [scoring(4), line]
    tallies.follow(log, 5)
    expect([tallies.total(0), tallies.total(1)]).toEqual([10, 20])
    expect(tallies.told(log)).toHaveLength(1)
    tallies.count()
    expect([tallies.total(0), tallies.gain(0)]).toEqual([12, 2])
    tallies.count()
    expect(tallies.running).toBe(false)
    expect(tallies.total(1)).toBe(23)
    expect(tallies.told(log)).toHaveLength(2)
  })

  it('is followed by the next one', () => {
    tallies.follow([scoring(4), scoring(4)], 5)
    tallies.next()
    tallies.next()
    expect(tallies.current).not.toBeNull()
    expect(tallies.counted).toBe(0)
    tallies.next()
    tallies.next()
    expect(tallies.current).toBeNull()
  })

  it('is complete at once where nothing moves, and half as long when quick', () => {
    const full = (tallies.follow([scoring(4)], 5), tallies.pace)
    settings.set({ shows: 'quick' })
    expect(tallies.pace).toBe(full / 2)
    settings.set({ motion: 'off' })
    const still = new Tallies(new TableModel(() => undefined))
    still.follow([], 4)
    still.follow([scoring(4)], 5)
    expect(still.running).toBe(false)
  })

  it('is not shown to who wants none, but can be seen again', () => {
    settings.set({ shows: 'off' })
    tallies.follow([scoring(4)], 5)
    expect(tallies.current).toBeNull()
    tallies.again(scoring(4))
    expect(tallies.current?.again).toBe(true)
    expect(tallies.running).toBe(false)
  })

  it('is told with what came right before it, where the game says so', () => {
    const model = new TableModel(() => undefined)
    model.log = [event(3, 'alhambra.event.leftover'), event(4, 'alhambra.event.leftover'), scoring(4)]
    const told = new Tallies(model)
    expect(told.prelude(scoring(4))).toEqual([])
    told.preludes = /\.leftover/
    expect(told.prelude(scoring(4))).toEqual([model.log[1]])
  })

  it('that is seen again does not drop the one that is being told', () => {
    tallies.follow([scoring(4)], 5)
    tallies.count()
    tallies.again(scoring(1))
    tallies.again(scoring(1))
    expect([tallies.current?.event.ply, tallies.running]).toEqual([1, false])
    tallies.next()
    expect([tallies.current?.event.ply, tallies.counted]).toEqual([4, 0])
  })
})

describe('the last scoring', () => {
  const final = { title: { key: 't' }, mark: 'C', final: true, before: [10, 20, 5] }
  const named = (key: string, ...points: number[]) => ({ ...row(...points), label: { key } })

  it('says by how much it was won, and what made the difference', () => {
    const rows = [named('garden', 16, 3, 0), named('tower', 0, 2, 30), named('lake', 12, 1, 1)]
    expect(decidedBy({ ...final, rows }, 2)).toEqual({
      second: 1,
      lead: 12,
      by: [
        { label: { key: 'garden' }, points: 13 },
        { label: { key: 'lake' }, points: 11 },
      ],
    })
    expect(decidedBy({ ...final, rows: [named('garden', 0, 0, 0)] }, 2)?.by).toEqual([{ label: null, points: 10 }])
  })

  it('leaves ties to the rule that broke them, and other scorings alone', () => {
    expect(decidedBy({ ...final, rows: [named('garden', 10, 0)] }, 2)).toBeNull()
    expect(decidedBy({ ...final, final: false, rows: [] }, 2)).toBeNull()
  })
})
