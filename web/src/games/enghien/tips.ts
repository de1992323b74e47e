/** What a newcomer to Enghien-les-Bains is told, and in which positions. */
import type { Tip } from '../../kit/coach.svelte'
import type { EnghienPicture } from './picture'

export const tips: readonly Tip<EnghienPicture>[] = [
  { name: 'majority' },
  { name: 'card', when: ({ cards_left, players }) => cards_left > players.length },
  {
    name: 'tie',
    when: ({ majorities }, { viewer }) =>
      viewer !== null && majorities.some((row) => row.leaders?.includes(viewer) && row.leaders.length > 1),
  },
  { name: 'hole', when: ({ layout }) => layout.some((cell) => cell.taken_by !== null) },
]
