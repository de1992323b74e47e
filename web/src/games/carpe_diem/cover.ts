/** A quarter that is being built. */
import type { Scene } from '../../art/scenes'
import type { GameCover } from '../../kit/face'
import { carpeDiemSprite } from './board'
import { tileBody } from './tiles'

/** A corner of a quarter: column, row, edges, chimneys, quarter turns. */
const quarter: [number, number, string, number, number][] = [
  [0, 0, 'VHPP', 1, 1],
  [1, 0, 'VPWP', 1, 3],
  [2, 0, 'BWPP', 0, 2],
  [4, 0, 'WVPP', 1, 1],
  [5, 0, 'WPPP', 0, 3],
  [2, 1, 'BPHP', 0, 0],
  [3, 1, 'APPP', 0, 1],
  [4, 1, 'AVPP', 1, 3],
  [1, 2, 'VPVP', 2, 0],
  [2, 2, 'HPPP', 0, 0],
  [3, 2, 'MPPP', 0, 2],
]

function scene(): Scene {
  const tiles = quarter
    .map(([column, row, edges, chimneys, turns]) => {
      const body = tileBody({ kind: '', edges, chimneys, single: null }, turns)
      return `<svg x="${column * 60 - 10}" y="${row * 60 - 8}" width="60" height="60" viewBox="0 0 100 100">${body}</svg>`
    })
    .join('')
  return {
    box: '0 0 320 120',
    cut: 'xMidYMin slice',
    body: `<rect width="320" height="120" fill="var(--cd-pasture)"/>${tiles}`,
  }
}

export const cover: GameCover = { scene, sprite: carpeDiemSprite, seats: 3 }
