/** The figures of a review on the page: written exactly, adding up, and never judging within their error. */
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reveal } from '../src/kit/reveal'
import { api } from '../src/net/api'
import type { Event } from '../src/net/protocol'
import { markMoves } from '../src/review/board'
import Curve from '../src/review/Curve.svelte'
import DecisionList from '../src/review/DecisionList.svelte'
import { howWon, leadOf, shareOf, turnFor } from '../src/review/how'
import { strokeOf, swipes } from '../src/review/swipe'
import { bandAt, cost, decisionAt, points, tenths } from '../src/review/figures'
import Ledger from '../src/review/Ledger.svelte'
import { ReviewLoader } from '../src/review/loader.svelte'
import { replayAt, startOf, toldOf } from '../src/review/order'
import Player from '../src/review/Player.svelte'
import { sampleReview } from '../src/samples/review'
import { words } from '../src/words/catalogue.svelte'

const names = ['Léa', 'Ada']
let shown: object | null = null

beforeEach(async () => {
  await words.open('page', 'pages', 'core', 'bots', 'review', 'alhambra')
  await words.speak('en')
})
afterEach(async () => {
  if (shown) await unmount(shown)
  shown = null
  document.body.innerHTML = ''
})

test('points have one decimal, a true minus, and a comma in French', async () => {
  expect([points(114_000), points(-114_000), points(30_000, true), tenths(-4)]).toEqual([
    '11.4',
    '−11.4',
    '+3.0',
    '−0.4',
  ])
  await words.speak('fr')
  expect(points(-114_000)).toBe('−11,4')
})

test('what lies within the error is told as about so much, nothing lost as nothing', () => {
  const { decisions } = sampleReview()
  expect(decisions.map(cost)).toEqual(['', '−9.0', '−4.0', '≈ −0.4'])
})

test('a band is widest at even chances and nothing at the end', () => {
  const review = sampleReview()
  expect(bandAt(review, 500_000)).toBeGreaterThan(bandAt(review, 900_000))
  expect(bandAt(review, 1_000_000)).toBe(0)
})

test('a review opens at what turned it by one’s own hand', () => {
  const review = sampleReview()
  expect(startOf(review, 1)).toBe(2)
  expect(startOf({ ...review, turning: [] }, 1)).toBe(1)
  expect([decisionAt(review, 0), decisionAt(review, 7), decisionAt(review, 99)]).toEqual([1, 3, 5])
})

test('every row and column of the account closes as it is written', () => {
  const review = sampleReview()
  const props = { review, names, order: [1, 0], you: 0, addressOf: (n: number) => `/review/x/${n}` }
  shown = mount(Ledger, { target: document.body, props })
  flushSync()
  const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => Number((cell.textContent ?? '').replace('−', '-').replace('+', ''))),
  )
  for (const row of rows) {
    const result = row.at(-1) ?? 0
    expect(row.slice(0, -1).reduce((sum, cell) => sum + cell, 0)).toBeCloseTo(result, 9)
  }
  expect(document.querySelector('svg')?.getAttribute('aria-label')).toContain('Léa: 50.0')
})

test('the curve is a slider over the decisions', () => {
  const went: number[] = []
  const props = {
    review: sampleReview(),
    names,
    order: [0, 1],
    you: 0,
    selected: 2,
    onselect: (n: number) => went.push(n),
  }
  shown = mount(Curve, { target: document.body, props })
  flushSync()
  const slider = document.querySelector('[role="slider"]') as HTMLElement
  expect(slider.getAttribute('aria-valuetext')).toBe('Decision 2 of 4')
  for (const key of ['ArrowRight', 'ArrowLeft', 'Home', 'End'])
    slider.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  expect(went).toEqual([3, 1, 1, 4])
})

test('a row of the list says number, move, word and figure', () => {
  const props = {
    review: sampleReview(),
    names,
    seat: 1,
    selected: 2,
    addressOf: (n: number) => `/review/x/${n}`,
    onseat: () => undefined,
  }
  shown = mount(DecisionList, { target: document.body, props })
  flushSync()
  const row = document.querySelector('[data-decision="2"]')
  expect(row?.getAttribute('aria-label')).toBe('2, Decision 2, Costly, −9.0, give or take 1.5')
  expect(row?.getAttribute('aria-current')).toBe('true')
})

