/** The page of a game in one file: everything it shows came with it. */
import { mount } from 'svelte'
import '../app.css'
import { commonSprite } from '../art/sprite'
import Sprite from '../art/Sprite.svelte'
import { loadFace } from '../games/faces'
import type { GameFace } from '../kit/face'
import { settings } from '../kit/settings.svelte'
import { addressOf, go, place, routeOf } from '../net/address'
import { api } from '../net/api'
import { PROTOCOL } from '../net/protocol'
import { ReviewLoader } from '../review/loader.svelte'
import { drawPicture } from '../review/draw'
import { TableModel } from '../table/model.svelte'
import { words } from '../words/catalogue.svelte'
import FileApp from './FileApp.svelte'
import { KeptGame, type Told, unpack } from './game'
import type { Kept } from './seal'

async function open(): Promise<void> {
  place.file = true
  const game = new KeptGame(await unpack<Told>('bastide-game'))
  const record = JSON.parse(document.getElementById('bastide-record')?.textContent ?? '{}') as Kept
  const { told } = game
  api.ply = (_table, ply, _key, eyes) => Promise.resolve(game.ply(ply, eyes ?? null))
  api.review = () => Promise.resolve({ review: told.review, refined: true })
  api.comments = () => Promise.resolve({ comments: told.comments })
  api.branches = () => Promise.resolve({ branches: [] })
  api.rules = (name, language) => Promise.resolve({ game: name, clauses: told.rules[language] ?? [] })
  const model = new TableModel((message) => {
    if (message.type === 'travel')
      model.receive({ type: 'past', view: game.view(message.ply, message.as ?? null), log: [] })
  })
  model.receive({
    type: 'welcome',
    protocol: PROTOCOL,
    table: told.table,
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
  await words.speak(settings.language)
  await words.open('page', 'core', 'table', 'bots', 'review', told.table.game)
  settings.show()
  settings.follow()
  const route = routeOf(location)
  const face = await loadFace(told.table.game)
  if (route.page === 'picture') return picture(game, model, face, route.ply)
  const loader = new ReviewLoader('', '', true)
  if (route.page === 'home') go(addressOf({ page: 'replay', id: 'game', ply: null }), true)
  mount(FileApp, {
    target: document.body,
    props: { game, record, model, face, loader },
  })
}

/** For `bastide picture`: the position of a ply as SVG, in base64, as the whole text of the page. */
async function picture(game: KeptGame, model: TableModel, face: GameFace, ply: number | null): Promise<void> {
  const { table, result, review, stops } = game.told
  const view = game.view(ply ?? stops.at(-1) ?? 0, null)
  mount(Sprite, { target: document.body, props: { of: commonSprite } })
  mount(Sprite, { target: document.body, props: { of: face.sprite } })
  const svg = await drawPicture({ model, info: table, result, face, review, view })
  const bytes = new TextEncoder().encode(svg)
  const shown = document.createElement('pre')
  shown.id = 'bastide-picture'
  shown.textContent = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  document.body.append(shown)
}

void open()
