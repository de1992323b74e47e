/** A player's board: six by six cells in a stone frame with its tasks (CDM-01, CDM-64). */
import { type Drawing, letters, round, symbols, use } from '../../art/svg'
import type { CarpeDiemPlayer, Feature, Task, Face } from './picture'
import { carpeDiemSymbols } from './symbols'
import { tileBody, tileSprite } from './tiles'

export const carpeDiemSprite = symbols(carpeDiemSymbols, 'ink') + tileSprite

const FRAME = 44
const BARE = 12
/** Room for the letters above and the numbers at the left, outside the frame. */
const COORDINATES = 30
const COLUMNS = [...'abcdef']

/** Column and row of a cell, from 0. */
export function place(cell: string): [number, number] {
  return [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1]
}

export const cellName = (column: number, row: number): string => String.fromCharCode(97 + column) + (row + 1)

export interface BoardLook {
  frame?: boolean
  legal?: string[]
  ghost?: { cell: string; tile: Face; turns: number } | null
}

/** How much of the framed drawing lies outside the cells: above and left of them, then below and right, as shares. */
export const margins: readonly [number, number] = [
  (COORDINATES + FRAME) / (600 + 2 * FRAME + COORDINATES),
  FRAME / (600 + 2 * FRAME + COORDINATES),
]

/** Columns a to f above the frame, rows 1 to 6 at its left, as the log names them. */
function coordinates(): string {
  const along = (i: number): number => FRAME + i * 100 + 50
  return COLUMNS.map(
    (letter, i) =>
      letters(along(i), -8, 24, letter, { fill: 'currentColor', face: 'ui' }) +
      letters(-15, along(i) + 9, 24, i + 1, { fill: 'currentColor', face: 'ui' }),
  ).join('')
}

function masonry(side: number): string {
  let joints = ''
  for (let at = FRAME + 50; at < side - FRAME; at += 100) {
    joints += `M${at} 2V${FRAME - 3}M${at} ${side - 2}V${side - FRAME + 3}M2 ${at}H${FRAME - 3}M${side - 2} ${at}H${side - FRAME + 3}`
  }
  return `<path d="${joints}" stroke="var(--stone-2)" stroke-width="2"/>`
}

function emptyCells(player: CarpeDiemPlayer, ghost: string | undefined): string {
  const built = new Set(player.tiles.map((tile) => tile.cell))
  const signs = player.banderoles
    .filter((cell) => !built.has(cell) && cell !== ghost)
    .map((cell) => {
      const [column, row] = place(cell)
      return use('banderole', column * 100 + 26, row * 100 + 28, 48, 3)
    })
  const { shovel } = player
  if (shovel && !built.has(shovel) && shovel !== ghost) {
    const [column, row] = place(shovel)
    signs.push(use('shovel', column * 100 + 24, row * 100 + 24, 52, 3))
  }
  return signs.join('')
}

const at = (cell: string, inner: string, opacity = ''): string => {
  const [column, row] = place(cell)
  return `<svg x="${column * 100}" y="${row * 100}" width="100" height="100" viewBox="0 0 100 100"${opacity}>${inner}</svg>`
}

/** A gold seal on what is complete. */
function seal(feature: Feature): string {
  const cells = feature.cells.map(place)
  const x = round(cells.reduce((sum, [column]) => sum + column, 0) / cells.length) * 100 + 50
  const y = round(cells.reduce((sum, [, row]) => sum + row, 0) / cells.length) * 100 + 50
  return (
    `<g transform="translate(${round(x)} ${round(y)})"><circle r="13" fill="var(--gold)" stroke="#2B2520" stroke-width="2.5"/>` +
    '<path d="M-6 0l4.5 5L6-5" fill="none" stroke="#2B2520" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></g>'
  )
}

function litCell(cell: string): string {
  const [column, row] = place(cell)
  return `<rect x="${column * 100 + 6}" y="${row * 100 + 6}" width="88" height="88" rx="10" fill="#fff" fill-opacity=".42" stroke="#0F6B82" stroke-width="6" stroke-dasharray="14 9"/>`
}

