/**
 * A table as one browser knows it: what the server has said, and nothing else. Messages come in through `receive`
 * and go out through `send`; who carries them (a socket, a test, the gallery) does not matter.
 */
import {
  type ChatLine,
  type Clock,
  type Event,
  type FromServer,
  type Hint,
  PROTOCOL,
  type Phrase,
  type Refusal,
  type Result,
  type ScoreTable,
  type Seat,
  type SeatInfo,
  type TableInfo,
  type ToServer,
  type View,
} from '../net/protocol'
import { t, words } from '../words/catalogue.svelte'
import { isolated } from '../words/initial'

export type Connection = 'joining' | 'live' | 'reconnecting' | 'lost' | 'outdated'

/** What a bot is called: `level3` by its place on the ladder, the others by their own name. */
export function botName(level: string): string {
  const rank = /^level(\d+)$/.exec(level)?.[1]
  return words.text(rank ? `bots.level.${rank}.name` : `bots.${level}.name`)
}

/** The name of whoever sits there, as the reader's language says it. */
export function nameOf(info: SeatInfo): string {
  if (info.name) return isolated(info.name)
  if (info.kind === 'bot') return info.level ? botName(info.level) : t('page.seat.bot')
  return info.kind === 'open' ? t('page.seat.open') : t('page.seat.nobody', { n: info.seat + 1 })
}

/** What one decides while looking at a ply. */
export type Decision = Extract<ToServer, { ply: number; type: 'act' | 'undo' | 'restart' | 'commit' }>

export class TableModel {
  connection = $state<Connection>('joining')
  info = $state.raw<TableInfo | null>(null)
  viewer = $state<Seat | null>(null)
  /** The seats this browser may sit in: several when they share a screen. */
  seats = $state.raw<Seat[]>([])
  /** Whether the viewer made the table. */
  host = $state(false)
  /** The position that is played. */
  view = $state.raw<View | null>(null)
  /** Lines of the game that this one branched off have plies below 0. */
  log = $state.raw<Event[]>([])
  /** What the last position was told with. */
  fresh = $state.raw<Event[]>([])
  chat = $state.raw<ChatLine[]>([])
  /** An earlier position that is looked at, or what others see of the viewer. */
  past = $state.raw<View | null>(null)
  peek = $state.raw<{ as: Seat | null; view: View } | null>(null)
  hint = $state.raw<Hint | null>(null)
  /** The last answer in words. */
  told = $state.raw<Extract<FromServer, { type: 'told' }> | null>(null)
  /** Why what is visible and not offered cannot be chosen at this position. */
  reasons = $state.raw<readonly Refusal[]>([])
  result = $state.raw<Result | null>(null)
  refused = $state.raw<{ label: Phrase; clause?: string } | null>(null)
  clock = $state.raw<Clock | null>(null)
  /** When the clock was set, to count down between messages. */
  clockSet = $state(0)
  /** The ply of the viewer's last own decision: what came after it is news. */
  lastOwn = $state(-1)
  /** Chat lines read so far. */
  read = $state(0)
  /** Whose chat the viewer does not want (null: spectators). */
  muted = $state.raw<ReadonlySet<Seat | null>>(new Set())
  /** When the table was last told, to count down what it says. */
  infoSet = $state(0)
  /** A decision that the server has not answered yet. */
  unsent = $state.raw<Decision | null>(null)
  /** From which ply on things happened while nobody looked; null when nothing is left to tell. */
  missedFrom = $state<number | null>(null)

  /** Two bots of one level are told apart by their seat; in what might have been, seats keep their players' names. */
  readonly names: string[] = $derived.by(() => {
    const past = this.info?.branch?.names ?? []
    const names = (this.info?.seats ?? []).map((info) => past[info.seat] || nameOf(info))
    return names.map((name, seat) =>
      names.filter((other) => other === name).length > 1 ? `${name}\u00a0${seat + 1}` : name,
    )
  })

  constructor(readonly send: (message: ToServer) => void) {}

  /** What the table shows: the past or another's eyes while they are looked at. */
  readonly shown: View | null = $derived(this.peek?.view ?? this.past ?? this.view)

  readonly over: boolean = $derived(
    this.result !== null || this.info?.state === 'over' || (this.view?.scores.places.length ?? 0) > 0,
  )

  readonly live: boolean = $derived(!this.past && !this.peek)

  readonly yourTurn: boolean = $derived(
    this.viewer !== null &&
      this.view?.prompt.seat === this.viewer &&
      (this.view.choices.length > 0 || this.view.turn.done),
  )

  readonly spectator: boolean = $derived(this.info !== null && this.viewer === null)

  /** What is said by those who are heard. */
  readonly heard: ChatLine[] = $derived(this.chat.filter((line) => !this.muted.has(line.seat)))

  readonly unread: number = $derived(Math.max(0, this.heard.length - this.read))

  /** The viewer has left, or was removed: a bot plays on until the end. */
  readonly gone: boolean = $derived(this.viewer !== null && (this.info?.seats[this.viewer]?.left ?? '') !== '')

  /** A bot decides for the viewer's seat. */
  readonly replaced: boolean = $derived(this.viewer !== null && (this.info?.seats[this.viewer]?.stand_in ?? false))

