import { describe, expect, it } from 'vitest'
import { overlay } from '../src/net/eyes'

describe('through all eyes', () => {
  it('what one seat saw is seen through what another did not', () => {
    const first = {
      pile: 4,
      players: [
        { seat: 0, hand: [5, 7] },
        { seat: 1, hand: null },
      ],
    }
    const second = {
      pile: 4,
      players: [
        { seat: 0, hand: null },
        { seat: 1, hand: [] },
      ],
    }
    expect(overlay(first, second)).toEqual({
      pile: 4,
      players: [
        { seat: 0, hand: [5, 7] },
        { seat: 1, hand: [] },
      ],
    })
  })

  it('a longer list shows what a shorter one does not know', () => {
    expect(overlay({ cards: [] }, { cards: ['ring', 'row'] })).toEqual({ cards: ['ring', 'row'] })
    expect(overlay({ cards: ['ring'] }, { cards: [null, 'row'] })).toEqual({ cards: ['ring', 'row'] })
  })
})
