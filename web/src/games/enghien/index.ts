import { faceOf } from '../../kit/face'
import { enghienSprite } from './art'
import Emblem from './Emblem.svelte'
import Majorities from './Majorities.svelte'
import Table from './Table.svelte'
import { tips } from './tips'

export const face = faceOf('enghien', {
  Table,
  Emblem,
  Majorities,
  sprite: enghienSprite,
  tie: 'ENG-12',
  pointsOf: ({ players }, seat) => (players[seat]?.points ?? 0) + (players[seat]?.total ?? 0),
  modifiers: [],
  tabs: [
    { panel: 'table', icon: 'grid', label: 'page.tab.table' },
    { panel: 'symbols', icon: 'crown', label: 'page.tab.symbols' },
    { panel: 'log', icon: 'log', label: 'page.tab.log' },
    { panel: 'rules', icon: 'rules', label: 'page.tab.rules' },
    { panel: 'chat', icon: 'chat', label: 'page.tab.chat' },
  ],
  tips,
})
