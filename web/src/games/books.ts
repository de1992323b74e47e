/** The games' rulebook drawings, found in their folders, each loaded when its rulebook is opened. */
import type { GameBook } from '../kit/book'

const found = import.meta.glob<{ book: GameBook }>('./*/book.ts')

/** A game without drawings has a rulebook of words. */
export async function loadBook(game: string): Promise<GameBook | null> {
  const load = found[`./${game}/book.ts`]
  return load ? (await load()).book : null
}
