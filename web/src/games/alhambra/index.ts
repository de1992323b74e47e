import type { GameFace } from '../../kit/tabs'
import { alhambraSprite } from './art'
import Emblem from './Emblem.svelte'
import Majorities from './Majorities.svelte'
import type { AlhambraPicture } from './picture'
import Table from './Table.svelte'

export const face: GameFace = {
  Table: Table as GameFace['Table'],
  Emblem,
  Majorities: Majorities as GameFace['Majorities'],
  sprite: alhambraSprite,
  tie: 'ALH-43',
  modifiers: [],
  tabs: [
    { panel: 'table', icon: 'hand', label: 'page.tab.table' },
    { panel: 'majorities', icon: 'crown', label: 'page.tab.majorities' },
    { panel: 'log', icon: 'log', label: 'page.tab.log' },
    { panel: 'rules', icon: 'rules', label: 'page.tab.rules' },
    { panel: 'chat', icon: 'chat', label: 'page.tab.chat' },
  ],
  tips: [
    { name: 'yard' },
    { name: 'money' },
    { name: 'exact' },
    { name: 'majorities' },
    { name: 'pile' },
    {
      name: 'martin',
      when: (view) => (view.picture as AlhambraPicture).players.some((player) => player.seat === null),
    },
  ],
}
