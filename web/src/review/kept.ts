/** A game that came with the page: unpacked, its positions put together again from what changed. */
import { type Clause, type Event, type PlyView, PROTOCOL, type Result, type TableInfo } from '../net/protocol'
import type { View, Wire } from '../net/protocol'
import type { Review } from './figures'
import { TableModel } from '../table/model.svelte'
import type { Kept } from './signed'

/** Nothing changed; another value; or the fields that changed, or the places of a list. */
type Change = null | [unknown] | { [field: string]: Change }

export interface Told {
  table: TableInfo
  result: Result
  log: Event[]
  stops: number[]
  /** At every stop, by whose eyes: a seat's number, or empty for a spectator's. */
  seen: Record<string, Change>[]
  review: Review | null
  comments: Wire['CommentLine'][]
  /** Only in a file: elsewhere the page has them. */
  rules?: Record<string, Clause[]>
  /** Only of a game that a browser keeps: in a file it stands by itself. */
  record?: Kept
}

const MISSING = '\u0000'

/** A value after a change. */
export function changed(before: unknown, change: Change): unknown {
  if (change === null) return before
  if (Array.isArray(change)) return change[0]
  const after = (Array.isArray(before) ? [...(before as unknown[])] : { ...(before as object) }) as Record<
    string,
    unknown
  >
  for (const [field, told] of Object.entries(change)) {
    if (Array.isArray(told) && told[0] === MISSING) delete after[field]
    else after[field] = changed(after[field], told)
  }
  return after
}

/** What is inside `<script id>`: base64 of deflated JSON. */
export function unpack<Content>(id: string): Promise<Content> {
  const text = document.getElementById(id)?.textContent ?? ''
  return inflate(new Blob([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))]))
}

/** Deflated JSON, read. */
export async function inflate<Content>(packed: Blob): Promise<Content> {
  const stream = packed.stream().pipeThrough(new DecompressionStream('deflate'))
  return JSON.parse(await new Response(stream).text()) as Content
}

export class KeptGame {
  readonly #views: Map<string, View[]>

  constructor(readonly told: Told) {
    this.#views = new Map(
      Object.keys(told.seen[0] ?? {}).map((eyes) => {
        let view: unknown = {}
        return [eyes, told.seen.map((changes) => (view = changed(view, changes[eyes] ?? null)) as View)]
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

/** The table of a kept game as one that is over, looked at by nobody in particular. */
export function modelOf(game: KeptGame, info: TableInfo = game.told.table): TableModel {
  const { told } = game
  const model: TableModel = new TableModel((message) => {
    if (message.type === 'travel')
      model.receive({ type: 'past', view: game.view(message.ply, message.as ?? null), log: [] })
  })
  model.receive({
    type: 'welcome',
    protocol: PROTOCOL,
    table: info,
    viewer: null,
    seats: [],
    host: false,
    view: game.view(told.stops.at(-1) ?? 0, null),
    from: 0,
    log: told.log,
    drawn: [],
    chat: [],
    muted: [],
  })
  model.receive({ type: 'over', result: told.result })
  return model
}
