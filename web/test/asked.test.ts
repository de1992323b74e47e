import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Asked } from '../src/kit/asked.svelte'
import { settings } from '../src/kit/settings.svelte'

const vibrate = vi.fn()
beforeEach(() => {
  vibrate.mockClear()
  Object.assign(navigator, { vibrate, userActivation: { hasBeenActive: true } })
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">'
})
const icon = (): string | null => document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? null

describe('tables at which one is asked', () => {
  it('are counted in every title and on the icon', () => {
    const asked = new Asked()
    asked.title('Rules')
    expect(document.title).toBe('Rules')
    asked.learn(['a', 'b'])
    expect(document.title).toBe('(2) Rules')
    expect(icon()).toBe('/favicon-turn.svg')
    asked.tell('a', false)
    asked.title('Card')
    expect(document.title).toBe('(1) Card')
    asked.tell('b', false)
    expect([document.title, icon()]).toEqual(['Card', '/favicon.svg'])
  })

  it('call when one is new, and not when a page has just learned of them', () => {
    const asked = new Asked()
    asked.learn(['a'])
    expect(vibrate).not.toHaveBeenCalled()
    asked.learn(['a', 'b'])
    expect(vibrate).toHaveBeenCalledTimes(1)
    asked.tell('b', true)
    expect(vibrate).toHaveBeenCalledTimes(1)
    settings.set({ shake: 'off' })
    asked.tell('c', true)
    expect(vibrate).toHaveBeenCalledTimes(1)
    settings.set({ shake: 'on' })
  })

  it('do not shake a device that nobody has touched yet', () => {
    Object.assign(navigator, { userActivation: { hasBeenActive: false } })
    const asked = new Asked()
    asked.tell('a', true)
    expect(vibrate).not.toHaveBeenCalled()
  })
})
