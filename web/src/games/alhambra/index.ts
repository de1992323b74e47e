import { faceOf } from '../../kit/face'
import { alhambraSprite } from './art'
import Emblem from './Emblem.svelte'
import Majorities from './Majorities.svelte'
import Table from './Table.svelte'

export const face = faceOf('alhambra', {
  Table,
  Emblem,
  Majorities,
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
      when: (picture) => picture.players.some((player) => player.seat === null),
    },
  ],
})
