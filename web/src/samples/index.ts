/** Sample tables, for the gallery and the tests: positions as a server would send them. */
import { api, type Tables } from '../net/api'
import type { FromServer, GameInfo, Result, RulesText, TableLine, View } from '../net/protocol'
import { PROTOCOL } from '../net/protocol'
import { TableModel } from '../table/model.svelte'
import { type Language, words } from '../words/catalogue.svelte'

type Welcome = Extract<FromServer, { type: 'welcome' }>
type Sample = Omit<Welcome, 'type' | 'protocol' | 'seats' | 'host' | 'from' | 'muted'>

const files = import.meta.glob<Sample>(['./*.json', '!./words.*.json', '!./result.json', '!./games.json'], {
  import: 'default',
})
export const sampleNames = Object.keys(files).map((path) => path.slice(2, -5))

export async function sample(name: string): Promise<Sample> {
  const file = files[`./${name}.json`]
  if (!file) throw new Error(`there is no sample ${name}`)
  return structuredClone(await file())
}

export async function sampleWords(language: Language): Promise<void> {
  const texts = language === 'fr' ? await import('./words.fr.json') : await import('./words.en.json')
  const known = Object.entries(texts.default as Record<string, string>).filter(
    ([key]) => key.startsWith('sample.') || !words.has(key),
  )
  words.add(Object.fromEntries(known), language)
}

/** A table that answers a little: it travels, shows the past and hears the chat. */
export async function sampleTable(name: string): Promise<TableModel> {
  const data = await sample(name)
  const model = new TableModel((message) => {
    if (message.type === 'travel')
      model.receive({ type: 'past', view: { ...(model.view as View), ply: message.ply }, log: [] })
    if (message.type === 'peek')
      model.receive({
        type: 'peek',
        as: message.as,
        view: { ...(model.view as View), viewer: null, choices: [], refusals: [] },
      })
    if (message.type === 'say')
      model.receive({
        type: 'chat',
        line: { at: Date.now(), seat: model.viewer, name: model.names[model.viewer ?? 0] ?? '', text: message.text },
      })
    if (message.type === 'hint') {
      const first = model.view?.choices[0]
      model.receive({
        type: 'hint',
        hint: {
          ply: model.view?.ply ?? 0,
          verdict: { key: 'sample.hint.1' },
          options: first
            ? [
                {
                  action: first.action,
                  text: first.text,
                  label: first.label,
                  share: 0.41,
                  points: 12,
                  reasons: [{ key: 'sample.hint.1' }, { key: 'sample.hint.2' }],
                },
              ]
            : [],
        },
      })
    }
  })
  model.receive({ type: 'welcome', protocol: PROTOCOL, seats: [0], host: true, from: 0, muted: [], ...data })
  return model
}

export async function sampleResult(): Promise<Result> {
  return structuredClone((await import('./result.json')).default) as Result
}

const levels = ['level1', 'level2', 'level3', 'level4', 'level5']
export const sampleGames: GameInfo[] = [
  {
    id: 'alhambra',
    rules_version: 1,
    seats: [2, 6],
    minutes: 45,
    options: [{ name: 'open_hands', default: 0, low: 0, high: 1, clause: 'ALH-07', offered: [] }],
    levels,
    reconstructed: false,
    ready: true,
  },
  {
    id: 'batisseurs',
    rules_version: 1,
    seats: [3, 4],
    minutes: 60,
    options: [{ name: 'one_town_hall', default: 1, low: 0, high: 1, clause: 'BAT-35', offered: [] }],
    levels,
    reconstructed: true,
    ready: true,
  },
  {
    id: 'enghien',
    rules_version: 1,
    seats: [2, 6],
    minutes: 15,
    options: [{ name: 'target', default: 0, low: 0, high: 999, clause: 'ENG-20', offered: [30, 50, 75] }],
    levels,
    reconstructed: true,
    ready: true,
  },
  {
    id: 'carpe_diem',
    rules_version: 1,
    seats: [2, 4],
    minutes: 75,
    options: [],
    levels,
    reconstructed: true,
    ready: true,
  },
]

