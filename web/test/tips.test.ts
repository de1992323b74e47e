/** Every tip is said in the positions it speaks of, and in no other. */
import { describe, expect, it } from 'vitest'
import { loadFace } from '../src/games/faces'
import type { Picture, View } from '../src/net/protocol'
import { sample } from '../src/samples'
import { gameIds } from '../scripts/games.js'

type Change = (picture: any, view: any) => void // eslint-disable-line @typescript-eslint/no-explicit-any

async function told(name: string, change: Change = () => undefined): Promise<string[]> {
  const [{ view }, face] = await Promise.all([sample(name), loadFace(name.split('-')[0] ?? '')])
  change(view.picture, view)
  return face.tips.filter((tip) => tip.when?.(view.picture as Picture, view as View) ?? true).map((tip) => tip.name)
}

const choose = (...texts: string[]) => texts.map((text, action) => ({ action, text, label: { key: 'x' } }))

const cases: [tip: string, name: string, applies: Change, not: Change][] = [
  [
    'card',
    'enghien',
    (picture) => (picture.cards_left = 20),
    (picture) => (picture.cards_left = picture.players.length),
  ],
  [
    'tie',
    'enghien',
    (picture, view) => (picture.majorities[0].leaders = [view.viewer, view.viewer + 1]),
    (picture, view) => picture.majorities.forEach((row: { leaders: number[] }) => (row.leaders = [view.viewer])),
  ],
  [
    'hole',
    'enghien',
    (picture) => (picture.layout[0].taken_by = 1),
    (picture) => picture.layout.forEach((cell: { taken_by: null }) => (cell.taken_by = null)),
  ],
  ['majorities', 'alhambra', () => undefined, (picture) => (picture.next_scoring = null)],
  ['yard', 'alhambra', () => undefined, (_, view) => Object.assign(view, { plans: [], choices: [] })],
  [
    'money',
    'alhambra',
    (_, view) =>
      Object.assign(view, {
        plans: [],
        choices: [{ action: 0, text: 'take', label: { key: 'x' }, targets: ['money:0'] }],
      }),
    () => undefined,
  ],
  [
    'exact',
    'alhambra',
    () => undefined,
    (_, view) => view.plans.forEach((plan: { effects: [] }) => (plan.effects = [])),
  ],
  [
    'pile',
    'alhambra',
    (picture) => (picture.fifths = [{ cards: 17, left: 3, scoring: 'a', scored: false }]),
    (picture) => (picture.fifths = [{ cards: 17, left: 3, scoring: 'a', scored: true }]),
  ],
  [
    'martin',
    'alhambra-martin',
    () => undefined,
    (picture) => picture.players.forEach((one: { seat: number }) => (one.seat = 0)),
  ],
  [
    'martin',
    'alhambra-martin',
    (_, view) => Object.assign(view, { plans: [], choices: choose('keep', 'give martin') }),
    (_, view) => Object.assign(view, { plans: [], choices: choose('take florin 4') }),
  ],
  ['offer', 'batisseurs-offer', () => undefined, (picture) => (picture.phase = 'build')],
  ['bid', 'batisseurs', () => undefined, (picture) => (picture.auction.standing = null)],
  [
    'insolvent',
    'batisseurs',
    (picture, view) => (picture.players[view.viewer].money = picture.auction.standing),
    (picture, view) => (picture.players[view.viewer].money = picture.auction.standing + 1),
  ],
  [
    'insolvent',
    'batisseurs',
    (picture, view) => (picture.players[view.viewer].money = 0),
    (picture, view) => {
      picture.players[view.viewer].money = 0
      picture.auction = null
    },
  ],
  [
    'first',
    'batisseurs-build',
    (picture, view) => Object.assign(picture.players[view.viewer], { city: [] }) && (picture.laid = 0),
    (picture) => (picture.laid = 1),
  ],
  ['neighbours', 'batisseurs-build', () => undefined, (_, view) => (view.choices = [])],
  [
    'sabotage',
    'batisseurs-build',
    (_, view) => (view.choices = [{ action: 0, text: 'sabotage p2 hand', label: { key: 'x' } }]),
    (_, view) => (view.choices = []),
  ],
  ['pawn', 'carpe_diem-pawn', () => undefined, (_, view) => (view.choices = choose('take vineyard'))],
  ['place', 'carpe_diem', () => undefined, (picture) => (picture.in_hand = null)],
  [
    'complete',
    'carpe_diem',
    (_, view) => (view.choices[0].effects = [{ label: { key: 'carpe_diem.event.complete' } }]),
    (_, view) => view.choices.forEach((one: { effects: [] }) => (one.effects = [])),
  ],
  [
    'aside',
    'carpe_diem',
    (_, view) => (view.choices = [{ action: 0, text: 'store', label: { key: 'x' } }]),
    () => undefined,
  ],
  ['frame', 'carpe_diem-pawn', (picture) => (picture.phase = 2), (picture) => (picture.phase = 1)],
  ['circle', 'carpe_diem-circle', () => undefined, (_, view) => (view.choices = choose('first upper'))],
]

describe('a tip', () => {
  it.each(cases)('%s of %s knows its positions', async (tip, name, applies, not) => {
    expect(await told(name, applies)).toContain(tip)
    expect(await told(name, not)).not.toContain(tip)
  })

  it('that has a condition is among those tried here', async () => {
    for (const game of gameIds) {
      const face = await loadFace(game)
      const tried = cases.filter(([, name]) => name.split('-')[0] === game).map(([tip]) => tip)
      const conditional = face.tips.filter((tip) => tip.when).map((tip) => tip.name)
      expect(conditional.filter((tip) => !tried.includes(tip))).toEqual([])
    }
  })
})
