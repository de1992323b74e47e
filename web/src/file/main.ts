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
import { ReviewLoader } from '../review/loader.svelte'
import { drawPicture } from '../review/draw'
import type { TableModel } from '../table/model.svelte'
import { words } from '../words/catalogue.svelte'
import FileApp from './FileApp.svelte'
import { KeptGame, modelOf, type Told, unpack } from '../review/kept'
import type { Kept } from '../review/signed'

async function open(): Promise<void> {
  place.file = true
  const game = new KeptGame(await unpack<Told>('bastide-game'))
  const record = JSON.parse(document.getElementById('bastide-record')?.textContent ?? '{}') as Kept
  const { told } = game
  api.rules = (name, language) => Promise.resolve({ game: name, clauses: told.rules?.[language] ?? [] })
  const model = modelOf(game)
  await words.speak(settings.language)
  await words.open('page', 'pages', 'core', 'table', 'bots', 'review', told.table.game)
  settings.show()
  settings.follow()
  const route = routeOf(location)
  const face = await loadFace(told.table.game)
  if (route.page === 'picture') return picture(game, model, face, route.ply)
  const loader = new ReviewLoader('', '', told)
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
