/** The player card of this browser: its key is all there is to it. */
import { forgetAll } from './heard'

const CARD = 'bastide.card'
/** Keys of seats that are on the card already. */
export const KEPT = 'bastide.card.kept'

export interface OwnCard {
  key: string
  name: string
}

export function stored<Value>(name: string, otherwise: Value): Value {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? 'null') as Value | null) ?? otherwise
  } catch {
    return otherwise
  }
}

export const ownCard = (): OwnCard | null => stored<OwnCard | null>(CARD, null)

export function keepCard(key: string, name: string): void {
  const before = ownCard()
  if (before?.key !== key) localStorage.removeItem(KEPT)
  if (before && before.key !== key) void forgetAll()
  localStorage.setItem(CARD, JSON.stringify({ key, name }))
}

export function dropCard(): void {
  void forgetAll()
  localStorage.removeItem(CARD)
  localStorage.removeItem(KEPT)
}
