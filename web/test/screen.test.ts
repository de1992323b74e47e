import { describe, expect, it } from 'vitest'
import { beyond, wayOut } from '../src/kit/beyond'
import { between } from '../src/kit/box'
import { zoomOf } from '../src/kit/screen.svelte'

describe('a large window', () => {
  it.each([
    [1280, 800, 1],
    [1920, 1080, 1],
    [1920, 2160, 1],
    [2560, 1440, 4 / 3],
    [3840, 2160, 2],
    [20000, 20000, 4],
  ])('of %d × %d shows everything %d times as large', (width, height, zoom) =>
    expect(zoomOf(width, height)).toBeCloseTo(zoom),
  )
})

describe('what lies beyond an edge', () => {
  const within = { x: 100, y: 100, width: 200, height: 100 }
  const at = (x: number, y: number) => ({ x, y, width: 20, height: 20 })

  it.each([
    [at(150, 150), null],
    [at(150, 85), 'up'],
    [at(150, 195), 'down'],
    [at(85, 150), 'left'],
    [at(295, 150), 'right'],
    [at(290, 150), null],
  ])('%o is found %s', (piece, way) => expect(wayOut(piece, within)).toBe(way))

  it('counts what can be chosen, the nearest first, and nothing else', () => {
    document.body.innerHTML = `<div id="root"><div id="strip" style="overflow-x: auto">
      ${['legal', 'dimmed', 'risky', 'legal'].map((state, i) => `<button data-piece="p${i}" data-state="${state}"></button>`).join('')}
    </div></div>`
    const [root, strip] = ['root', 'strip'].map((id) => document.getElementById(id) as HTMLElement)
    if (!root || !strip) throw new Error('nothing was drawn')
    strip.getBoundingClientRect = () => new DOMRect(0, 0, 50, 40)
    const pieces = [...strip.querySelectorAll<HTMLElement>('button')]
    pieces.forEach((piece, i) => {
      piece.checkVisibility = () => true
      piece.getBoundingClientRect = () => new DOMRect(i * 40, 0, 40, 40)
    })
    expect(beyond(root)).toEqual([
      { direction: 'right', within: { x: 0, y: 0, width: 50, height: 40 }, pieces: [pieces[2], pieces[3]] },
    ])
  })

  /** A table of 300 × 200 that scrolls, and at some height in it a row that does: one option in sight, one beyond. */
  const edges = (height: number) => {
    document.body.innerHTML = `<main><div><p><button data-option></button><button data-option></button></p></div></main>`
    const boxes = { div: [0, 0, 300, 200], p: [0, height, 300, 44], button: [10, height, 100, 44] }
    for (const [name, box] of Object.entries({ ...boxes, 'button + button': [310, height, 100, 44] })) {
      const element = document.querySelector(name) as HTMLElement
      element.style.overflow = 'auto'
      element.checkVisibility = () => true
      element.getBoundingClientRect = () => new DOMRect(...box)
    }
    const found = beyond(document.querySelector('main') as HTMLElement)
    return found.map(({ direction, within, pieces }) => [direction, within.y, within.height, pieces.length])
  }

  it.each([
    ['a row that goes on', 100, 'right', 100, 44, 1],
    ['what is seen of a row that goes on', 170, 'right', 170, 30, 1],
    ['the way to a row that is out of sight', 240, 'down', 0, 200, 2],
  ])('is marked at %s', (_, height, ...edge) => expect(edges(height)).toEqual([edge]))

  it('is measured from middle to middle', () => expect(between(at(0, 0), at(30, 40))).toEqual([30, 40]))
})
