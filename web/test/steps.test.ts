import { describe, expect, it } from 'vitest'
import { stepsWith } from '../src/kit/steps'
import type { Step } from '../src/net/protocol'
import { initial, isolated } from '../src/words/initial'

const step = (name: string, state: Step['state'], ...pieces: string[]): Step => ({
  label: { key: `alhambra.step.${name}` },
  state,
  pieces,
})
const steps = [step('building', 'now', 'yard:'), step('recipient', 'next', 'martin'), step('payment', 'next', 'hand:')]
const states = (picked: string[]): string =>
  stepsWith(steps, picked)
    .map(({ state }) => state)
    .join(' ')

describe('the chips of a turn', () => {
  it('stand where the server says while nothing is picked', () => {
    expect(states([])).toBe('now next next')
  })
  it('follow what is picked, up to the last step', () => {
    expect(states(['yard:2'])).toBe('done now next')
    expect(states(['yard:2', 'hand:florin:7'])).toBe('done done now')
    expect(states(['yard:2', 'martin', 'hand:florin:7'])).toBe('done done now')
  })
  it('stay where they are where steps name no pieces', () => {
    const plain: Step[] = [
      { label: { key: 'a' }, state: 'done' },
      { label: { key: 'b' }, state: 'now' },
    ]
    expect(stepsWith(plain, ['cell:c3'])).toEqual(plain)
  })
})

describe('a seat’s sign', () => {
  it.each([
    ['Léa', 'L'],
    ['e\u0301lodie', 'E\u0301'],
    ['👩‍🌾 Ada', '👩‍🌾'],
    ['🇫🇷', '🇫🇷'],
    ['שרה', 'ש'],
    ['  ada', 'A'],
    ['\u200b\u2060ada', 'A'],
    ['\u2068שרה\u2069', 'ש'],
    ['👍🏽 up', '👍🏽'],
    ['क्षमा', 'क्ष'],
    ['z\u0335\u0321\u0322algo', 'Z\u0335\u0321\u0322'],
    ['', ''],
    ['Seat 3', '3'],
    ['Ada\u00a02', '2'],
    ['Ada 17', 'A'],
  ])('%s is marked %s', (name, sign) => expect(initial(name)).toBe(sign))
})

describe('a name', () => {
  it('from right to left does not turn what stands beside it', () => {
    expect(isolated('שרה')).toBe('\u2068שרה\u2069')
    expect(isolated('Léa 👩‍🌾')).toBe('Léa 👩‍🌾')
  })
})
