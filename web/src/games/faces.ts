/** The four games' faces, each loaded when a table of it is opened. */
import type { GameFace } from '../kit/tabs'
import type { GameId } from '../net/protocol'

export const faces: Record<GameId, () => Promise<GameFace>> = {
  alhambra: async () => (await import('./alhambra')).face,
  batisseurs: async () => (await import('./batisseurs')).face,
  enghien: async () => (await import('./enghien')).face,
  carpe_diem: async () => (await import('./carpe_diem')).face,
}
