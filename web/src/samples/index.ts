/** Sample tables, for the gallery and the tests: what a server sends, as `python -m tests.samples` writes it. */
import { api, type Tables } from '../net/api'
import type { FromServer, GameInfo, Refusal, Result, RulesText, TableLine, View } from '../net/protocol'
import { TableModel } from '../table/model.svelte'
import type { Language } from '../words/catalogue.svelte'
import { sampleReview } from './review'

type Welcome = Extract<FromServer, { type: 'welcome' }>
/** With what a server answers to `why` at that position. */
type Sample = Welcome & { refusals: Refusal[] }

const files = import.meta.glob<Sample>(['./*.json', '!./answers.json'], { import: 'default' })
export const sampleNames = Object.keys(files).map((path) => path.slice(2, -5))

export async function sample(name: string): Promise<Sample> {
  const file = files[`./${name}.json`]
  if (!file) throw new Error(`there is no sample ${name}`)
  return structuredClone(await file())
}

/** A table that answers a little: it travels, shows the past and hears the chat. */
export async function sampleTable(name: string): Promise<TableModel> {
  const { refusals, ...data } = await sample(name)
  const model = new TableModel((message) => {
    if (message.type === 'travel')
      model.receive({ type: 'past', view: { ...(model.view as View), ply: message.ply }, log: [] })
    if (message.type === 'peek')
      model.receive({
        type: 'peek',
        as: message.as,
        view: { ...(model.view as View), viewer: null, choices: [] },
      })
    if (message.type === 'why') model.receive({ type: 'why', ply: model.view?.ply ?? 0, refusals })
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
          verdict: { key: 'bots.hint.only' },
          options: first
            ? [
                {
                  action: first.action,
                  text: first.text,
                  label: first.label,
                  share: 0.41,
                  points: 12,
                  reasons: [],
                },
              ]
            : [],
        },
      })
    }
  })
  model.receive(data)
  return model
}

interface Answers {
  games: GameInfo[]
  rules: Record<string, Record<Language, RulesText>>
  result: { game: string; result: Result }
}
const answers = (): Promise<Answers> =>
  import('./answers.json').then((file) => structuredClone(file.default) as unknown as Answers)

/** A finished game, and what came of it. */
export const sampleResult = async (): Promise<Answers['result']> => (await answers()).result
export const sampleGames = async (): Promise<GameInfo[]> => (await answers()).games

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

/** Answers in place of a server's. */
export function answerWithSamples(): void {
  api.games = sampleGames
  api.tables = () => Promise.resolve(sampleTables)
  api.review = () => Promise.resolve({ review: sampleReview(), refined: true })
  api.comments = () => Promise.resolve({ comments: [] })
  api.branches = () => Promise.resolve({ branches: [] })
  api.create = () => Promise.resolve('/#/gallery/')
  api.rules = async (game, language): Promise<RulesText> => {
    const text = (await answers()).rules[game]?.[language as Language]
    if (!text) throw new Error(`there are no sample rules of ${game}`)
    return text
  }
}
