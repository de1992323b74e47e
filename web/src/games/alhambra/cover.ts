/** Arches at dusk, with a tower, a garden and a pavilion before them. */
import type { GameCover } from '../../kit/face'
import type { Scene } from '../../art/scenes'
import { use } from '../../art/svg'
import { alhambraSprite } from './art'

function scene(): Scene {
  const arches = [-16, 44, 104, 164, 224, 284]
    .map(
      (x, i) =>
        `<path d="M${x} 120V62c-4-8-4-16 0-22a24 24 0 0 1 44 0c4 6 4 14 0 22v58z" fill="${i % 2 ? '#B9623D' : '#C9784F'}"/>`,
    )
    .join('')
  return {
    box: '0 0 320 120',
    cut: 'xMidYMax slice',
    body:
      `<rect y="-40" width="320" height="160" fill="#E9B58E"/><rect y="-40" width="320" height="66" fill="#D99B6E"/>${arches}` +
      use('tower', 126, 40, 72, 2) +
      use('garden', 46, 44, 66, 3) +
      use('pavilion', 212, 42, 68, 3) +
      '<path d="M0 108h320v12H0z" fill="#8A4A2C"/>',
  }
}

export const cover: GameCover = { scene, sprite: alhambraSprite, seats: 3 }