const MOMENT = 1_794_700_000_000
export const sampleNow = MOMENT + 4 * 3_600_000
const lea = { seat: 0, name: 'Léa', kind: 'person' as const, connected: true }
const lines: TableLine[] = [
  {
    id: 'corn',
    game: 'alhambra',
    name: 'Cornières',
    seats: [
      lea,
      { seat: 1, name: 'Jules', kind: 'person', connected: true },
      { seat: 2, name: 'Inès', kind: 'person', connected: false },
    ],
    state: 'playing',
    your_turn: true,
    waiting_for: [0],
    since: MOMENT,
    href: '/#/gallery/alhambra',
  },
  {
    id: 'lac',
    game: 'enghien',
    name: 'Le lac',
    seats: [lea, { seat: 1, name: 'Jules', kind: 'person', connected: true }],
    state: 'playing',
    your_turn: false,
    waiting_for: [1],
    since: MOMENT,
    href: '/#/gallery/enghien',
  },
  {
    id: 'appia',
    game: 'carpe_diem',
    name: 'Via Appia',
    seats: [
      { seat: 0, name: 'Noé', kind: 'person', connected: true },
      { seat: 1, name: null, kind: 'open', connected: false },
    ],
    state: 'waiting',
    your_turn: false,
    waiting_for: [1],
    since: MOMENT,
    href: '/#/gallery/carpe_diem',
  },
]

export const sampleTables: Tables = {
  own: lines.filter((line) => line.state === 'playing'),
  listed: lines.filter((line) => line.state === 'waiting'),
}

const clauses = {
  en: [
    ['ALH-10', 'S', 'A turn', 'The player must do one of two things: take money, or buy a building.'],
    [
      'ALH-11',
      'S/R',
      'A turn',
      'Take money: any one open card, or several whose values sum to at most 5, in any mix of currencies. This ends the turn.',
    ],
    [
      'ALH-12',
      'S',
      'A turn',
      'Buy: any building in the yard, with cards of that slot’s currency only, worth at least the price.',
    ],
    ['ALH-13', 'S', 'A turn', 'No change is given; paid cards go to the discard pile.'],
    ['ALH-14', 'S', 'A turn', 'Exact payment gives another action, of either kind. Overpaying ends the turn.'],
    ['ALH-30', 'S', 'Scoring', 'Each category is scored on its own by number of cards.'],
  ],
  fr: [
    [
      'ALH-10',
      'S',
      'Un tour',
      'Le joueur doit faire l’une de ces deux choses : prendre de l’argent, ou acheter un bâtiment.',
    ],
    [
      'ALH-11',
      'S/R',
      'Un tour',
      'Prendre de l’argent : une carte visible, ou plusieurs dont la somme ne dépasse pas 5, toutes monnaies mêlées. Le tour finit.',
    ],
    [
      'ALH-12',
      'S',
      'Un tour',
      'Acheter : un bâtiment du chantier, avec des cartes de la monnaie de sa case seulement, pour au moins son prix.',
    ],
    ['ALH-13', 'S', 'Un tour', 'On ne rend pas la monnaie ; les cartes payées vont à la défausse.'],
    ['ALH-14', 'S', 'Un tour', 'Payer juste donne une autre action, au choix. Payer trop finit le tour.'],
    ['ALH-30', 'S', 'Décompte', 'Chaque catégorie se compte à part, au nombre de cartes.'],
  ],
}

/** Answers in place of a server's. */
export function answerWithSamples(): void {
  api.games = () => Promise.resolve(sampleGames)
  api.tables = () => Promise.resolve(sampleTables)
  api.create = () => Promise.resolve('/#/gallery/alhambra')
  api.rules = (game, language): Promise<RulesText> =>
    Promise.resolve({
      game,
      clauses: clauses[language as Language].map(([id = '', marks = '', section = '', text = '']) => ({
        id,
        marks,
        section,
        text,
      })),
    })
}
