/** Money, buildings and chips of Alhambra, drawn from their data. */
import { type Drawing, letters, pattern, symbols, use } from '../../art/svg'
import type { Building, Category, Currency, Money } from './picture'
import { alhambraSymbols } from './symbols'

const line = 'fill="none" stroke="#fff" stroke-width="1.4" stroke-opacity=".42"'

/** Category textures: the cue beside colour and silhouette. */
const textures = [
  pattern('t-pavilion', 12, 8, `<path ${line} d="M0 4q3-4 6 0t6 0"/>`),
  pattern('t-seraglio', 12, 12, `<path ${line} d="M6 1l5 5-5 5-5-5z"/>`),
  pattern('t-arcades', 16, 8, `<path ${line} d="M0 0H16M0 4H16M4 0V4M12 4V8"/>`),
  pattern('t-chambers', 9, 9, '<circle cx="4.5" cy="4.5" r="1.3" fill="#8C7858" fill-opacity=".6"/>'),
  pattern('t-garden', 14, 14, `<path ${line} d="M7 12V5M7 8C3 8 2 5 2 3c3 0 5 2 5 5M7 8c4 0 5-3 5-5-3 0-5 2-5 5"/>`),
  pattern('t-tower', 7, 7, `<path ${line} d="M0 7L7 0"/>`),
].join('')

export const alhambraSprite = symbols(alhambraSymbols, 'ink') + textures

/** The foot line of a money card, another cue for its currency. */
const feet: Record<Currency, string> = { florin: '48', dirham: '2 3', denar: '7 4', ducat: '1 4' }

/** Under 44 px only the value and the coin are readable. */
function smallMoney({ currency, value }: Money): string {
  return (
    `<rect x="1" y="1" width="70" height="102" rx="9" fill="var(--cu-${currency})" stroke="var(--cu-${currency}-deep)" stroke-width="3"/>` +
    '<path d="M2 58H70V95a8 8 0 0 1-8 8H10a8 8 0 0 1-8-8z" fill="var(--card)"/>' +
    letters(36, 49, 54, value) +
    use(currency, 16, 60, 40, 6)
  )
}

/** A money card, 72 x 104: value twice, code, a coin whose rim names the currency. */
export function moneyCard(money: Money, code: string, width = 72): Drawing {
  const { currency, value } = money
  const deep = `var(--cu-${currency}-deep)`
  const body =
    width < 44
      ? smallMoney(money)
      : '<rect x="1" y="1" width="70" height="102" rx="7" fill="var(--card)" stroke="var(--card-edge)" stroke-width="1.5"/>' +
        `<path d="M1 8a7 7 0 0 1 7-7h56a7 7 0 0 1 7 7v24H1z" fill="var(--cu-${currency})"/><path d="M1 32H71" stroke="${deep}" stroke-width="1.5"/>` +
        letters(9, 25, 25, value, { anchor: 'start' }) +
        letters(64, 16, 10, code, { anchor: 'end', face: 'ui' }) +
        use(currency, 50, 18, 13, 6) +
        use(currency, 12, 38, 48, 3) +
        '<circle cx="36" cy="62" r="15.5" fill="var(--card)" fill-opacity=".92"/>' +
        letters(36, 70, 23, value, { fill: deep }) +
        `<path d="M12 94H60" stroke="${deep}" stroke-width="2" stroke-dasharray="${feet[currency]}" stroke-linecap="round"/>`
  return { box: [0, 0, 72, 104], body }
}

function smallBuilding({ category, price }: Building): string {
  return (
    `<rect x="1" y="1" width="94" height="126" rx="10" fill="var(--ca-${category})" stroke="var(--card-ink)" stroke-width="2.5"/>` +
    `<rect x="1" y="1" width="94" height="126" rx="10" fill="url(#t-${category})"/>` +
    '<path d="M8 120V70C8 52 26 44 48 42c22 2 40 10 40 28v50z" fill="var(--card)"/>' +
    use(category, 14, 50, 68, 4) +
    '<path d="M5 9a5 5 0 0 1 5-5h50v38l-27 12-28-12z" fill="var(--card)" stroke="var(--card-ink)" stroke-width="3" stroke-linejoin="round"/>' +
    letters(32.5, 41, price > 9 ? 41 : 43, price)
  )
}

/** A building, 96 x 128: textured frame, horseshoe niche, silhouette, price pennant, code, name. */
export function buildingCard(building: Building, code: string, name: string, width = 96): Drawing {
  const { category, price } = building
  const pale = category === 'chambers'
  const body =
    width < 48
      ? smallBuilding(building)
      : '<rect x="1" y="1" width="94" height="126" rx="8" fill="var(--card)" stroke="var(--card-edge)" stroke-width="1.5"/>' +
        `<rect x="6" y="6" width="84" height="92" rx="5" fill="var(--ca-${category})" stroke="var(--card-ink)" stroke-width="${pale ? 1.2 : 0}"/>` +
        `<rect x="6" y="6" width="84" height="92" rx="5" fill="url(#t-${category})"/>` +
        '<path d="M17 98V46C15 32 30 20 48 18c18 2 33 14 31 28v52z" fill="var(--card)" stroke="var(--card-ink)" stroke-width="1.2"/>' +
        use(category, 22, 30, 54, 2) +
        '<path d="M6 11a5 5 0 0 1 5-5h21v26l-13 7-13-7z" fill="var(--card)" stroke="var(--card-ink)" stroke-width="1.5" stroke-linejoin="round"/>' +
        letters(19, 28, 21, price) +
        letters(77, 19, 12, code, { fill: pale ? 'var(--card-ink)' : 'var(--white)', face: 'ui' }) +
        '<path d="M6 98H90" stroke="var(--card-ink)" stroke-width="1.5"/>' +
        letters(48, 116, 13, name, { weight: 600 })
  return { box: [0, 0, 96, 128], body }
}

/** A category at 20 to 40 px: in logs, matrices and the confirm bar. */
export function categoryChip(category: Category): Drawing {
  const edge = category === 'chambers' ? '#8C7858' : 'none'
  return {
    box: [0, 0, 48, 48],
    body:
      `<rect x="1" y="1" width="46" height="46" rx="9" fill="var(--ca-${category})" stroke="${edge}" stroke-width="1.5"/>` +
      `<rect x="1" y="1" width="46" height="46" rx="9" fill="url(#t-${category})"/><circle cx="24" cy="24" r="18" fill="var(--card)"/>` +
      use(category, 9, 8.5, 30, 4),
  }
}
