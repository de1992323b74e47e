import { flushSync } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'
import { commonSprite } from '../src/art/sprite'
import { sampleNames } from '../src/samples'
import { settings } from '../src/settings.svelte'
import { words } from '../src/words/catalogue.svelte'
import { type Stage, stage } from './page'

let on: Stage
const text = (): string => document.body.textContent ?? ''
const tap = (id: string): void => {
  on.piece(id).click()
  flushSync()
}

afterEach(async () => on.leave())

describe('every sample', () => {
  it.each(sampleNames)('%s is drawn with symbols that are there, and everything on it has a name', async (name) => {
    on = await stage(name)
    expect(document.querySelectorAll('[data-piece]').length).toBeGreaterThan(5)
    const nameless = [...document.querySelectorAll('button, a, input, [role="img"]')].filter((element) => !element.closest('[aria-hidden="true"]') && !(element.getAttribute('aria-label') ?? element.getAttribute('title') ?? element.textContent ?? '').trim())
    expect(nameless.map((element) => element.outerHTML.slice(0, 120))).toEqual([])

    const ids = new Set([...document.querySelectorAll('[id]')].map((element) => element.id))
    const html = document.body.innerHTML
    const used = [...html.matchAll(/(?:href="#|url\(#)([\w-]+)/g)].map((match) => match[1] as string).filter((id) => !id.startsWith('seat-area') && !id.startsWith('i-seat'))
    expect([...new Set(used)].filter((id) => !ids.has(id) && !commonSprite.includes(`id="${id}"`))).toEqual([])
  })
})

describe('choosing by tap', () => {
  it('takes a card and asks before it is sent', async () => {
    on = await stage('enghien')
    const { targets, action } = on.model.view?.choices[3] ?? { targets: [], action: -1 }
    tap(targets[0] ?? '')
    expect(on.piece(targets[0] ?? '').dataset['state']).toBe('selected')
    expect(on.sent).toEqual([])
    on.button('Take').click()
    expect(on.sent).toEqual([{ type: 'act', ply: on.model.view?.ply, actions: [action] }])
  })

  it('pays with the exact cards, or with others', async () => {
    on = await stage('alhambra')
    tap('yard:0')
    expect(on.piece('hand:florin:3').getAttribute('aria-pressed')).toBe('true')
    expect(on.piece('hand:florin:5').getAttribute('aria-pressed')).toBe('true')
    expect(text()).toContain('exact: one more action')
    tap('hand:florin:6')
    on.button('Buy').click()
    expect(on.sent).toEqual([{ type: 'act', ply: 90, actions: [15, 26, 23] }])
  })

  it('shows a preview in the matrix', async () => {
    on = await stage('alhambra')
    tap('yard:0')
    expect(document.querySelector('table')?.textContent).toContain('3→4')
  })

  it('builds a card where it is tapped to', async () => {
    on = await stage('batisseurs-build')
    tap('card:36')
    tap('city:0:right')
    tap('city:0:3')
    on.button('Build').click()
    expect(on.sent.at(-1)).toEqual({ type: 'act', ply: 150, actions: [99] })
  })

  it('turns a tile by another tap', async () => {
    on = await stage('carpe_diem')
    const [first, second] = on.model.view?.choices.filter((choice) => choice.targets.includes('cell:f3')) ?? []
    const other = on.model.view?.choices.filter((choice) => choice.targets.includes('cell:e3')) ?? []
    tap('cell:e3')
    tap('cell:e3')
    on.button('Place').click()
    const expected = other.length > 1 ? other[1]?.action : other[0]?.action
    expect(on.sent.at(-1)).toEqual({ type: 'act', ply: 210, actions: [expected] })
    expect(first ?? second ?? other[0]).toBeDefined()
  })

  it('sends a step at once', async () => {
    on = await stage('batisseurs-offer')
    tap('pile:open')
    expect(on.sent).toEqual([{ type: 'act', ply: 150, actions: [5] }])
  })

  it('goes to a space by one of its tiles, and remembers the tile', async () => {
    on = await stage('carpe_diem-pawn')
    const tile = document.querySelector<HTMLElement>('[data-place="ring:3"] [data-piece^="tile:"]')
    tile?.click()
    await on.settle()
    on.button(/by the left/).click()
    expect(on.sent).toEqual([{ type: 'act', ply: 210, actions: [0] }])
    const view = on.model.view
    if (!view || !tile) throw new Error('no view')
    on.model.receive({ type: 'view', from: 211, log: [], view: { ...view, ply: 211, choices: [{ action: 9, text: 'tile', label: { key: 'x' }, targets: [tile.dataset['target'] ?? ''], commits: true }] } })
    await on.settle()
    expect(document.querySelector(`[data-piece="${tile.dataset['piece']}"]`)?.getAttribute('data-state')).toBe('selected')
  })

  it('sends without asking where the reader wants none, but not what reveals', async () => {
    on = await stage('batisseurs-build')
    settings.set({ confirm: 'off' })
    tap('city:1:0')
    expect(on.sent).toEqual([])
    tap('card:36')
    tap('city:0:3')
    expect(on.sent.at(-1)).toEqual({ type: 'act', ply: 150, actions: [99] })
  })
})

describe('refusals', () => {
  it('answer a tap with the reason and its clause', async () => {
    on = await stage('alhambra')
    tap('yard:1')
    expect(on.sent).toEqual([])
    const note = document.querySelector('[role="note"]')
    expect(note?.textContent).toContain('11 dirham needed')
    expect(note?.textContent).toContain('ALH-12')
    expect(on.piece('yard:1').getAttribute('aria-disabled')).toBe('true')
    expect(on.piece('yard:1').getAttribute('aria-label')).toContain('Not now: 11 dirham needed')
  })

  it('answer hover and long press', async () => {
    on = await stage('batisseurs')
    const card = on.piece('card:36')
    card.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }))
    flushSync()
    expect(document.querySelector('[role="note"]')?.textContent).toContain('BAT-20')
    on.press('Escape')
    expect(document.querySelector('[role="note"]')).toBeNull()
    card.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', button: 0, clientX: 5, clientY: 5 }))
    await new Promise((resolve) => setTimeout(resolve, 500))
    flushSync()
    expect(document.querySelector('[role="note"]')?.textContent).toContain('BAT-20')
  })

  it('open the rules at the clause', async () => {
    on = await stage('alhambra')
    tap('yard:1')
    on.button('Rule ALH-12').click()
    await on.settle()
    expect(document.querySelector('[role="dialog"]')?.getAttribute('aria-label')).toBe('Rules: Alhambra')
  })
})

