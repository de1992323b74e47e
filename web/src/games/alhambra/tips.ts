/** What a newcomer to Alhambra is told, and in which positions. */
import type { Tip } from '../../kit/coach.svelte'
import type { View } from '../../net/protocol'
import type { AlhambraPicture } from './picture'

const EXACT = 'alhambra.effect.exact'
const canBuy = ({ choices, plans = [] }: View): boolean =>
  plans.length > 0 || choices.some(({ targets }) => targets?.[0]?.startsWith('yard:'))
const canGive = ({ choices }: View): boolean => choices.some(({ text }) => text.startsWith('give'))
const canTake = ({ choices }: View): boolean => choices.some(({ targets }) => targets?.[0]?.startsWith('money:'))

export const tips: readonly Tip<AlhambraPicture>[] = [
  { name: 'majorities', when: ({ next_scoring }) => next_scoring !== null },
  { name: 'yard', when: ({ purchase }, view) => !purchase && canBuy(view) },
  { name: 'money', when: ({ purchase }, view) => !purchase && !canBuy(view) && canTake(view) },
  {
    name: 'exact',
    when: (_, { plans = [] }) => plans.some(({ effects = [] }) => effects.some(({ label }) => label.key === EXACT)),
  },
  {
    name: 'pile',
    when: ({ fifths }) => {
      const drawn = fifths.find(({ left }) => left > 0)
      return drawn !== undefined && drawn.scoring !== null && !drawn.scored
    },
  },
  {
    name: 'martin',
    when: ({ players }, view) => players.some(({ seat }) => seat === null) && (canBuy(view) || canGive(view)),
  },
]
