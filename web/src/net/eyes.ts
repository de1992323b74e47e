/** A finished game through everybody's eyes at once: what any seat saw lies open. */
import { api } from './api'
import type { Picture, Seat, View } from './protocol'

/** A seat's eyes, a spectator's (null), or all of them together. */
export type Eyes = Seat | null | 'all'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One picture over another: where one shows nothing, the other is seen through. */
export function overlay(upper: unknown, lower: unknown): unknown {
  if (upper === null || upper === undefined) return lower
  if (Array.isArray(upper) && Array.isArray(lower))
    return (upper.length < lower.length ? lower : upper).map((_, i) => overlay(upper[i], lower[i]))
  if (isObject(upper) && isObject(lower))
    return Object.fromEntries(
      Object.keys({ ...lower, ...upper }).map((part) => [part, overlay(upper[part], lower[part])]),
    )
  return upper
}

/** The position of a ply as all seats together saw it. */
export async function seenByAll(table: string, ply: number, seats: number, key: string): Promise<View> {
  const [spectator, ...others] = await Promise.all(
    [null, ...Array.from({ length: seats }, (_, seat) => seat)].map((eyes) => api.ply(table, ply, key, eyes)),
  )
  if (!spectator) throw new Error('no position came back')
  const picture = others.reduce<unknown>((all, { view }) => overlay(all, view.picture), spectator.view.picture)
  return { ...spectator.view, picture: picture as Picture }
}
