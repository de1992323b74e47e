import { flushSync } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { commonSprite } from '../src/art/sprite'
import type { BatisseursPicture } from '../src/games/batisseurs/picture'
import type { CarpeDiemPicture } from '../src/games/carpe_diem/picture'
import type { AlhambraPicture } from '../src/games/alhambra/picture'
import type { Choice, View } from '../src/net/protocol'
import { sampleNames } from '../src/samples'
import { Desk } from '../src/kit/desk.svelte'
import { settings } from '../src/kit/settings.svelte'
import { words } from '../src/words/catalogue.svelte'
import { type Stage, stage } from './page'

/** Milliseconds for what must come: a busy machine takes its time. */
const PATIENCE = 30_000

let on: Stage
const text = (): string => document.body.textContent ?? ''
const tap = (id: string): void => {
  on.piece(id).click()
  flushSync()
}

/** What the sample's server offers and refuses. */
const view = (): View => {
  if (!on.model.view) throw new Error('no view')
  return on.model.view
}
const naming = (target: string): Choice[] => view().choices.filter((choice) => choice.targets.includes(target))
/** Cells that take the tile in hand in more than one turn, with the choices of each. */
const turning = (): [string, Choice[]][] =>
  [...new Set(view().choices.map((choice) => choice.targets[1] ?? ''))]
    .map((cell): [string, Choice[]] => [cell, naming(cell)])
    .filter(([, ways]) => ways.length > 1)
const act = (...actions: (number | undefined)[]): unknown => ({ type: 'act', ply: view().ply, actions })

afterEach(async () => {
  vi.useRealTimers()
  await on.leave()
})

