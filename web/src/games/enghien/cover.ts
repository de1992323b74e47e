/** Signs over the lake. */
import type { Scene } from '../../art/scenes'
import type { GameCover } from '../../kit/face'
import { enghienSprite, roundel } from './art'
import type { SymbolId } from './picture'

function scene(): Scene {
  const sights: SymbolId[] = ['lac', 'source_du_roy', 'theatre', 'casino', 'hippodrome']
  const signs = sights
    .map((symbol, i) => `<g transform="translate(${34 + i * 63} ${i % 2 ? 46 : 66})">${roundel(symbol, 0, 0, 30)}</g>`)
    .join('')
  const wave = (y: number, colour: string): string =>
    `<path d="M0 ${y}q20-10 40 0${'t40 0'.repeat(7)}V120H0z" fill="${colour}"/>`
  return {
    box: '0 0 320 120',
    cut: 'xMidYMid slice',
    body: `<rect width="320" height="120" fill="#CFE0E2"/>${wave(70, '#8FBCC6')}${wave(90, '#6BA3B3')}${signs}`,
  }
}

export const cover: GameCover = { scene, sprite: enghienSprite, seats: 3 }
