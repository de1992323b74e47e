import { faceOf } from '../../kit/face'
import { carpeDiemSprite } from './board'
import Emblem from './Emblem.svelte'
import { phaseTally } from './scorings'
import Table from './Table.svelte'
import { tips } from './tips'

export const face = faceOf('carpe_diem', {
  Table,
  Emblem,
  sprite: carpeDiemSprite,
  tie: 'CDM-65',
  tallyOf: phaseTally,
  moments: /\.disc$/,
  // Where several ways lead to one space of the ring, the first costs nothing.
  modifiers: ['turn', 'way'],
  tabs: [
    { panel: 'table', icon: 'grid', label: 'page.tab.board' },
    { panel: 'ring', icon: 'ring', label: 'page.tab.ring' },
    { panel: 'cards', icon: 'star', label: 'page.tab.cards' },
    { panel: 'track', icon: 'flag', label: 'page.tab.track' },
    { panel: 'log', icon: 'log', label: 'page.tab.log' },
  ],
  tips,
})