describe('every sample', () => {
  it.each(sampleNames)('%s is drawn with symbols that are there, and everything on it has a name', async (name) => {
    on = await stage(name)
    expect(document.querySelectorAll('[data-piece]').length).toBeGreaterThan(4)
    const nameless = [...document.querySelectorAll('button, a, input, [role="img"]')].filter(
      (element) =>
        !element.closest('[aria-hidden="true"]') &&
        !(element.getAttribute('aria-label') ?? element.getAttribute('title') ?? element.textContent ?? '').trim(),
    )
    expect(nameless.map((element) => element.outerHTML.slice(0, 120))).toEqual([])

    const ids = new Set([...document.querySelectorAll('[id]')].map((element) => element.id))
    const html = document.body.innerHTML
    const used = [...html.matchAll(/(?:href="#|url\(#)([\w-]+)/g)]
      .map((match) => match[1] as string)
      .filter((id) => !id.startsWith('seat-area') && !id.startsWith('i-seat'))
    expect([...new Set(used)].filter((id) => !ids.has(id) && !commonSprite.includes(`id="${id}"`))).toEqual([])
  })
})

describe('choosing by tap', () => {
  it.each([
    [['money:0'], 0],
    [['money:0#2'], 0],
    [['money:0', 'money:0#2'], 6],
    [['money:0#2', 'money:0'], 6],
  ])('takes either of two equal cards, or both (ALH-11): %s', async (taps, action) => {
    on = await stage('alhambra')
    const shown = view()
    const picture = shown.picture as AlhambraPicture
    const [first] = picture.money
    const choice = (action: number, ...targets: string[]): Choice => ({
      ...(shown.choices[0] as Choice),
      action,
      targets,
    })
    on.model.receive({
      type: 'view',
      from: shown.ply,
      log: [],
      view: {
        ...shown,
        picture: { ...picture, money: [first ?? null, picture.money[1] ?? null, null, first ?? null] },
        choices: [choice(0, 'money:0'), choice(1, 'money:1'), choice(6, 'money:0', 'money:0')],
        plans: [],
      },
    })
    await on.settle()
    expect(on.piece('money:0#2').dataset['mover']).toBe('money:3')
    for (const id of taps) {
      tap(id)
      expect(on.piece(id).dataset['state']).toBe('selected')
    }
    on.button('Take').click()
    expect(on.sent).toEqual([act(action)])
  })

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
    const [exact, other] = view().plans ?? []
    if (!exact || !other) throw new Error('no plans')
    const [building = '', ...cards] = exact.targets
    tap(building)
    for (const card of cards) expect(on.piece(card).getAttribute('aria-pressed')).toBe('true')
    expect(text()).toContain('one more action')
    const paid = other.targets.slice(1)
    const largest = paid.find((card) => !cards.includes(card)) ?? ''
    tap(largest)
    for (const card of paid) if (on.piece(card).getAttribute('aria-pressed') !== 'true') tap(card)
    on.button('Buy').click()
    expect(on.sent).toEqual([act(...other.actions)])
  })

  it('shows a preview in the matrix', async () => {
    on = await stage('alhambra')
    const plan = view().plans?.[0]
    const row = plan?.majorities?.[0]
    tap(plan?.targets[0] ?? '')
    const after = row?.counts[0] ?? 0
    expect(document.querySelector('table')?.textContent).toContain(`${after - 1}→${after}`)
  })

  it('builds a card where it is tapped to', async () => {
    on = await stage('batisseurs-build')
    const [card = '', place = ''] = view().choices[0]?.targets ?? []
    tap(card)
    if (on.piece(place).dataset['state'] !== 'selected') tap(place)
    expect(on.sent).toEqual([])
    expect(document.querySelector('.confirm')?.textContent).toContain(`+${view().choices[0]?.points} points`)
    on.button('Build').click()
    expect(on.sent).toEqual([act(view().choices[0]?.action)])
  })

  it('asks before a building is attacked', async () => {
    on = await stage('batisseurs-build')
    const attack = view().choices.find((choice) => choice.reveals)
    tap(attack?.targets[0] ?? '')
    expect(on.sent).toEqual([])
    on.button(/Attack$/).click()
    expect(on.sent).toEqual([act(attack?.action)])
  })

  it('turns a tile by another tap', async () => {
    on = await stage('carpe_diem')
    const [cell = '', [first, second] = []] = turning()[0] ?? []
    expect(second?.targets.slice(0, 2)).toEqual(first?.targets.slice(0, 2))
    tap(cell)
    tap(cell)
    on.button('Place').click()
    expect(on.sent).toEqual([act(second?.action)])
  })

  it('places the tile in hand by tile, then cell', async () => {
    on = await stage('carpe_diem')
    const [cell = '', [first] = []] = turning()[1] ?? []
    tap('tile:hand')
    tap(cell)
    on.button('Place').click()
    expect(on.sent).toEqual([act(first?.action)])
  })

  it('offers a card of a pile', async () => {
    on = await stage('batisseurs-offer')
    tap('pile:open')
    on.button('Offer').click()
    expect(on.sent).toEqual([act(naming('pile:open')[0]?.action)])
  })

  it('goes to a space by one of its tiles, and remembers the tile', async () => {
    on = await stage('carpe_diem-pawn')
    const [space = ''] = naming('way:left')[0]?.targets ?? []
    const tile = document.querySelector<HTMLElement>(`[data-place="${space}"] [data-piece^="tile:"]`)
    tile?.click()
    await on.settle()
    expect(on.sent).toEqual([act(naming('way:left')[0]?.action)])
    if (!tile) throw new Error('no tile')
    const ply = view().ply + 1
    on.model.receive({
      type: 'view',
      from: ply,
      log: [],
      view: {
        ...view(),
        ply,
        choices: [
          { action: 9, text: 'tile', label: { key: 'x' }, targets: [tile.dataset['target'] ?? ''], commits: true },
        ],
      },
    })
    await on.settle()
    expect(document.querySelector(`[data-piece="${tile.dataset['piece']}"]`)?.getAttribute('data-state')).toBe(
      'selected',
    )
  })

  it('sends without asking where the reader wants none, but not what reveals', async () => {
    on = await stage('batisseurs-offer')
    settings.set({ confirm: 'off' })
    tap('pile:hidden')
    expect(on.sent).toEqual([])
    tap('pile:open')
    expect(on.sent).toEqual([act(naming('pile:open')[0]?.action)])
  })
})

describe('refusals', () => {
  it('answer a tap with the reason and its clause', async () => {
    on = await stage('carpe_diem')
    const refused = on.model.reasons.find((refusal) => refusal.clause === 'CDM-21')
    const [cell = ''] = refused?.targets ?? []
    const reason = refused ? on.model.say(refused.label) : 'nothing is refused'
    tap(cell)
    expect(on.sent).toEqual([])
    const note = document.querySelector('[role="note"]')
    expect(note?.textContent).toContain(reason)
    expect(note?.textContent).toContain('CDM-21')
    expect(on.piece(cell).getAttribute('aria-disabled')).toBe('true')
    expect(on.piece(cell).getAttribute('aria-label')).toMatch(/, not now$/)
    expect(document.querySelector('[aria-live="polite"]')?.textContent).toContain('Every edge must match')
  })

  it('answer hover and long press', async () => {
    on = await stage('batisseurs')
    const refused = on.model.reasons.find((refusal) => refusal.targets[0]?.startsWith('card:'))
    const card = on.piece(refused?.targets[0] ?? '')
    card.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }))
    flushSync()
    expect(document.querySelector('[role="note"]')?.textContent).toContain(refused?.clause)
    on.press('Escape')
    expect(document.querySelector('[role="note"]')).toBeNull()
    vi.useFakeTimers()
    card.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', button: 0, clientX: 5, clientY: 5 }))
    vi.advanceTimersByTime(500)
    flushSync()
    expect(document.querySelector('[role="note"]')?.textContent).toContain(refused?.clause)
  })

  it('open the rules at the clause', async () => {
    on = await stage('alhambra')
    const refused = on.model.reasons.find((refusal) => refusal.targets[0]?.startsWith('yard:'))
    tap(refused?.targets[0] ?? '')
    on.button(`Rule ${refused?.clause}`).click()
    await on.settle()
    expect(document.querySelector('[role="dialog"]')?.getAttribute('aria-label')).toContain('Rules: Alhambra')
  })
})

