/** How large equal squares can be. */
const LEAST = 38
const MOST = 110
const GAP = 6

/** The side of so many squares that a box shows all at once, as large as it allows. */
export function fitting(squares: number, width: number, height: number): number {
  for (let columns = 1; columns <= squares; columns++) {
    const side = Math.min(MOST, Math.floor((width + GAP) / columns) - GAP)
    if (Math.ceil(squares / columns) * (side + GAP) - GAP <= height) return Math.max(LEAST, side)
  }
  return LEAST
}
