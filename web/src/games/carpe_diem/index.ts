import type { GameFace } from '../../kit/tabs'
import { carpeDiemSprite } from './board'
import Emblem from './Emblem.svelte'
import type { CarpeDiemPicture } from './picture'
import Table from './Table.svelte'

export const face: GameFace = {
  Table: Table as GameFace['Table'],
  Emblem,
  sprite: carpeDiemSprite,
  tie: 'CDM-65',
  modifiers: ['turn'],
  tabs: [
    { panel: 'table', icon: 'grid', label: 'page.tab.board' },
    { panel: 'ring', icon: 'ring', label: 'page.tab.ring' },
    { panel: 'cards', icon: 'star', label: 'page.tab.cards' },
    { panel: 'track', icon: 'flag', label: 'page.tab.track' },
    { panel: 'log', icon: 'log', label: 'page.tab.log' },
  ],
  tips: [
    {
      name: 'pawn',
      when: (view) =>
        (view.picture as CarpeDiemPicture).part === 'turn' && (view.picture as CarpeDiemPicture).in_hand === null,
    },
    { name: 'place', when: (view) => (view.picture as CarpeDiemPicture).in_hand !== null },
    { name: 'complete', when: (view) => (view.picture as CarpeDiemPicture).in_hand !== null },
    { name: 'aside', when: (view) => (view.picture as CarpeDiemPicture).in_hand !== null },
    { name: 'frame', when: (view) => (view.picture as CarpeDiemPicture).part === 'turn' },
    { name: 'circle', when: (view) => (view.picture as CarpeDiemPicture).part === 'scoring' },
  ],
}
