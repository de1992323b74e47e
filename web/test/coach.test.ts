import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadFace } from '../src/games/faces'
import { settings } from '../src/kit/settings.svelte'
import { words } from '../src/words/catalogue.svelte'
import { gameIds } from '../scripts/games.js'
import { type Stage, stage } from './page'

let on: Stage
const bar = (): string => document.querySelector('[data-bar="confirm"]')?.textContent ?? ''

beforeEach(() => settings.set({ tips: 'on', learned: [] }))
afterEach(async () => {
  await on.leave()
  settings.set({ tips: 'off' })
})

describe('a newcomer', () => {
  it('is told one thing at a time, about what is outlined', async () => {
    on = await stage('enghien')
    expect(bar()).toContain('whoever has the most of a symbol')
    expect(document.querySelector('[data-taught]')?.getAttribute('data-tip')).toContain('majority')
    on.button('Got it').click()
    flushSync()
    expect(bar()).not.toContain('whoever has the most of a symbol')
    expect(settings.choices.learned).toEqual(['enghien.majority'])
  })

  it('has learned what was said when a decision is made', async () => {
    on = await stage('enghien')
    on.piece(on.model.view?.choices[0]?.targets[0] ?? '').click()
    flushSync()
    on.button('Take').click()
    expect(settings.choices.learned).toEqual(['enghien.majority'])
  })

  it('may be told nothing at all', async () => {
    on = await stage('enghien')
    on.button('Hide these tips').click()
    flushSync()
    expect(bar()).toContain('Choose something')
    expect(settings.choices.tips).toBe('off')
  })
})

describe('hints', () => {
  it.each(gameIds)('of %s are all in the catalogue', async (game) => {
    on = await stage('enghien')
    const face = await loadFace(game)
    expect(face.tips.length).toBeGreaterThan(3)
    expect(face.tips.filter((tip) => !words.has(`${game}.tip.${tip.name}`))).toEqual([])
  })
})

describe('a hint', () => {
  it('that could not be given says so, and can be asked for again', async () => {
    on = await stage('enghien')
    on.button('Hint').click()
    await on.settle()
    expect(on.sent).toEqual([{ type: 'hint' }])
    on.model.receive({ type: 'refused', label: { key: 'table.refused.hint_failed' } })
    flushSync()
    expect(document.querySelector('[data-beside] [role="alert"]')?.textContent).toBe(
      words.text('table.refused.hint_failed'),
    )
    on.button('Try again').click()
    flushSync()
    expect(on.sent).toEqual([{ type: 'hint' }, { type: 'hint' }])
    expect(document.querySelector('[data-beside] [role="alert"]')).toBeNull()
  })
})
