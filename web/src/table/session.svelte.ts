/**
 * A table's socket: says hello, hears everything, and comes back by itself when the line breaks.
 * Every seat adds chance of its own before the deal: a seal first, and what was sealed once all have shown theirs.
 */
import type { Trouble } from '../net/trouble'
import { type Decision, TableModel } from './model.svelte'
import { Pacer } from './pacer.svelte'
import { words } from '../words/catalogue.svelte'
import { addressOf, go } from '../net/address'
import { api } from '../net/api'
import { ownEntropy, pinCommitment, pinOutcomes, pinShown } from '../net/pins'
import { sealOf } from '../net/seal'
import { type FromServer, PROTOCOL, type TableInfo, type ToServer } from '../net/protocol'

/** How the server closes: the page speaks another protocol, may not enter, or there is no such table. */
const OTHER_PROTOCOL = 4000
const NO_ENTRY = 4003
const NO_TABLE = 4004
const endings: Record<number, Trouble> = { [OTHER_PROTOCOL]: 'outdated', [NO_ENTRY]: 'dead', [NO_TABLE]: 'dead' }

const FIRST_PAUSE = 400
const LONGEST_PAUSE = 8000
/** So many failures in a row, and the page says that the server is away. It keeps trying. */
const PATIENCE = 4

function isDecision(message: ToServer): message is Decision {
  return ['act', 'undo', 'restart', 'commit'].includes(message.type)
}

export class Session {
  readonly model: TableModel
  readonly pacer: Pacer
  trouble = $state<Trouble | null>(null)
  /** The last line broke before anything was heard over it. */
  failed = $state(false)
  /** Where the table can be watched instead, when its seats are taken. */
  watch = $state<string | undefined>()
  #socket: WebSocket | null = null
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  /** What has been shown of one's part of the shuffle over this line: each step is sent once. */
  #shown: 'nothing' | 'seal' | 'entropy' = 'nothing'

  /** The game was not over when this page came: what it hears of the draws is news, and is remembered. */
  #witness = false

  constructor(
    readonly table: string,
    readonly key: string,
  ) {
    this.model = new TableModel((message) => this.#send(message))
    this.pacer = new Pacer(this.model)
    this.#connect()
    addEventListener('offline', this.#offline)
    addEventListener('online', this.#online)
  }

  #offline = (): void => void (this.model.connection = 'reconnecting')
  #online = (): void => this.retry()

  #connect(): void {
    const address = new URL(`/api/tables/${this.table}/socket`, location.href)
    address.protocol = address.protocol.replace('http', 'ws')
    const socket = new WebSocket(address)
    this.#socket = socket
    this.#shown = 'nothing'
    socket.onopen = () => {
      const hello = { type: 'hello', protocol: PROTOCOL, seen: 0, language: words.language } as const
      this.#send(this.key ? { ...hello, key: this.key } : hello)
    }
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as FromServer)
    socket.onclose = (event) => this.#lost(event.code)
  }

  #send(message: ToServer): void {
    if (isDecision(message)) this.model.unsent = message
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** What was decided while the line was broken goes out again, if the table still stands as it did then. */
  #sendAgain(ply: number): void {
    const { unsent } = this.model
    this.model.unsent = null
    if (unsent?.ply === ply) this.#send(unsent)
  }

  #hear(message: FromServer): void {
    this.#failures = 0
    this.failed = false
    this.trouble = null
    this.pacer.hear(message)
    if (message.type === 'welcome') this.#sendAgain(message.view.ply)
    if (message.type === 'rematch') go(message.href)
    if (message.type === 'welcome' || message.type === 'table') {
      this.#witness ||= message.table.state !== 'over'
      if (message.table.state === 'waiting') pinCommitment(this.table, message.table.commitment)
      void this.#addChance(message.table)
    }
    if (this.#witness && (message.type === 'welcome' || message.type === 'view')) pinOutcomes(this.table, message)
  }

  #lost(code: number): void {
    if (this.#closed) return
    const ending = endings[code]
    if (ending) {
      void this.#end(ending)
      return
    }
    this.#failures++
    this.failed = true
    this.model.connection = 'reconnecting'
    if (this.#failures >= PATIENCE) this.trouble = 'lost'
    this.#timer = setTimeout(() => this.#connect(), Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (this.#failures - 1)))
  }

  /** A link that is good no more leads to a table whose seats are taken, or nowhere. */
  async #end(ending: Trouble): Promise<void> {
    const table = ending === 'dead' ? await api.table(this.table).catch(() => null) : null
    const full = table !== null && this.key !== '' && table.seats.every((seat) => seat.kind !== 'open')
    if (full && table.listed) this.watch = addressOf({ page: 'table', id: this.table, key: '' })
    this.trouble = full ? 'full' : table !== null && this.key === '' ? 'private' : ending
  }

  /** Tries at once: somebody asks for it, the network is back, or the device slept and the old line may be dead. */
  retry(): void {
    clearTimeout(this.#timer)
    this.trouble = null
    if (this.#socket) this.#socket.onclose = null
    this.#socket?.close()
    this.#connect()
  }

  close(): void {
    this.#closed = true
    removeEventListener('offline', this.#offline)
    removeEventListener('online', this.#online)
    clearTimeout(this.#timer)
    this.pacer.close()
    this.#socket?.close()
  }

  /** One's part of the shuffle is drawn once per table and kept until it has been opened. */
  async #addChance(table: TableInfo): Promise<void> {
    const seat = this.model.viewer
    const share = seat === null ? undefined : table.shares[seat]
    if (seat === null || !share || table.state !== 'waiting' || !globalThis.crypto?.subtle) return
    const entropy = ownEntropy(this.table, seat)
    const seal = await sealOf(entropy)
    if (share.seal === null && this.#shown === 'nothing') {
      this.#shown = 'seal'
      this.#send({ type: 'share', seal })
    } else if (share.seal === seal) {
      pinShown(this.table, seat)
      if (!table.opening || share.opened || this.#shown === 'entropy') return
      this.#shown = 'entropy'
      this.#send({ type: 'open', entropy })
    }
  }
}
