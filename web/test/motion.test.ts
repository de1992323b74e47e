import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { measure, onceLanded, play } from '../src/kit/motion'
import { settings } from '../src/kit/settings.svelte'

const card = (id: string, drawing: string): string =>
  `<button data-piece="${id}"><svg><path d="${drawing}"/></svg></button>`
const at = (selector: string, left: number): void => {
  const element = document.querySelector(selector) as HTMLElement
  element.getBoundingClientRect = () => ({
    left,
    top: 0,
    width: 40,
    height: 60,
    right: left + 40,
    bottom: 60,
    x: left,
    y: 0,
    toJSON: () => '',
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  settings.set({ motion: 'normal' })
})
afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
})

describe('motion', () => {
  it('flies a card to whoever took it, though its slot is filled again', () => {
    document.body.innerHTML = `${card('yard:0', 'M1 1')}<i data-place="player:1"></i>`
    at('[data-piece]', 0)
    at('[data-place]', 300)
    const before = measure(document.body, ['yard:0'])
    ;(document.querySelector('path') as SVGPathElement).setAttribute('d', 'M2 2')
    const flights = vi.spyOn(Element.prototype, 'animate').mockImplementation(() => ({}) as Animation)
    play(document.body, before, [['yard:0', 'player:1']])
    vi.runAllTimers()
    expect(flights.mock.calls.at(-1)?.[1]).toMatchObject({ duration: 250 })
    expect(document.querySelectorAll('.flier')).toHaveLength(1)
    flights.mockRestore()
  })

  it('brings a new card from its pile, and leaves alone what lies where it lay', () => {
    document.body.innerHTML = `${card('yard:0', 'M1 1')}<i data-place="building_pile discards"></i>`
    at('[data-piece]', 0)
    at('[data-place]', 300)
    const flights = vi.spyOn(Element.prototype, 'animate').mockImplementation(() => ({}) as Animation)
    const before = measure(document.body, ['yard:0'])
    play(document.body, before, [['yard:0', 'discards']])
    vi.runAllTimers()
    expect(flights).not.toHaveBeenCalled()
    play(document.body, before, [['building_pile', 'yard:0']])
    expect(flights).toHaveBeenCalledTimes(1)
    flights.mockRestore()
  })

  it('outlines what arrived where nothing may move', () => {
    settings.set({ motion: 'off' })
    document.body.innerHTML = `${card('yard:0', 'M1 1')}<i data-place="player:1"></i>`
    play(document.body, measure(document.body, ['yard:0']), [['yard:0', 'player:1']])
    expect(document.querySelector('[data-place]')?.className).toBe('arrived')
    vi.runAllTimers()
    expect(document.querySelector('[data-place]')?.className).toBe('')
  })

  it('measures everything before anything moves', () => {
    document.body.innerHTML = `${card('yard:0', 'M1 1')}${card('yard:1', 'M2 2')}<i data-place="player:1"></i>`
    const before = measure(document.body, ['yard:1'])
    const done: string[] = []
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => {
      done.push('measured')
      return { left: 300, top: 0, width: 40, height: 60 } as DOMRect
    })
    vi.spyOn(Element.prototype, 'animate').mockImplementation(() => {
      done.push('moved')
      return {} as Animation
    })
    ;(document.querySelectorAll('path')[1] as SVGPathElement).setAttribute('d', 'M3 3')
    play(document.body, before, [['yard:1', 'player:1']])
    expect(done).toEqual(['measured', 'measured', 'measured', 'moved', 'moved', 'moved'])
  })

  it('leaves other work until what flies has landed, unless that is no longer wanted', async () => {
    document.body.innerHTML = card('yard:0', 'M1 1')
    at('[data-piece]', 300)
    const before = measure(document.body)
    at('[data-piece]', 0)
    let land: (flight: Animation) => void = () => undefined
    const finished = new Promise<Animation>((resolve) => (land = resolve))
    vi.spyOn(Element.prototype, 'animate').mockImplementation(() => ({ finished }) as unknown as Animation)
    const done: string[] = []
    onceLanded(() => done.push('nothing flew'))
    play(document.body, before)
    onceLanded(() => done.push('wanted'))
    onceLanded(() => done.push('no longer wanted'))()
    expect(done).toEqual(['nothing flew'])
    land({} as Animation)
    await vi.waitFor(() => expect(done).toEqual(['nothing flew', 'wanted']))
  })
})
