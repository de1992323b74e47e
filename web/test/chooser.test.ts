import { describe, expect, it, vi } from 'vitest'
import { Chooser, copyId, type Option, optionsOf } from '../src/kit/chooser.svelte'
import type { Choice, Plan, Refusal } from '../src/net/protocol'

const choice = (action: number, targets: string[], more: Partial<Choice> = {}): Choice => ({
  action,
  text: `move ${action}`,
  label: { key: 'k' },
  targets,
  commits: true,
  ...more,
})
const plan = (actions: number[], targets: string[], more: Partial<Plan> = {}): Plan => ({
  actions,
  text: '',
  label: { key: 'k' },
  targets,
  ...more,
})
const refusal = (targets: string[], clause: string): Refusal => ({ targets, clause, label: { key: clause } })

function chooser(choices: Choice[], plans: Plan[] = [], refusals: Refusal[] = [], modifiers: string[] = []): Chooser {
  const made = new Chooser(modifiers)
  made.offer({ choices, plans })
  made.refuse(refusals)
  return made
}

const payments = [
  plan([15, 23, 25], ['yard:0', 'hand:florin:3', 'hand:florin:5'], { preferred: true }),
  plan([15, 23, 26], ['yard:0', 'hand:florin:3', 'hand:florin:6']),
  plan([15, 25, 26], ['yard:0', 'hand:florin:5', 'hand:florin:6']),
  plan([17, 27], ['yard:2', 'hand:denar:7']),
]

describe('choosing with one tap', () => {
  it('takes the only option that names a piece', () => {
    const made = chooser([choice(1, ['card:4']), choice(2, ['card:9'])])
    expect(made.pick('card:9')).toBe(true)
    expect(made.chosen?.actions).toEqual([2])
    expect(made.stateOf('card:9')).toBe('selected')
    expect(made.stateOf('card:4')).toBe('other')
  })

  it('goes the first way where several lead to one place', () => {
    const ways = [
      choice(0, ['ring:5', 'way:left']),
      choice(1, ['ring:5', 'way:right']),
      choice(6, ['ring:5', 'way:bread']),
    ]
    const made = chooser(
      ways.map((way) => ({ ...way, commits: false })),
      [],
      [],
      ['turn', 'way'],
    )
    const ready = vi.fn()
    made.onready = ready
    made.pick('ring:5')
    expect(ready.mock.calls[0]?.[0].actions).toEqual([0])
  })

  it('lets go of what is tapped again', () => {
    const made = chooser([choice(1, ['card:4'])])
    made.pick('card:4')
    made.pick('card:4')
    expect(made.chosen).toBeNull()
    expect(made.picked).toEqual([])
  })

  it('refuses what no option names', () => {
    const made = chooser([choice(1, ['card:4'])], [], [refusal(['cell:c3'], 'ENG-04')])
    expect(made.pick('cell:c3')).toBe(false)
    expect(made.stateOf('cell:c3')).toBe('dimmed')
    expect(made.reason('cell:c3')?.clause).toBe('ENG-04')
    expect(made.stateOf('elsewhere')).toBe('rest')
  })

  it('rests when nothing is offered', () => {
    expect(chooser([], [], [refusal(['a'], 'X-01')]).stateOf('a')).toBe('rest')
  })
})

describe('source, then target', () => {
  const made = (): Chooser =>
    chooser(
      [choice(1, ['card:6', 'city:0:3']), choice(2, ['card:6', 'city:0:right']), choice(3, ['card:1', 'city:0:right'])],
      [],
      [refusal(['card:6', 'city:0:left'], 'BAT-34'), refusal(['card:5'], 'BAT-32')],
    )

  it('lights the targets that go with the source', () => {
    const it = made()
    it.pick('card:6')
    expect(it.chosen).toBeNull()
    expect(it.stateOf('city:0:3')).toBe('legal')
    expect(it.stateOf('city:0:right')).toBe('legal')
    expect(it.stateOf('card:1')).toBe('other')
    expect(it.reason('city:0:left')?.clause).toBe('BAT-34')
    it.pick('city:0:3')
    expect(it.chosen?.actions).toEqual([1])
  })

  it('completes what has only one target left', () => {
    const it = made()
    it.pick('card:1')
    expect(it.chosen?.actions).toEqual([3])
    expect(it.picked).toEqual(['card:1', 'city:0:right'])
  })

  it('moves the ghost when another target is tapped', () => {
    const it = made()
    it.pick('card:6')
    it.pick('city:0:3')
    expect(it.stateOf('city:0:right')).toBe('legal')
    it.pick('city:0:right')
    expect(it.chosen?.actions).toEqual([2])
  })

  it('lets the target come first', () => {
    const it = made()
    it.pick('city:0:3')
    expect(it.chosen?.actions).toEqual([1])
  })
})

