/** The review of a table's game as far as the server has it: asked for while somebody looks, until it is refined. */
import { api, Refused } from '../net/api'
import type { Phrase, Wire } from '../net/protocol'
import type { Review } from './figures'

export type Comment = Wire['CommentLine']

/** How long to wait before asking again, in milliseconds: short for the first pass, longer while it is refined. */
const SOON = 500
const LATER = 1500

export class ReviewLoader {
  review = $state.raw<Review | null>(null)
  refined = $state(false)
  done = $state(0)
  of = $state(0)
  /** What a review needs is compiled first, once on a machine. */
  compiling = $state(false)
  /** Why there is none. */
  refused = $state.raw<Phrase | null>(null)
  comments = $state.raw<Comment[]>([])
  branches = $state.raw<Wire['BranchLine'][]>([])
  #timer: ReturnType<typeof setTimeout> | undefined
  #watched = false

  constructor(
    readonly table: string,
    readonly key: string,
    /** A game that came with the page, or was kept: nothing can be asked or said. */
    readonly kept: { review: Review | null; comments: Comment[] } | null = null,
  ) {
    this.review = kept?.review ?? null
    this.refined = kept !== null
    this.comments = kept?.comments ?? []
  }

  /** Begins to look; the returned function ends it. */
  watch(): () => void {
    if (this.kept) return () => undefined
    this.#watched = true
    void this.#ask()
    void this.#listen()
    return () => {
      this.#watched = false
      clearTimeout(this.#timer)
    }
  }

  async comment(ply: number, text: string): Promise<void> {
    this.comments = (await api.comment(this.table, ply, text, this.key)).comments
  }

  async #listen(): Promise<void> {
    this.comments = (await api.comments(this.table).catch(() => ({ comments: [] }))).comments
    this.branches = (await api.branches(this.table).catch(() => ({ branches: [] }))).branches
  }

  async #ask(): Promise<void> {
    try {
      const state = await api.review(this.table)
      if (!this.#watched) return
      /* Figures may change while it is refined, order and words only at its end. */
      if (state.review && (!this.review || state.refined)) this.review = state.review
      this.refined = state.refined ?? false
      this.done = state.done ?? 0
      this.of = state.of ?? 0
      this.compiling = state.compiling ?? false
      this.refused = state.refused ?? null
    } catch (error) {
      if (error instanceof Refused && error.label && error.status !== 429) {
        this.refused = error.label
      }
    }
    if (!this.refined && !this.refused && this.#watched)
      this.#timer = setTimeout(() => void this.#ask(), this.review ? LATER : SOON)
  }
}
