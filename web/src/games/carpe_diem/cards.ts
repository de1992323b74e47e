/** Scoring cards and fountain cards of Carpe Diem. */
import { type Drawing, letters, round, use } from '../../art/svg'
import type { Kind, Reward, ScoringCard } from './picture'

/** Red cards give: jagged rim, outgoing arrow. Green cards own: straight rim, roof. */
interface Tint {
  deep: string
  soft: string
}
const tint = (card: ScoringCard): Tint =>
  card.kind === 'pay'
    ? { deep: 'var(--red)', soft: 'var(--red-soft)' }
    : { deep: 'var(--green)', soft: 'var(--green-soft)' }

const anyOf: Record<string, string[]> = {
  any_landscape: ['vineyard', 'herb_garden', 'fish_pond'],
  any_dwelling: ['merchant', 'baker', 'artisan'],
}

const gifts = (reward: ScoringCard['reward']): [Reward, number][] =>
  (Object.entries(reward) as [Reward, number][]).filter(([, n]) => n > 0)

/** The icons of a condition, one for each thing needed. */
function needed(need: ScoringCard['need']): string[] {
  return Object.entries(need).flatMap(([thing, n]) => anyOf[thing]?.slice(0, n) ?? (Array(n).fill(thing) as string[]))
}

function jagged(teeth: number, depth: number): string {
  const step = round(94 / teeth)
  return Array.from({ length: teeth }, (_, i) => `l-${step} ${i % 2 ? -depth : depth}`).join('')
}

const arrow = 'M79 12h11M86 7.5l4.5 4.5-4.5 4.5'
const roof = 'M79 11.5l6-5 6 5M81 11v6h8v-6'
const iconSizes = [30, 30, 28, 24, 20]
const rewardWidths: Record<Reward, number> = { vp: 26, coin: 20, bread: 21, step: 20 }

function rewards(reward: ScoringCard['reward']): string {
  const list = gifts(reward)
  const total = list.reduce((sum, [thing]) => sum + rewardWidths[thing], 4 * (list.length - 1))
  let x = 48 - total / 2
  return list
    .map(([thing, n]) => {
      const at = x
      x += rewardWidths[thing] + 4
      if (thing === 'vp') {
        return `<path d="M${round(at)} 58q13-8 26 0v12q-13 8-26 0z" fill="var(--gold)" stroke="var(--il)" stroke-width="1.5"/>${letters(at + 13, 70, 16, n)}`
      }
      const count = n > 1 ? letters(at + rewardWidths[thing] - 2, 76, 11, n, { face: 'ui' }) : ''
      return use(thing, at, 54, rewardWidths[thing], 5) + count
    })
    .join('')
}

/** 96 x 80: condition above, reward below. `any` is the word under three icons of one family. */
export function scoringCard(card: ScoringCard, any: string, width = 96): Drawing {
  if (width < 64) return smallScoringCard(card)
  const { deep, soft } = tint(card)
  const pay = card.kind === 'pay'
  const icons = needed(card.need)
  const size = iconSizes[Math.min(icons.length, 4)] as number
  const x0 = 48 - (icons.length * size + (icons.length - 1) * 2) / 2
  const y0 = 23 - size / 2 + (icons.length < 3 ? 3 : 5)
  const open = Object.entries(card.need).some(([thing]) => thing in anyOf)
  return {
    box: [0, 0, 96, 80],
    body:
      '<rect x="1" y="1" width="94" height="78" rx="7" fill="var(--card)" stroke="var(--card-edge)" stroke-width="1.5"/>' +
      `<path d="M1 8a7 7 0 0 1 7-7h80a7 7 0 0 1 7 7${pay ? `V43${jagged(16, 5)}` : 'V46H1'}Z" fill="${soft}" stroke="${deep}" stroke-width="1.5" stroke-linejoin="round"/>` +
      `<path d="M1 8a7 7 0 0 1 7-7h13v17H1z" fill="${deep}"/>${letters(11, 14.5, 14, card.deck, { fill: 'var(--white)' })}` +
      `<path d="${pay ? arrow : roof}" fill="none" stroke="${deep}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>` +
      icons.map((name, i) => use(name, x0 + i * (size + 2), y0 - (open ? 3 : 0), size, 4)).join('') +
      (open ? letters(48, 43.5, 8.5, any, { face: 'ui' }) : '') +
      rewards(card.reward),
  }
}

/** Under 64 px: counts instead of repeated icons. */
function smallScoringCard(card: ScoringCard): Drawing {
  const { deep, soft } = tint(card)
  const list = Object.entries(card.need)
  const rim = card.kind === 'pay' ? `V45${jagged(8, 6)}` : 'V48H1'
  const given = gifts(card.reward)
  const icons = list.flatMap(([thing]) => anyOf[thing] ?? [thing])
  const size = [40, 40, 40, 30, 23][Math.min(icons.length, 4)] as number
  const condition =
    icons.length === 1
      ? list.map(([thing, n]) => letters(26, 40, 38, n, { face: 'ui' }) + use(thing, 44, 5, 40, 5)).join('')
      : icons.map((name, i) => use(name, 48 - (icons.length * size) / 2 + i * size, 24 - size / 2, size, 5)).join('')
  const gift = given.map(([thing, n], i) => {
    const x = 48 - given.length * 15 + i * 30
    if (thing !== 'vp') return use(thing, x + 1, 50, 28, 6)
    return `<rect x="${x - 4}" y="51" width="38" height="27" rx="8" fill="var(--gold)" stroke="var(--il)" stroke-width="2.5"/>${letters(x + 15, 74, 26, n, { face: 'ui' })}`
  })
  return {
    box: [0, 0, 96, 80],
    body:
      '<rect x="1" y="1" width="94" height="78" rx="8" fill="var(--card)" stroke="var(--card-edge)" stroke-width="2"/>' +
      `<path d="M1 9a8 8 0 0 1 8-8h78a8 8 0 0 1 8 8${rim}Z" fill="${soft}" stroke="${deep}" stroke-width="3" stroke-linejoin="round"/>` +
      condition +
      gift.join(''),
  }
}

/** 72 x 100: a water niche with the kind, two points for each (CDM-63). */
export function fountainCard(kind: Kind, width = 64): Drawing {
  const small =
    '<rect x="1" y="1" width="70" height="98" rx="9" fill="#CFE3EA" stroke="var(--cd-fountain)" stroke-width="4"/>' +
    `${use(kind, 8, 5, 56, 5)}<rect x="12" y="62" width="48" height="34" rx="10" fill="var(--gold)" stroke="var(--il)" stroke-width="2.5"/>${letters(36, 90, 31, 2, { face: 'ui' })}`
  const large =
    '<rect x="1" y="1" width="70" height="98" rx="8" fill="var(--card)" stroke="var(--card-edge)" stroke-width="1.5"/>' +
    '<path d="M7 46V34C7 18 20 8 36 7c16 1 29 11 29 27v36H7z" fill="#CFE3EA" stroke="var(--cd-fountain)" stroke-width="1.8"/>' +
    '<path d="M12 62q6-5 12 0t12 0 12 0 12 0" fill="none" stroke="#fff" stroke-width="2.5"/>' +
    `${use(kind, 16, 18, 40, 3)}${use('fountain', 7, 75, 18, 6)}` +
    '<path d="M36 80q11-6 22 0v9q-11 6-22 0z" fill="var(--gold)" stroke="var(--il)" stroke-width="1.4"/>' +
    `${letters(47, 89.5, 12, 2)}${letters(30, 89, 11, '×', { face: 'ui' })}`
  return { box: [0, 0, 72, 100], body: width < 44 ? small : large }
}
