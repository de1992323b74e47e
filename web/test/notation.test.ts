import { expect, it } from 'vitest'
import type { Option } from '../src/kit/chooser.svelte'
import { matches, plain } from '../src/kit/notation'

const option = (text: string, words: string): Option => ({
  actions: [0],
  text,
  label: { key: words },
  targets: [],
  commits: true,
  preferred: false,
})
const options = [
  option('buy tower 9', 'acheter : tour 9'),
  option('take florin 4', 'prendre 4'),
  option('B4', 'église, lac'),
]
const found = (typed: string): string[] => matches(options, typed, (one) => one.label.key).map((one) => one.text)

it('finds a move by its notation or its words, without case or accents', () => {
  expect(found('b4')).toEqual(['B4'])
  expect(found('TAKE')).toEqual(['take florin 4'])
  expect(found('eglise')).toEqual(['B4'])
  expect(found('tour')).toEqual(['buy tower 9'])
  expect(found('4 pr')).toEqual(['take florin 4']) // as it is read out: the notation, then the words
  expect(found('nothing')).toEqual([])
})

it('puts what begins alike first, and lists all when nothing is typed', () => {
  expect(found('b')[0]).toBe('buy tower 9')
  expect(found('')).toHaveLength(3)
  expect(plain('  Église   9 ')).toBe('eglise 9')
})