function ghostTile({ cell, tile, turns }: { cell: string; tile: Face; turns: number }): string {
  const [column, row] = place(cell)
  return (
    at(cell, tileBody(tile, turns), ' opacity=".78"') +
    `<rect x="${column * 100}" y="${row * 100}" width="100" height="100" rx="4" fill="none" stroke="#A9472A" stroke-width="7" stroke-dasharray="16 8"/>`
  )
}

/** A task on the frame: icon, points, a wedge towards its row or column; gold with a check once reached. */
function taskSign(task: Task, side: number): string {
  const along = FRAME + (task.position - 1) * 100 + 50
  const near = FRAME / 2
  const far = side - FRAME / 2
  const flat = task.side === 'top' || task.side === 'bottom'
  const x = flat ? along : task.side === 'left' ? near : far
  const y = flat ? (task.side === 'top' ? near : far) : along
  const wedges: Record<Task['side'], string> = {
    top: `M${x - 7} ${FRAME - 9}h14l-7 9z`,
    right: `M${side - FRAME + 9} ${y - 7}v14l-9-7z`,
    bottom: `M${x - 7} ${side - FRAME + 9}h14l-7-9z`,
    left: `M${FRAME - 9} ${y - 7}v14l9-7z`,
  }
  const [width, height] = flat ? [68, 38] : [38, 68]
  const content = flat
    ? use(task.kind, x - 31, y - 16, 32, 4) + letters(x + 17, y + 10, 25, task.points, { face: 'ui' })
    : use(task.kind, x - 16, y - 31, 32, 4) + letters(x, y + 26, 25, task.points, { face: 'ui' })
  const [cx, cy] = flat ? [x + 30, y - 10] : [x + (task.side === 'left' ? 9 : -9), y - 32]
  const check = task.done
    ? `<circle cx="${cx}" cy="${cy}" r="10" fill="var(--green)" stroke="#fff" stroke-width="2"/><path d="M${cx - 5} ${cy}l4 4 6-7" stroke="#fff" stroke-width="3" fill="none"/>`
    : ''
  return (
    `<path d="${wedges[task.side]}" fill="#2B2520"/>` +
    `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="10" fill="${task.done ? '#F7DFA0' : 'var(--card)'}" stroke="#2B2520" stroke-width="2.5"/>` +
    content +
    check
  )
}

export function boardDrawing(player: CarpeDiemPlayer, look: BoardLook = {}): Drawing {
  const { frame = true, legal = [], ghost = null } = look
  const edge = frame ? FRAME : BARE
  const side = 600 + 2 * edge
  let grid = ''
  for (let i = 1; i < 6; i++) grid += `M${i * 100} 0V600M0 ${i * 100}H600`
  const cells =
    '<rect x="-3" y="-3" width="606" height="606" fill="#D9CFA9" stroke="var(--stone-3)" stroke-width="3"/>' +
    `<path d="${grid}" stroke="#B5A878" stroke-width="2" stroke-dasharray="4 6"/>` +
    emptyCells(player, ghost?.cell) +
    player.tiles.map((tile) => at(tile.cell, tileBody(tile, tile.turns))).join('') +
    player.features
      .filter((feature) => feature.complete && feature.cells.length > 1)
      .map(seal)
      .join('') +
    legal
      .filter((cell) => cell !== ghost?.cell)
      .map(litCell)
      .join('') +
    (ghost ? ghostTile(ghost) : '')
  return {
    box: frame ? [-COORDINATES, -COORDINATES, side + COORDINATES, side + COORDINATES] : [0, 0, side, side],
    body:
      (frame ? coordinates() : '') +
      `<rect width="${side}" height="${side}" rx="14" fill="var(--stone)" stroke="var(--stone-3)" stroke-width="3"/>` +
      (frame ? masonry(side) : '') +
      `<g transform="translate(${edge} ${edge})">${cells}</g>` +
      (frame ? player.frame.map((task) => taskSign(task, side)).join('') : ''),
  }
}
