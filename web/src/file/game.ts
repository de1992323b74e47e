/** A game that came with the page: unpacked, its positions put together again from what changed. */
import type { Clause, Event, PlyView, Result, TableInfo, View, Wire } from '../net/protocol'
import type { Review } from '../review/figures'

/** Nothing changed; another value; or the fields that changed. */
type Change = null | [unknown] | { [field: string]: Change }

export interface Told {
  table: TableInfo
  result: Result
  log: Event[]
  stops: number[]
  /** By whose eyes: a seat's number, or empty for a spectator's. */
  seen: Record<string, Change[]>
  review: Review | null
  comments: Wire['CommentLine'][]
  rules: Record<string, Clause[]>
}

const MISSING = '\u0000'

/** A value after a change. */
export function changed(before: unknown, change: Change): unknown {
  if (change === null) return before
  if (Array.isArray(change)) return change[0]
  const after: Record<string, unknown> = { ...(before as Record<string, unknown>) }
  for (const [field, told] of Object.entries(change)) {
    if (Array.isArray(told) && told[0] === MISSING) delete after[field]
    else after[field] = changed(after[field], told)
  }
  return after
}

/** What is inside `<script id>`: base64 of deflated JSON. */
export async function unpack<Content>(id: string): Promise<Content> {
  const text = document.getElementById(id)?.textContent ?? ''
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))
  return JSON.parse(await new Response(stream).text()) as Content
}

export class KeptGame {
  readonly #views: Map<string, View[]>

  constructor(readonly told: Told) {
    this.#views = new Map(
      Object.entries(told.seen).map(([eyes, changes]) => {
        let view: unknown = {}
        return [eyes, changes.map((change) => (view = changed(view, change)) as View)]
      }),
    )
  }

  /** A position through some eyes; between two decisions the later one is shown. */
  view(ply: number, eyes: number | null): View {
    const { stops } = this.told
    const at = stops.findIndex((stop) => stop >= ply)
    const view = this.#views.get(eyes === null ? '' : String(eyes))?.at(at)
    if (!view) throw new Error(`there is no position ${ply}`)
    return view
  }

  ply(ply: number, eyes: number | null): PlyView {
    return { table: this.told.table, view: this.view(ply, eyes), log: [], last: this.told.stops.at(-1) ?? 0 }
  }
}
