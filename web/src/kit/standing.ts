/** A line of the scores: a seat, or somebody who scores without sitting at the table. */
export interface Standing {
  seat: number | null
  points: number
  /** What nobody's hand is called, and the place its pieces go to. */
  dummy?: { name: string; place: string } | undefined
}