describe('a piece that nothing is asked about', () => {
  it('answers a tap with what is asked', async () => {
    on = await stage('batisseurs')
    const card = document.querySelector<HTMLElement>('[data-piece^="city:"][data-state="rest"]')
    card?.click()
    flushSync()
    expect(document.querySelector('[role="note"]')?.textContent).toContain(on.model.say(view().prompt.label))
  })
})

describe('undo', () => {
  it('lets go of picks first, then asks the server', async () => {
    on = await stage('carpe_diem')
    const { ply } = view()
    tap(turning()[0]?.[0] ?? '')
    expect(document.querySelector('[data-state="selected"]')).not.toBeNull()
    on.press('Escape')
    expect(document.querySelector('[data-state="selected"]')).toBeNull()
    expect(on.sent).toEqual([])
    on.press('Escape')
    expect(on.sent).toEqual([{ type: 'undo', ply }])
    on.button('Restart turn').click()
    expect(on.sent.at(-1)).toEqual({ type: 'restart', ply })
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
    expect(on.sent).toEqual([act(choice?.action)])
  })

  it('asks in words, and shows the answer', async () => {
    on = await stage('enghien')
    on.press('t')
    await vi.waitFor(() => expect(document.activeElement?.id).toBe('question'), PATIENCE)
    expect(on.sent).toEqual([{ type: 'ask', text: '' }])
    const input = document.querySelector<HTMLInputElement>('#question')
    if (!input) throw new Error('no field')
    input.value = ' majorities '
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.form?.requestSubmit()
    flushSync()
    expect(on.sent.at(-1)).toEqual({ type: 'ask', text: 'majorities' })
    on.model.receive({ type: 'told', heading: 'Majorities', lines: ['the lake: Ada 3'] })
    flushSync()
    expect(document.querySelector('[data-told]')?.textContent).toContain('the lake: Ada 3')
    const voice = document.querySelector('[role=dialog] [role=status]')
    expect(voice?.textContent).toBe('Majorities. the lake: Ada 3')
    const lines = Array.from({ length: 36 }, (_, i) => `A${i}, card ${i}: the lake`)
    on.model.receive({ type: 'told', heading: 'Board', lines })
    flushSync()
    expect(voice?.textContent).toBe('Board: 36 lines, to be read below')
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
    const [cell = '', [first, second] = []] = turning()[1] ?? []
    tap(cell)
    expect(on.piece(cell).dataset['state']).toBe('selected')
    on.press('r', document.body)
    on.button('Place').click()
    expect(second?.targets).not.toEqual(first?.targets)
    expect(on.sent).toEqual([act(second?.action)])
  })

  it('gives each group one stop for Tab', async () => {
    on = await stage('enghien')
    await on.settle()
    const stops = [...document.querySelectorAll<HTMLElement>('[role="grid"] [data-piece]')].filter(
      (element) => element.tabIndex === 0,
    )
    expect(stops).toHaveLength(1)
    expect(stops[0]?.dataset['state']).toBe('legal')
  })
})