test('the replay steps by decision, jumps to what turned it, and plays at three speeds', () => {
  const went: number[] = []
  const props = playerProps({ stops: [4, 6, 8, 10, 12], ply: 4 }, (ply) => went.push(ply))
  shown = mount(Player, { target: document.body, props })
  flushSync()
  const press = (key: string): void => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    flushSync()
  }
  for (const key of ['ArrowRight', 'End', 't', 'm']) press(key)
  expect(went).toEqual([6, 12, 6, 8])
  expect([...document.querySelectorAll('.seg button')].map((button) => button.textContent)).toEqual(['½', '×1', '×3'])
})

function playerProps(where: { stops: number[]; ply: number }, onply: (ply: number) => void) {
  return {
    ...where,
    number: 1,
    total: 4,
    review: sampleReview(),
    names,
    order: [0, 1],
    you: 0,
    scorings: [],
    told: 'here',
    onply,
  }
}

test('played and better are marked on the pieces that stand for them', () => {
  document.body.innerHTML = '<div><i data-target="yard:1" data-piece="yard:1"></i><i data-target="open:2"></i></div>'
  const board = document.querySelector('div') as HTMLElement
  markMoves(board, ['yard:1'], ['open:2'])
  expect([...board.children].map((piece) => piece.className)).toEqual(['was-played', 'was-better'])
  markMoves(board, [], [])
  expect([...board.children].map((piece) => piece.className)).toEqual(['', ''])
})

test('a review is asked for until it is refined, and no longer when nobody looks', async () => {
  vi.useFakeTimers()
  const review = sampleReview()
  const answers = [{}, { review, done: 1, of: 3 }, { review: { ...review, refined: 3 }, refined: true, done: 3, of: 3 }]
  const asked = vi.spyOn(api, 'review').mockImplementation(() => Promise.resolve(answers.shift() ?? {}))
  vi.spyOn(api, 'comments').mockResolvedValue({ comments: [] })
  vi.spyOn(api, 'branches').mockResolvedValue({ branches: [] })
  const loader = new ReviewLoader('table', '')
  const leave = loader.watch()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveBeenCalledTimes(3)
  expect([loader.refined, loader.review?.refined]).toEqual([true, 3])
  leave()
  answers.push({})
  const other = new ReviewLoader('table', '')
  other.watch()()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveBeenCalledTimes(4)
  vi.useRealTimers()
})

test('where there is no review its page says why, and asks no more', async () => {
  vi.useFakeTimers()
  const refused = { key: 'review.refused.no_judge', values: { game: '@enghien.title' } }
  const asked = vi.spyOn(api, 'review').mockClear().mockResolvedValue({ refused })
  vi.spyOn(api, 'comments').mockResolvedValue({ comments: [] })
  vi.spyOn(api, 'branches').mockResolvedValue({ branches: [] })
  const loader = new ReviewLoader('table', '')
  loader.watch()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(loader.refused).toEqual(refused)
  vi.useRealTimers()
})

const scores = {
  columns: [0, 1].map((seat) => ({ seat, label: { key: 'table.score.seat', values: {} } })),
  rows: [
    { source: 'alhambra.source.pavilion', clause: '', points: [3, 9], credits: [], icon: '' },
    { source: 'alhambra.source.garden', clause: '', points: [20, 4], credits: [], icon: '' },
  ],
  totals: [23, 13],
  places: [1, 2],
}

