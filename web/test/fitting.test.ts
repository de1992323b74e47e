import { describe, expect, it } from 'vitest'
import { fitting } from '../src/games/enghien/fitting'

describe('squares in a box', () => {
  it('are as wide as it where they fit one above the other', () => expect(fitting(2, 80, 200)).toBe(80))
  it('stand beside each other where it is low', () => expect(fitting(4, 206, 206)).toBe(100))
  it('are never larger than a card should be', () => expect(fitting(1, 400, 400)).toBe(110))
  it('stay large enough to be told apart where there is no room', () => expect(fitting(18, 60, 60)).toBe(38))
})
