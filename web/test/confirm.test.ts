/** One setting for confirmation: asked by the page before a choice goes out, or kept back by the table for a while. */
import { flushSync } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'
import { settings } from '../src/kit/settings.svelte'
import type { View } from '../src/net/protocol'
import { type Stage, stage } from './page'

let on: Stage
afterEach(() => on.leave())
const bar = (): string => document.querySelector('[data-bar="confirm"]')?.textContent ?? ''
const card = (): HTMLElement => document.querySelector<HTMLElement>('[data-piece^="card:"][data-state="legal"]')!

/** The same position, with a turn that is done. */
const done = (view: View, auto_ms: number): View => ({
  ...view,
  choices: [],
  plans: [],
  turn: { ...view.turn, undo: 1, done: true, pending: true, confirm: 'timed', auto_ms },
})

describe('confirmation', () => {
  it('that asks tells the table nothing and waits for the button', async () => {
    on = await stage('enghien')
    card().click()
    await on.settle()
    expect(on.sent).toEqual([])
  })

  it('after a while is the table’s: it is told once, and a choice goes out at once', async () => {
    on = await stage('enghien')
    settings.set({ confirm: 'timed' })
    await on.settle()
    expect(on.sent).toEqual([{ type: 'confirm', mode: 'timed' }])
    card().click()
    flushSync()
    expect(on.sent.map((message) => message.type)).toEqual(['confirm', 'act'])
  })

  it('shows a turn that is done, which can be sent or taken back before its time', async () => {
    on = await stage('enghien')
    settings.set({ confirm: 'timed' })
    const view = done(on.model.view!, 4000)
    on.model.receive({ type: 'view', view, from: 0, log: on.model.log })
    await on.settle()
    expect(bar()).toContain('Your turn is complete.')
    expect(document.querySelector<HTMLElement>('[data-primary]')?.style.getPropertyValue('--auto')).toBe('4000ms')
    on.button('Undo').click()
    on.button('End the turn').click()
    expect(on.sent.filter((message) => message.type !== 'confirm')).toEqual([
      { type: 'undo', ply: view.ply },
      { type: 'commit', ply: view.ply },
    ])
  })
})
