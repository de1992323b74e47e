import { describe, expect, it } from 'vitest'
import type { GameInfo } from '../src/net/protocol'
import { Setting } from '../src/pages/setting.svelte'

const GAME: GameInfo = {
  id: 'enghien',
  rules_version: 1,
  seats: [2, 6],
  minutes: 30,
  options: [],
  levels: ['level1', 'level2'],
  reconstructed: false,
  ready: true,
}

describe('when somebody is away', () => {
  it('is a wish of the maker under a live clock', () => {
    const setting = new Setting(GAME)
    setting.clock = 'live'
    expect(setting.request().absent_s).toBe(180)
    setting.standIn = false
    expect(setting.request().absent_s).toBeNull()
  })

  it('follows from the kind of table elsewhere', () => {
    const setting = new Setting(GAME)
    for (const clock of ['none', 'days'] as const) {
      setting.clock = clock
      expect('absent_s' in setting.request()).toBe(false)
    }
  })
})
