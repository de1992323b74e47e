/** What is asked of the server and may be refused: why it failed is said in the server's words, or in the page's. */
import { describe, expect, it } from 'vitest'
import { Attempt, reasonOf } from '../src/kit/attempt.svelte'
import { Refused } from '../src/net/api'
import { t, words } from '../src/words/catalogue.svelte'

const taken = new Refused(409, { key: 'table.refused.taken', values: { seat: 2 } })

describe('an attempt', () => {
  it('is busy while the work goes on, and leaves no reason when it is done', async () => {
    const attempt = new Attempt()
    attempt.failed = 'before'
    let seen = false
    const running = attempt.run(async () => void (seen = attempt.busy && attempt.failed === ''))
    expect(attempt.busy).toBe(true)
    await running
    expect([seen, attempt.busy, attempt.failed]).toEqual([true, false, ''])
  })

  it('tells the server’s reason, and hands the error on', async () => {
    const attempt = new Attempt()
    const errors: unknown[] = []
    await attempt.run(
      () => Promise.reject(taken),
      (error) => errors.push(error),
    )
    expect([attempt.busy, attempt.failed, errors]).toEqual([
      false,
      words.text('table.refused.taken', { seat: 2 }),
      [taken],
    ])
  })

  it('says its own words where the server gave none', async () => {
    const attempt = new Attempt('page.channels.failed')
    await attempt.run(() => Promise.reject(new TypeError('no network')))
    expect(attempt.failed).toBe(t('page.channels.failed'))
    expect(reasonOf(new Refused(500, null), 'page.home.failed')).toBe(t('page.home.failed'))
  })
})