describe('a viewer who may not play', () => {
  it('sees the past without being able to choose', async () => {
    on = await stage('alhambra')
    on.model.receive({ type: 'past', view: { ...view(), ply: 71 }, log: [] })
    flushSync()
    expect(text()).toContain('You are viewing the past:')
    tap(view().plans?.[0]?.targets[0] ?? '')
    expect(document.querySelector('[data-state="selected"]')).toBeNull()
    on.button('Back to now').click()
    flushSync()
    expect(text()).not.toContain('You are viewing the past:')
  })

  it('is told for whom the table waits', async () => {
    on = await stage('enghien')
    const ply = view().ply + 1
    on.model.receive({
      type: 'view',
      from: ply,
      log: [],
      view: {
        ...view(),
        ply,
        choices: [],
        prompt: { seat: 1, label: { key: 'enghien.prompt.wait', values: { seat: '#1' } } },
      },
    })
    flushSync()
    expect(text()).toContain('Waiting for Jules.')
  })
})

describe('Les Grands Bâtisseurs', () => {
  it('shows what the die would do before a stone is thrown', async () => {
    on = await stage('batisseurs-build')
    const attack = view().choices.find((choice) => choice.reveals)
    tap(attack?.targets[0] ?? '')
    const box = document.querySelector('[aria-label="Sabotage"]')
    expect(box?.textContent).toContain('destroyed')
    expect(box?.textContent).toContain('the owner may pay')
    expect(box?.querySelectorAll('[aria-label="the saboteur"]')).toHaveLength(1)
    on.press('Escape')
    expect(document.querySelector('[aria-label="Sabotage"]')).toBeNull()
  })

  it('lets the owner pay or not, on the table', async () => {
    on = await stage('batisseurs-build')
    const picture = view().picture as BatisseursPicture
    const card = picture.players[0]?.city[0] ?? null
    const sabotage = { attacker: 1, victim: 0, place: 0, card, face: '4' as const, ransom: card?.value ?? 0 }
    const ply = view().ply + 1
    const refuse = { action: 333, text: 'ransom no', label: { key: 'x' }, targets: ['ransom:refuse'], commits: true }
    const poor = { targets: ['ransom:pay'], clause: 'BAT-42', label: { key: 'batisseurs.refuse.BAT-42' } }
    on.model.receive({
      type: 'view',
      from: ply,
      log: [],
      view: {
        ...view(),
        ply,
        picture: { ...picture, sabotage } as View['picture'],
        choices: [refuse],
        plans: [],
      },
    })
    flushSync()
    on.model.receive({ type: 'why', ply, refusals: [poor] })
    flushSync()
    tap('ransom:pay')
    expect(document.querySelector('[role="note"]')?.textContent).toContain('BAT-42')
    tap('ransom:refuse')
    expect(on.piece('ransom:refuse').dataset['state']).toBe('selected')
    expect(document.querySelector('.shown [aria-label="4"]')).not.toBeNull()
  })

  it('says who could not pay', async () => {
    on = await stage('batisseurs-offer')
    const broke = {
      ply: view().ply - 1,
      key: 'batisseurs.event.insolvent',
      values: { seat: '#1', n: 12, money: 7 },
      seat: 1,
      clause: 'BAT-27',
      icon: 'thaler',
      depth: 1,
      gains: [],
      moved: [],
    }
    const sold = {
      ...broke,
      key: 'batisseurs.event.sold_bank',
      values: { seat: '#2', n: 5 },
      seat: 2,
      clause: 'BAT-28',
    }
    on.model.receive({ type: 'view', from: view().ply - 1, log: [broke, sold], view: view() })
    flushSync()
    const sale = document.querySelector('.sale')
    expect(sale?.textContent).toContain('Jules bid 12 and cannot pay: all their money (7) goes to the bank')
    expect(sale?.textContent).toContain('BAT-27')
    expect(sale?.textContent).toContain('Inès gets the card for 5')
  })

  it('warns of a bid beyond one’s means', async () => {
    on = await stage('batisseurs')
    const risky = view().choices.find((choice) => choice.risk)
    expect(risky).toBeDefined()
    on.press('/')
    await on.settle()
    const input = document.querySelector<HTMLInputElement>('[role="combobox"]')
    if (!input) throw new Error('no box')
    input.value = risky?.text ?? ''
    input.dispatchEvent(new Event('input', { bubbles: true }))
    flushSync()
    on.press('Enter', input)
    await on.settle()
    expect(document.querySelector('.auction [role="status"]')?.textContent).toContain('insolvent')
    expect(on.sent).toEqual([])
  })
})

