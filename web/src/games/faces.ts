/** The games' faces, found in their folders, each loaded when a table of it is opened. */
import type { GameFace } from '../kit/face'

const found = import.meta.glob<{ face: GameFace }>('./*/index.ts')

/** A game without a face of its own gets a plain one. */
export async function loadFace(game: string): Promise<GameFace> {
  const load = found[`./${game}/index.ts`] ?? (() => import('../kit/plain'))
  return (await load()).face
}
