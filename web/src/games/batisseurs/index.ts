import { faceOf } from '../../kit/face'
import { batisseursSprite } from './art'
import Emblem from './Emblem.svelte'
import Table from './Table.svelte'

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
  tips: [
    {
      name: 'offer',
      when: (picture) => picture.phase === 'auction' && picture.auction === null,
    },
    { name: 'bid', when: (picture) => picture.auction !== null },
    { name: 'insolvent', when: (picture) => picture.auction !== null },
    {
      name: 'first',
      when: (picture) => picture.phase === 'build' && picture.laid === 0,
    },
    { name: 'neighbours', when: (picture) => picture.phase === 'build' },
    {
      name: 'sabotage',
      when: (picture, view) =>
        picture.phase === 'build' && picture.players.some((player) => player.seat === view.viewer && player.stones > 0),
    },
  ],
})