describe('Carpe Diem', () => {
  it('says on each free circle what it brings now', async () => {
    on = await stage('carpe_diem')
    const { circles } = view().picture as CarpeDiemPicture
    const free = circles.find((circle) => circle.seat === null && circle.brings !== null)
    const spot = on.piece(`circle:${free?.circle}`)
    expect(spot.textContent?.replace('−', '-').replace('+', '')).toContain(String(free?.brings))
    spot.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }))
    flushSync()
    expect(document.querySelector('[role="note"]')?.textContent).toContain('Now it would bring you')
  })

  it('says what a scoring card asks for', async () => {
    on = await stage('carpe_diem')
    on.piece('scoring:0').dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }))
    flushSync()
    expect(document.querySelector('[role="note"]')?.textContent).toMatch(/^a1: (own|give) .* for each set/)
  })

  it('refuses the tiles of a space with the space', async () => {
    on = await stage('carpe_diem-pawn')
    const ply = view().ply + 1
    const tile = (view().picture as CarpeDiemPicture).ring[0]?.tiles[0]
    const far = { targets: ['ring:1'], clause: 'CDM-13', label: { key: 'carpe_diem.refuse.CDM-13' } }
    on.model.receive({
      type: 'view',
      from: ply,
      log: [],
      view: { ...view(), ply, choices: naming('way:left') },
    })
    flushSync()
    on.model.receive({ type: 'why', ply, refusals: [far] })
    flushSync()
    tap(`tile:${tile?.id}`)
    expect(document.querySelector('[role="note"]')?.textContent).toContain('CDM-13')
    expect(on.sent).toEqual([])
  })

  it('offers the rewards that wait as pieces', async () => {
    on = await stage('carpe_diem')
    const ply = view().ply + 1
    const reward = (action: number, kind: string) => ({
      action,
      text: kind,
      label: { key: 'x' },
      targets: [`reward:${kind}`],
      commits: false,
    })
    const picture = {
      ...(view().picture as CarpeDiemPicture),
      in_hand: null,
      waiting: ['baker', 'senator'],
    } as unknown as View['picture']
    on.model.receive({
      type: 'view',
      from: ply,
      log: [],
      view: { ...view(), ply, picture, choices: [reward(159, 'baker'), reward(160, 'senator')] },
    })
    flushSync()
    tap('reward:senator')
    expect(on.sent).toEqual([act(160)])
  })

  it('sends a move once, however often it is pressed', async () => {
    on = await stage('carpe_diem')
    tap(turning()[0]?.[0] ?? '')
    on.button('Place').click()
    on.button('Place').click()
    expect(on.sent).toHaveLength(1)
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
    const ply = view().ply + 1
    on.model.receive({
      type: 'view',
      from: ply,
      log: [
        {
          ply,
          key: 'enghien.prompt.wait',
          values: { seat: '#2' },
          seat: 2,
          clause: '',
          icon: '',
          depth: 0,
          gains: [],
          moved: [],
        },
      ],
      view: { ...view(), ply },
    })
    flushSync()
    expect(document.querySelector('[aria-live="polite"]')?.textContent).toContain('Inès takes a card.')
  })
})

describe('where points come from', () => {
  it('is said of the player whose points are tapped, and of nobody else', async () => {
    on = await stage('enghien')
    const { columns } = on.model.shown!.scores
    const desk = new Desk(on.model)
    expect(desk.scoreColumn).toBe(-1)
    for (const [i, { seat }] of columns.entries()) {
      desk.explainPoints(seat)
      expect(desk.scoreColumn).toBe(i)
    }
    desk.panel = 'log'
    expect(desk.scoreColumn).toBe(-1)
  })
})
