/** What a newcomer to Carpe Diem is told, and in which positions. */
import type { Tip } from '../../kit/coach.svelte'
import type { View } from '../../net/protocol'
import type { CarpeDiemPicture } from './picture'

const COMPLETE = 'carpe_diem.event.complete'
const canWalk = ({ choices }: View): boolean => choices.some(({ text }) => text === 'left' || text === 'right')
const canPlace = ({ choices }: View): boolean => choices.some(({ text }) => text.startsWith('place '))
const canPutDisc = ({ choices }: View): boolean => choices.some(({ text }) => text.startsWith('disc '))
const canStore = ({ choices }: View): boolean => choices.some(({ text }) => text === 'store')

export const tips: readonly Tip<CarpeDiemPicture>[] = [
  { name: 'pawn', when: (_, view) => canWalk(view) },
  { name: 'place', when: ({ in_hand }, view) => in_hand !== null && canPlace(view) },
  {
    name: 'complete',
    when: (_, { choices }) =>
      choices.some(({ effects = [] }) => effects.some(({ label }) => label.key.startsWith(COMPLETE))),
  },
  { name: 'aside', when: ({ in_hand }, view) => in_hand !== null && !canPlace(view) && canStore(view) },
  { name: 'frame', when: ({ part, phase }) => part === 'turn' && phase > 1 },
  { name: 'circle', when: (_, view) => canPutDisc(view) },
]
