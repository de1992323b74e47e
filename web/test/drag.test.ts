import { flushSync } from 'svelte'
import { afterEach, expect, it } from 'vitest'
import { gestures } from '../src/kit/drag'
import { type Stage, stage } from './page'

let on: Stage | null = null
afterEach(async () => {
  await on?.leave()
  on = null
})

const at = (type: string, x: number, y: number, kind = 'mouse'): PointerEvent =>
  new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: kind, button: 0, clientX: x, clientY: y })

it('drags a card to its place', async () => {
  on = await stage('batisseurs-build')
  const [from = '', to = ''] = on.model.view?.choices[0]?.targets ?? []
  const card = on.piece(from)
  document.elementFromPoint = () => on?.piece(to) ?? null
  card.dispatchEvent(at('pointerdown', 0, 0))
  card.dispatchEvent(at('pointermove', 30, 10))
  expect(document.querySelector('.dragged')).not.toBeNull()
  card.dispatchEvent(at('pointerup', 60, 20))
  flushSync()
  expect(document.querySelector('.dragged')).toBeNull()
  expect(on.piece(to).dataset['state']).toBe('selected')
  expect(on.piece(from).dataset['state']).toBe('selected')
})

it('says why a card cannot be dropped there', async () => {
  on = await stage('batisseurs-build')
  const legal = on.model.view?.choices[0]?.targets[0] ?? ''
  const refused = on.model.reasons.find(({ targets }) => targets[0] === legal && targets.length === 2)
  document.elementFromPoint = () => on?.piece(refused?.targets[1] ?? '') ?? null
  const card = on.piece(legal)
  card.dispatchEvent(at('pointerdown', 0, 0))
  card.dispatchEvent(at('pointermove', 30, 10))
  card.dispatchEvent(at('pointerup', 60, 20))
  flushSync()
  expect(document.querySelector('[role="note"]')?.textContent).toContain(refused?.clause)
})

it('is not a tap as well, and a small movement is no drag', () => {
  const element = document.createElement('button')
  document.body.append(element)
  let drops = 0
  let taps = 0
  gestures(element, { canDrag: () => true, onDrop: () => drops++, onHold: () => undefined })
  element.addEventListener('click', () => taps++)
  document.elementFromPoint = () => null
  element.dispatchEvent(at('pointerdown', 0, 0))
  element.dispatchEvent(at('pointermove', 3, 3))
  element.dispatchEvent(at('pointerup', 3, 3))
  element.click()
  expect([drops, taps]).toEqual([0, 1])
  element.dispatchEvent(at('pointerdown', 0, 0))
  element.dispatchEvent(at('pointermove', 40, 0))
  element.dispatchEvent(at('pointerup', 40, 0))
  element.click()
  expect([drops, taps]).toEqual([1, 1])
})

it('follows a hand that has left the piece at once', () => {
  const element = document.createElement('button')
  document.body.append(element)
  let drops = 0
  gestures(element, { canDrag: () => true, onDrop: () => drops++, onHold: () => undefined })
  document.elementFromPoint = () => null
  element.setPointerCapture = () => undefined
  element.dispatchEvent(at('pointerdown', 0, 0))
  document.body.dispatchEvent(at('pointermove', 300, 0))
  const marks = (): boolean =>
    document.body.dispatchEvent(new Event('selectstart', { bubbles: true, cancelable: true }))
  expect(marks()).toBe(false)
  document.body.dispatchEvent(at('pointerup', 300, 0))
  expect(marks()).toBe(true)
  expect(drops).toBe(1)
  document.body.dispatchEvent(at('pointermove', 600, 0))
  expect(document.querySelector('.dragged')).toBeNull()
})

it('does not drag what cannot be chosen', () => {
  const element = document.createElement('button')
  document.body.append(element)
  gestures(element, { canDrag: () => false, onDrop: () => undefined, onHold: () => undefined })
  element.dispatchEvent(at('pointerdown', 0, 0))
  element.dispatchEvent(at('pointermove', 40, 0))
  expect(document.querySelector('.dragged')).toBeNull()
})
