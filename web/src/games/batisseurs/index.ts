import type { GameFace } from '../../kit/tabs'
import { batisseursSprite } from './art'
import Emblem from './Emblem.svelte'
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
}
