/** A finished game through everybody's eyes at once: what any seat saw lies open. */
import type { Picture, PlyView, Seat, View } from './protocol'

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

/** A position as all seats together saw it, out of how each of them did. */
export async function seenByAll(
  seats: number,
  seenBy: (eyes: Seat | null) => PlyView | Promise<PlyView>,
): Promise<View> {
  const [spectator, ...others] = await Promise.all(
    [null, ...Array.from({ length: seats }, (_, seat) => seat)].map((eyes) => seenBy(eyes)),
  )
  if (!spectator) throw new Error('no position came back')
  const picture = others.reduce<unknown>((all, { view }) => overlay(all, view.picture), spectator.view.picture)
  return { ...spectator.view, picture: picture as Picture }
}
