/** Win shares as lines: one per seat, told apart by colour and dash. Geometry only. */
export interface Frame {
  width: number
  height: number
  left: number
  bottom: number
  right: number
  top: number
}

export interface Curve {
  seat: number
  path: string
  end: { x: number; y: number }
}

export const scaleX =
  (frame: Frame, last: number) =>
  (ply: number): number =>
    frame.left + (ply / Math.max(1, last)) * (frame.width - frame.left - frame.right)
export const scaleY =
  (frame: Frame) =>
  (share: number): number =>
    frame.top + (1 - share) * (frame.height - frame.top - frame.bottom)

export function curves(shares: readonly { ply: number; share: number[] }[], frame: Frame): Curve[] {
  const last = shares.at(-1)?.ply ?? 1
  const [x, y] = [scaleX(frame, last), scaleY(frame)]
  const seats = shares[0]?.share.length ?? 0
  return Array.from({ length: seats }, (_, seat) => {
    const points = shares.map(({ ply, share }) => ({ x: x(ply), y: y(share[seat] ?? 0) }))
    return {
      seat,
      path: `M${points.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join('L')}`,
      end: points.at(-1) ?? { x: 0, y: 0 },
    }
  })
}

/** Marks at the ends of curves are moved apart, top to bottom, so that none hides another. */
export function spread(curved: readonly Curve[], distance: number, lowest: number): Map<number, number> {
  const placed = new Map<number, number>()
  let above = -Infinity
  const sorted = [...curved].sort((a, b) => a.end.y - b.end.y)
  for (const { seat, end } of sorted) {
    above = Math.max(end.y, above + distance)
    placed.set(seat, above)
  }
  let below = lowest + distance
  for (const { seat } of sorted.reverse()) {
    below = Math.min(placed.get(seat) ?? 0, below - distance)
    placed.set(seat, below)
  }
  return placed
}
