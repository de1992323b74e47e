import type { GameFace } from '../../kit/tabs'
import { batisseursSprite } from './art'
import Emblem from './Emblem.svelte'
import type { BatisseursPicture } from './picture'
import Table from './Table.svelte'

export const face: GameFace = {
  Table: Table as GameFace['Table'],
  Emblem,
  sprite: batisseursSprite,
  tie: 'BAT-65',
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
      when: (view) =>
        (view.picture as BatisseursPicture).phase === 'auction' && (view.picture as BatisseursPicture).auction === null,
    },
    { name: 'bid', when: (view) => (view.picture as BatisseursPicture).auction !== null },
    { name: 'insolvent', when: (view) => (view.picture as BatisseursPicture).auction !== null },
    {
      name: 'first',
      when: (view) =>
        (view.picture as BatisseursPicture).phase === 'build' && (view.picture as BatisseursPicture).laid === 0,
    },
    { name: 'neighbours', when: (view) => (view.picture as BatisseursPicture).phase === 'build' },
    {
      name: 'sabotage',
      when: (view) =>
        (view.picture as BatisseursPicture).phase === 'build' &&
        (view.picture as BatisseursPicture).players.some((player) => player.seat === view.viewer && player.stones > 0),
    },
  ],
}
