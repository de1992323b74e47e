/** The face of a game that has none of its own: made from its moves, its pieces and its picture. */
import type { GameFace } from '../face'
import Table from './Table.svelte'

export const face: GameFace = {
  Table,
  sprite: '',
  tips: [],
  modifiers: [],
  tabs: [
    { panel: 'table', icon: 'hand', label: 'page.tab.table' },
    { panel: 'log', icon: 'log', label: 'page.tab.log' },
    { panel: 'rules', icon: 'rules', label: 'page.tab.rules' },
    { panel: 'chat', icon: 'chat', label: 'page.tab.chat' },
  ],
}