  /**
   * Events since the viewer's last decision, or since the first decision of all: what is dealt before it is no news.
   */
  readonly news: Event[] = $derived.by(() => {
    const first = this.log.find((event) => event.decided && event.ply >= 0)
    const from = this.lastOwn >= 0 ? this.lastOwn + 1 : (first?.ply ?? Infinity)
    return this.viewer === null ? [] : this.log.filter((event) => event.ply >= from && this.#isOthers(event))
  })

  /** What others did while nobody looked, their decisions and what came of them. */
  readonly missed: Event[] = $derived.by(() => {
    const from = this.missedFrom
    return from === null ? [] : this.log.filter((event) => event.ply >= from && this.#isOthers(event))
  })

  /** What a bot decided in the viewer's name while nobody looked. */
  readonly stoodIn: Event[] = $derived(this.missed.filter((event) => event.stand_in && event.seat === this.viewer))

  /** Not the viewer's own doing: others did it, or a bot in the viewer's name. */
  #isOthers(event: Event): boolean {
    return event.seat !== this.viewer || (event.stand_in ?? false)
  }

  say(phrase: Phrase): string {
    return words.say(phrase, this.names)
  }

  /** Whose column of the scores: a seat's name, or what the game calls the hand that nobody plays. */
  columnName({ seat, label }: ScoreTable['columns'][number]): string {
    const dummy = `${this.info?.game ?? ''}.dummy`
    return seat === null && words.has(dummy) ? words.text(dummy) : this.say(label)
  }

  receive(message: FromServer): void {
    switch (message.type) {
      case 'welcome':
        return this.#welcome(message)
      case 'table':
        this.#meet(message.table)
        return
      case 'view':
        this.fresh = message.log
        this.unsent = null
        this.#look(message.view)
        this.#hear([...this.log.filter((event) => event.ply < message.from), ...message.log])
        return
      case 'chat':
        this.chat = [...this.chat, message.line]
        return
      case 'hint':
        this.hint = message.hint
        return
      case 'told':
        this.told = message
        return
      case 'peek':
        this.peek = { as: message.as, view: message.view }
        return
      case 'why':
        if (message.ply === this.view?.ply) this.reasons = message.refusals
        return
      case 'past':
        this.past = message.view
        return
      case 'rematch':
        return
      case 'over':
        this.result = message.result
        return
      case 'refused':
        this.unsent = null
        this.refused =
          message.clause === undefined ? { label: message.label } : { label: message.label, clause: message.clause }
        return
    }
  }

  #welcome(message: Extract<FromServer, { type: 'welcome' }>): void {
    if (message.protocol !== PROTOCOL) {
      this.connection = 'outdated'
      return
    }
    this.#meet(message.table)
    this.viewer = message.viewer
    this.seats = message.seats
    this.host = message.host
    this.chat = message.chat
    this.muted = new Set(message.muted)
    this.read = this.heard.length
    this.fresh = []
    this.#look(message.view)
    this.#hear([...this.log.filter((event) => event.ply < message.from), ...message.log])
    this.connection = 'live'
  }

  #meet(info: TableInfo): void {
    this.info = info
    this.infoSet = Date.now()
  }

  #look(view: View): void {
    this.view = view
    this.viewer = view.viewer
    this.refused = null
    this.reasons = []
    if (this.hint && this.hint.ply !== view.ply) this.hint = null
    this.#tick(view.clock)
  }

  #hear(log: Event[]): void {
    this.log = log
    this.lastOwn = Math.max(-1, log.findLast((event) => event.decided && !this.#isOthers(event))?.ply ?? -1)
  }

  #tick(clock: Clock): void {
    this.clock = clock
    this.clockSet = Date.now()
  }

  act(actions: number[]): void {
    if (this.view && this.live) this.send({ type: 'act', ply: this.view.ply, actions })
  }

  /** A move in notation: what cannot be made is refused with its reason. */
  type(text: string): void {
    this.refused = null
    if (this.view && this.live) this.send({ type: 'act', ply: this.view.ply, text })
  }

  /** Asks once for each position why what is not offered cannot be chosen. */
  askWhy(): void {
    if (this.#asked === this.view) return
    this.#asked = this.view
    this.send({ type: 'why' })
  }
  #asked: View | null = null

  undo(): void {
    if (this.view?.turn.undo) this.send({ type: 'undo', ply: this.view.ply })
  }

  restart(): void {
    if (this.view?.turn.restart) this.send({ type: 'restart', ply: this.view.ply })
  }

  /** Whether the table keeps the end of one's turn back for a while; told when it does otherwise. */
  wait(mode: 'off' | 'timed'): void {
    if (this.view && this.viewer !== null && (this.view.turn.confirm ?? 'off') !== mode)
      this.send({ type: 'confirm', mode })
  }

  commit(): void {
    if (this.view) this.send({ type: 'commit', ply: this.view.ply })
  }

  /** An earlier position; once the game is over also through other eyes (null: a spectator's). */
  travel(ply: number, eyes?: Seat | null): void {
    this.send(eyes === undefined ? { type: 'travel', ply } : { type: 'travel', ply, as: eyes })
  }

  /** Whose chat one does not want. A spectator's wish stays in this browser; a seat's is kept by the server. */
  mute(seat: Seat | null, on: boolean): void {
    const muted = new Set(this.muted)
    if (on) muted.add(seat)
    else muted.delete(seat)
    this.muted = muted
    this.read = this.heard.length
    if (this.viewer !== null) this.send({ type: 'mute', seat, on })
  }

  /** Somebody looks at the table again after having seen it up to a ply: what others did since is told once. */
  comeBack(seen: number): void {
    const fresh = this.log.some((event) => event.ply >= seen && event.decided && this.#isOthers(event))
    this.missedFrom = this.viewer !== null && this.info?.state === 'playing' && fresh ? seen : null
  }

  /** Back to the present, to one's own eyes. */
  present(): void {
    this.past = null
    this.peek = null
  }
}
