/** What a newcomer to Les Grands Bâtisseurs is told, and in which positions. */
import type { Tip } from '../../kit/coach.svelte'
import type { View } from '../../net/protocol'
import type { BatisseursPicture, BatisseursPlayer } from './picture'

const ownOf = ({ players }: BatisseursPicture, { viewer }: View): BatisseursPlayer | undefined =>
  players.find(({ seat }) => seat === viewer)
const builds = ({ phase }: BatisseursPicture): boolean => phase === 'build' || phase === 'final'
const canBuild = ({ choices }: View): boolean => choices.some(({ text }) => text.startsWith('build '))

export const tips: readonly Tip<BatisseursPicture>[] = [
  { name: 'offer', when: ({ phase, auction }) => phase === 'auction' && auction === null },
  { name: 'bid', when: ({ auction }) => auction !== null && auction.standing !== null },
  {
    name: 'insolvent',
    when: (picture, view) => (picture.auction?.standing ?? -1) >= (ownOf(picture, view)?.money ?? Infinity),
  },
  {
    name: 'first',
    when: (picture, view) =>
      builds(picture) && picture.laid === 0 && ownOf(picture, view)?.city.length === 0 && canBuild(view),
  },
  {
    name: 'neighbours',
    when: (picture, view) => builds(picture) && (ownOf(picture, view)?.city.length ?? 0) > 0 && canBuild(view),
  },
  {
    name: 'sabotage',
    when: (picture, { choices }) =>
      picture.phase === 'build' && choices.some(({ text }) => text.startsWith('sabotage ')),
  },
]
