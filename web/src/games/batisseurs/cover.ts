/** A finished rampart. */
import { type Bastion, elevation } from '../../art/rampart'
import type { Scene } from '../../art/scenes'
import type { GameCover } from '../../kit/face'
import { batisseursSprite } from './art'

const rampart: [Bastion, number][] = [
  ['corner_left', 3],
  ['church', 9],
  ['gate', 4],
  ['town_hall', 7],
  ['tower', 3],
  ['church', 5],
  ['corner_right', 3],
]

function scene(): Scene {
  const row = rampart
    .map(([type, value], i) => `<g transform="translate(${8 + i * 100} 0)">${elevation(type, value)}</g>`)
    .join('')
  return {
    box: '0 6 716 112',
    cut: 'xMidYMax slice',
    body: `<rect width="716" height="130" fill="url(#b-sky)"/><path d="M0 90Q90 50 190 84T420 72T740 80V130H0z" fill="#B9C79A"/>${row}<rect y="112" width="716" height="8" fill="#8A6F4A"/>`,
  }
}

export const cover: GameCover = { scene, sprite: batisseursSprite, seats: 4 }
