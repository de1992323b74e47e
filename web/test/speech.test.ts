import { expect, it } from 'vitest'
import { LONGEST, messagesOf, repeats } from '../src/kit/speech'

const words = (text: string): string[] => text.replace(/[.,]/g, '').split(/\s+/).filter(Boolean)

it('gathers short sentences and loses nothing', () => {
  expect(messagesOf(['Ada takes B2', 'Ben takes C3', '', 'Your turn: take a card.'])).toEqual([
    'Ada takes B2. Ben takes C3. Your turn: take a card.',
  ])
})

it('keeps every message short, breaking between words', () => {
  const long = Array.from({ length: 60 }, (_, i) => `space ${i}, villa north`).join(', ')
  const many = [long, 'x'.repeat(450), ...Array.from({ length: 30 }, (_, i) => `Event number ${i} of many`)]
  const messages = messagesOf(many)
  expect(Math.max(...messages.map((message) => message.length))).toBeLessThanOrEqual(LONGEST)
  expect(words(messages.join(' ')).join('').replaceAll(' ', '')).toBe(words(many.join(' ')).join(''))
})

it('knows what was said right before', () => {
  expect(repeats('Ada wins with 57 points', ' Ada wins with 57 points.')).toBe(true)
  expect(repeats('Ada takes B2', 'Ada, your turn: take a card.')).toBe(false)
  expect(repeats(undefined, '')).toBe(false)
})