test('how a game was won: the source that led most, what helped, and whether it was luck beyond the border', () => {
  const review = sampleReview()
  expect(leadOf(scores, 0)).toMatchObject({ source: 'alhambra.source.garden', points: 20, lead: 16 })
  expect(leadOf(scores, 1)).toMatchObject({ source: 'alhambra.source.pavilion', lead: 6 })
  const turn = turnFor(review, 0)
  if (turn) expect(turn.seat === 0 ? turn.change : -turn.change).toBeGreaterThan(0)
  const [first = { seat: 0 }] = review.ledger
  const account = { ...first, got: 300_000, gave: 100_000, luck: 150_000 } as (typeof review.ledger)[number]
  expect(shareOf({ ...review, ledger: [account], border: 40_000 }, 0).word).toBe('decisions')
  expect(shareOf({ ...review, ledger: [account], border: 60_000 }, 0).word).toBe('both')
  expect(shareOf({ ...review, ledger: [{ ...account, luck: 400_000 }], border: 60_000 }, 0).word).toBe('luck')
  const told = howWon(scores, review, names)
  expect(told[0]).toContain('20 points')
  expect(told.at(-1)).toContain('Léa')
  expect(howWon({ ...scores, places: [1, 1] }, review, names)).toEqual([])
})

test('a finger that strokes along steps; across, or a little, does not', () => {
  expect([strokeOf(-80, 10), strokeOf(80, -10), strokeOf(-80, 70), strokeOf(20, 0)]).toEqual([1, -1, 0, 0])
  const place = document.createElement('div')
  const held = place.appendChild(document.createElement('input'))
  document.body.append(place)
  const steps: number[] = []
  const stop = swipes((by) => steps.push(by))(place)
  const touch = (type: string, from: Element, touches: object[], changedTouches: object[]): void =>
    void from.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { touches, changedTouches }))
  const stroke = (from: Element, to: number, others: object[] = []): void => {
    const finger = { clientX: 200, clientY: 0 }
    touch('touchstart', from, [finger, ...others], [finger])
    touch('touchend', from, [], [{ clientX: to, clientY: 0 }])
  }
  stroke(place, 100)
  stroke(place, 300)
  stroke(place, 100, [{ clientX: 0, clientY: 0 }])
  stroke(held, 100)
  if (stop) stop()
  stroke(place, 100)
  expect(steps).toEqual([1, -1])
})

test('what came before a branch lies in the game that it left', () => {
  const info = { id: 'new', branch: { table: 'old', ply: 40, seat: 0, letter: 'a' } }
  expect(replayAt(info as Parameters<typeof replayAt>[0], -3)).toBe('/replay/old/37')
  expect(replayAt(info as Parameters<typeof replayAt>[0], 3)).toBe('/replay/new/3')
})

test('a draw is told by what came, not by what was scored then', () => {
  const draw = { after: 3, first: 9, last: 11, change: [0, 0], error: 0, exact: true }
  const event = (ply: number, key: string, more: object = {}): Event =>
    ({ ply, key, values: {}, seat: -1, depth: 1, ...more }) as Event
  const log = [
    event(8, 'before'),
    event(9, 'yard'),
    event(10, 'scored', { gains: [{ seat: 0, points: 8, source: 'x' }] }),
    event(10, 'money'),
    event(11, 'third'),
    event(12, 'after'),
  ]
  expect(toldOf(draw, log, ({ key }) => key)).toBe('yard, money')
  expect(toldOf({ ...draw, first: 20, last: 20 }, log, ({ key }) => key)).toBe('')
})

test('a line comes into sight by moving its own box, never the page', () => {
  const box = document.createElement('div')
  const list = box.appendChild(document.createElement('ol'))
  const line = list.appendChild(document.createElement('li'))
  document.body.append(box)
  const at = (one: Element, top: number, bottom: number): void => {
    one.getBoundingClientRect = () => ({ top, bottom }) as DOMRect
  }
  at(box, 100, 200)
  at(line, 240, 260)
  reveal(line, list)
  expect([box.scrollTop, list.scrollTop, document.documentElement.scrollTop]).toEqual([0, 0, 0])
  box.style.overflowY = 'auto'
  Object.defineProperty(box, 'scrollHeight', { value: 500 })
  Object.defineProperty(box, 'clientHeight', { value: 100 })
  reveal(line, list)
  expect(box.scrollTop).toBe(60)
  at(line, 70, 90)
  reveal(line, list)
  expect(box.scrollTop).toBe(30)
})
