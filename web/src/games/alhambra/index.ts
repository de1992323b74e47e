import { faceOf } from '../../kit/face'
import { alhambraSprite } from './art'
import Emblem from './Emblem.svelte'
import Majorities from './Majorities.svelte'
import Table from './Table.svelte'
import { tips } from './tips'

export const face = faceOf('alhambra', {
  Table,
  Emblem,
  Majorities,
  sprite: alhambraSprite,
  preludes: /\.leftover/,
  tie: 'ALH-43',
  modifiers: [],
  tabs: [
    { panel: 'table', icon: 'hand', label: 'page.tab.table' },
    { panel: 'majorities', icon: 'crown', label: 'page.tab.majorities' },
    { panel: 'log', icon: 'log', label: 'page.tab.log' },
    { panel: 'rules', icon: 'rules', label: 'page.tab.rules' },
    { panel: 'chat', icon: 'chat', label: 'page.tab.chat' },
  ],
  tips,
})
