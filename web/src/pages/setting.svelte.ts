/** A table that is being set on the home page: the game, who sits where, options, clock. */
import { usualSeats } from '../games/covers'
import type { GameInfo, NewTable, SeatRequest } from '../net/protocol'
import { settings } from '../kit/settings.svelte'
import { t } from '../words/catalogue.svelte'

const ABSENT_S = 180

export class Setting {
  game = $state.raw<GameInfo>({} as GameInfo)
  seats = $state.raw<SeatRequest[]>([])
  options = $state.raw<Record<string, number>>({})
  clock = $state<NewTable['clock']>('none')
  /** Under a live clock: whether a bot stands in for whoever is away for three minutes. */
  standIn = $state(true)
  /** Whether the result counts for the ratings of those who play. */
  rated = $state(false)
  /** In the lobby: anybody may sit down on an open seat, and watch. */
  listed = $state(false)

  constructor(game: GameInfo) {
    this.choose(game)
  }

  /** Another game: seats are kept as far as it has them. */
  choose(game: GameInfo): void {
    this.game = game
    this.options = Object.fromEntries(game.options.map((option) => [option.name, option.default]))
    const wanted = this.seats.length || usualSeats(game.id) || game.seats[0]
    this.resize(Math.min(Math.max(wanted, game.seats[0]), game.seats[1]))
  }

  get #bot(): SeatRequest {
    const { levels } = this.game
    return { kind: 'bot', level: levels[Math.min(1, levels.length - 1)] ?? 'level1' }
  }

  resize(count: number): void {
    const you: SeatRequest = { kind: 'you', name: settings.choices.name }
    this.seats = Array.from({ length: count }, (_, seat) => this.seats[seat] ?? (seat === 0 ? you : this.#bot))
  }

  get canAdd(): boolean {
    return this.seats.length < this.game.seats[1]
  }

  get canRemove(): boolean {
    return this.seats.length > this.game.seats[0]
  }

  get hasOpen(): boolean {
    return this.seats.some((seat) => seat.kind === 'open')
  }

  change(seat: number, value: SeatRequest): void {
    this.seats = this.seats.map((old, i) => (i === seat ? value : old))
    if (value.kind === 'you') settings.set({ name: value.name })
  }

  set(option: string, value: number): void {
    this.options = { ...this.options, [option]: value }
  }

  request(): NewTable {
    const seats = this.seats.map((seat) =>
      seat.kind === 'you' && !seat.name.trim() ? { ...seat, name: t('page.seat.guest') } : seat,
    )
    const wanted = {
      game: this.game.id,
      seats,
      options: this.options,
      clock: this.clock,
      listed: this.listed && this.hasOpen,
      rated: this.rated,
    }
    return this.clock === 'live' ? { ...wanted, absent_s: this.standIn ? ABSENT_S : null } : wanted
  }
}