describe('plans', () => {
  it('leaves a choice that only begins a plan to the plan', () => {
    expect(
      optionsOf([choice(15, ['yard:0']), choice(0, ['money:0'])], payments).map((option) => option.actions),
    ).toEqual([...payments.map((one) => one.actions), [0]])
  })

  it('completes with the preferred payment, and gives way to another card', () => {
    const made = chooser([], payments)
    made.pick('yard:0')
    expect(made.chosen?.actions).toEqual([15, 23, 25])
    made.pick('hand:florin:6')
    expect(made.chosen?.actions).toEqual([15, 23, 26])
  })

  it('does not guess again after a card was taken out by hand', () => {
    const made = chooser([], payments)
    made.pick('yard:0')
    made.pick('hand:florin:3')
    expect(made.chosen).toBeNull()
    made.pick('hand:florin:6')
    expect(made.chosen?.actions).toEqual([15, 25, 26])
  })

  it('dims cards of a hand that do not go with the building', () => {
    const made = chooser([], payments)
    made.pick('yard:0')
    expect(made.stateOf('hand:denar:7')).toBe('dimmed')
    expect(made.stateOf('hand:ducat:1', true)).toBe('dimmed')
    expect(made.stateOf('hand:ducat:1')).toBe('rest')
  })

  it('tells equal cards apart', () => {
    const made = chooser([], [plan([1, 2, 2], ['yard:0', 'hand:florin:4', 'hand:florin:4'])])
    made.pick('yard:0')
    expect(made.picked).toEqual(['yard:0', 'hand:florin:4', 'hand:florin:4#2'])
    expect(made.isPicked(copyId('hand:florin:4', 1))).toBe(true)
  })

  it('extends a complete choice by another card', () => {
    const made = chooser([choice(0, ['money:0']), choice(1, ['money:3']), choice(6, ['money:0', 'money:3'])])
    made.pick('money:0')
    expect(made.chosen?.actions).toEqual([0])
    made.pick('money:3')
    expect(made.chosen?.actions).toEqual([6])
  })
})

describe('variations', () => {
  const turns = [0, 1, 2].map((turn) => choice(turn, ['cell:b2', `turn:${turn}`]))
  const other = choice(9, ['cell:c4', 'turn:1'])

  it('takes the first turn and goes through the others', () => {
    const made = chooser([...turns, other], [], [], ['turn'])
    made.pick('cell:b2')
    expect(made.chosen?.actions).toEqual([0])
    expect(made.varies).toBe(true)
    made.vary()
    expect(made.chosen?.actions).toEqual([1])
    made.vary(-1)
    made.vary(-1)
    expect(made.chosen?.actions).toEqual([2])
  })

  it('keeps the turn when another cell is tapped', () => {
    const more = [0, 1].map((turn) => choice(20 + turn, ['cell:d4', `turn:${turn}`]))
    const made = chooser([...turns, ...more], [], [], ['turn'])
    made.pick('cell:b2')
    made.vary()
    made.pick('cell:d4')
    expect(made.chosen?.actions).toEqual([21])
  })
})

describe('what is not on the table', () => {
  it('shows options without a drawn piece as buttons', async () => {
    const made = chooser([choice(1, ['card:4']), choice(2, ['done']), choice(3, [])])
    const gone = made.register('card:4')
    await Promise.resolve()
    expect(made.loose.map((option) => option.actions)).toEqual([[2], [3]])
    gone()
    await Promise.resolve()
    expect(made.loose).toHaveLength(3)
  })

  it('forgets what was taken from a button once something new is offered', () => {
    const made = chooser([choice(0, ['ring:3', 'way:left']), choice(4, ['ring:3', 'way:bread'])])
    made.take(made.options[0] as Option)
    expect(made.chosen?.actions).toEqual([0])
    made.offer({ choices: [choice(9, ['tile:3:market'])] })
    expect(made.chosen).toBeNull()
  })

  it('offers the ways that remain when only undrawn targets are left', async () => {
    const made = chooser([choice(0, ['ring:3', 'way:left']), choice(4, ['ring:3', 'way:bread'])])
    made.register('ring:3')
    await Promise.resolve()
    made.pick('ring:3')
    expect(made.chosen).toBeNull()
    expect(made.ways.map((option) => option.actions)).toEqual([[0], [4]])
  })

  it('does not offer as buttons what lies in a closed sheet', async () => {
    const made = chooser([choice(1, ['city:2:0'])])
    made.elsewhere = ['city:2:']
    await Promise.resolve()
    expect(made.loose).toEqual([])
  })
})

describe('steps', () => {
  it('tells when a tap has completed an option, and whether it guessed', () => {
    const made = chooser([choice(1, ['a'], { commits: false })], payments)
    const ready = vi.fn()
    made.onready = ready
    made.pick('a')
    expect(ready).toHaveBeenLastCalledWith(expect.objectContaining({ actions: [1], commits: false }), false)
    made.pick('yard:0')
    expect(ready).toHaveBeenLastCalledWith(expect.objectContaining({ actions: [15, 23, 25] }), true)
  })

  it('picks what was wished for once it can be', () => {
    const made = chooser([choice(0, ['ring:4'])])
    made.wishFor('tile:w68')
    made.offer({ choices: [choice(9, ['tile:w68']), choice(10, ['tile:w20'])] })
    expect(made.chosen?.actions).toEqual([9])
  })

  it('marks a choice that may hurt', () => {
    const made = chooser([
      choice(1, ['bid:8']),
      choice(2, ['bid:99'], { risk: { label: { key: 'r' }, clause: 'BAT-27' } }),
    ])
    expect(made.stateOf('bid:99')).toBe('risky')
    made.pick('bid:8')
    expect(made.stateOf('bid:99')).toBe('risky')
  })
})
