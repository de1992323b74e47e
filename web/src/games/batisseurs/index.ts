import { faceOf } from '../../kit/face'
import { batisseursSprite } from './art'
import Emblem from './Emblem.svelte'
import Table from './Table.svelte'
import { tips } from './tips'

export const face = faceOf('batisseurs', {
  Table,
  Emblem,
  sprite: batisseursSprite,
  tie: 'BAT-65',
  moments: /\.(bid|pass|sabotage|raid)$/,
  pointsOf: ({ players }, seat) => players.find((player) => player.seat === seat)?.value ?? 0,
  modifiers: [],
  tabs: [
    { panel: 'table', icon: 'gavel', label: 'page.tab.table' },
    { panel: 'hand', icon: 'hand', label: 'page.tab.hand' },
    { panel: 'cities', icon: 'city', label: 'page.tab.cities' },
    { panel: 'log', icon: 'log', label: 'page.tab.log' },
    { panel: 'chat', icon: 'chat', label: 'page.tab.chat' },
  ],
  tips,
})