describe('undo', () => {
  it('lets go of picks first, then asks the server', async () => {
    on = await stage('carpe_diem')
    tap('cell:e3')
    on.press('Escape')
    expect(document.querySelector('[data-state="selected"]')).toBeNull()
    expect(on.sent).toEqual([])
    on.press('Escape')
    expect(on.sent).toEqual([{ type: 'undo', ply: 210 }])
    on.button('Restart turn').click()
    expect(on.sent.at(-1)).toEqual({ type: 'restart', ply: 210 })
  })
})

describe('keyboard', () => {
  it('types a move', async () => {
    on = await stage('enghien')
    on.press('/')
    await on.settle()
    const input = document.querySelector<HTMLInputElement>('[role="combobox"]')
    if (!input) throw new Error('no box')
    const choice = on.model.view?.choices[5]
    input.value = choice?.text ?? ''
    input.dispatchEvent(new Event('input', { bubbles: true }))
    flushSync()
    on.press('Enter', input)
    await on.settle()
    expect(document.querySelector('[role="combobox"]')).toBeNull()
    on.button('Take').click()
    expect(on.sent).toEqual([{ type: 'act', ply: 23, actions: [choice?.action] }])
  })

  it('opens the rules where they matter', async () => {
    on = await stage('enghien')
    on.press('?')
    await on.settle()
    expect(document.querySelector('[role="dialog"]')).not.toBeNull()
    on.press('Escape', document.querySelector('[role="dialog"]') ?? document.body)
    expect(document.querySelector('[role="dialog"]')).toBeNull()
  })

  it('turns a tile with R', async () => {
    on = await stage('carpe_diem')
    const same = on.model.view?.choices.filter((choice) => choice.targets[0] === on.model.view?.choices[0]?.targets[0]) ?? []
    tap(same[0]?.targets[0] ?? '')
    on.press('r', document.body)
    on.button('Place').click()
    expect(on.sent.at(-1)).toEqual({ type: 'act', ply: 210, actions: [same[same.length > 1 ? 1 : 0]?.action] })
  })

  it('gives each group one stop for Tab', async () => {
    on = await stage('enghien')
    await on.settle()
    const stops = [...document.querySelectorAll<HTMLElement>('[role="grid"] [data-piece]')].filter((element) => element.tabIndex === 0)
    expect(stops).toHaveLength(1)
    expect(stops[0]?.dataset['state']).toBe('legal')
  })
})

describe('a viewer who may not play', () => {
  it('sees the past without being able to choose', async () => {
    on = await stage('alhambra')
    const view = on.model.view
    if (!view) throw new Error('no view')
    on.model.receive({ type: 'past', view: { ...view, ply: 71 }, log: [] })
    flushSync()
    expect(text()).toContain('You are viewing the past:')
    tap('yard:0')
    expect(document.querySelector('[data-state="selected"]')).toBeNull()
    on.button('Back to now').click()
    flushSync()
    expect(text()).not.toContain('You are viewing the past:')
  })

  it('is told for whom the table waits', async () => {
    on = await stage('enghien')
    const view = on.model.view
    if (!view) throw new Error('no view')
    on.model.receive({ type: 'view', from: 24, log: [], view: { ...view, ply: 24, choices: [], refusals: [], prompt: { seat: 1, label: { key: 'enghien.prompt.wait', values: { seat: '#1' } } } } })
    flushSync()
    expect(text()).toContain('Waiting for Jules.')
  })
})

describe('words', () => {
  it('change at once', async () => {
    on = await stage('enghien')
    expect(text()).toContain('Symbols')
    settings.set({ language: 'fr' })
    await words.speak('fr')
    flushSync()
    expect(text()).toContain('Symboles')
    expect(document.querySelector('[data-piece^="card:"]')?.getAttribute('aria-label')).toContain('possible')
  })

  it('reach a screen reader when something happens', async () => {
    on = await stage('enghien')
    const view = on.model.view
    if (!view) throw new Error('no view')
    on.model.receive({ type: 'view', from: 24, log: [{ ply: 24, key: 'enghien.prompt.wait', values: { seat: '#2' }, seat: 2, clause: '', icon: '', depth: 0, gains: [], moved: [] }], view: { ...view, ply: 24 } })
    flushSync()
    expect(document.querySelector('[aria-live="polite"]')?.textContent).toContain('Inès takes a card.')
  })
})
