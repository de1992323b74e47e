/** Signs of reviews: line only, drawn in the current colour. Original drawings of this project. */
import type { Symbols } from '../art/svg'
import { symbols } from '../art/svg'

export const reviewGlyphs: Symbols = {
  keystone: `<path d="M32 14h36l-10 44H42z" fill="currentColor"/>
    <path d="M10 90C10 62 12 46 20 34M90 90c0-28-2-44-10-56" stroke-width="10"/>`,
  sound: '<path d="M10 22h80v28H10zM10 50h80v28H10zM50 22v28M32 50v28M70 50v28"/>',
  detour: '<path d="M14 84V58a18 18 0 0 1 18-18h8a18 18 0 0 0 18-18v-2h26M68 4l18 16-18 16"/>',
  costly: '<path d="M8 18h26v22h24v22h24v20M66 68l16 18 14-18"/>',
  branch: `<path d="M28 92V10M28 62c0-22 44-10 44-38M56 36l16-18 16 18"/>
    <path d="M28 92V62" stroke-width="10"/>`,
  picture: `<rect x="10" y="16" width="80" height="68" rx="6"/>
    <circle cx="34" cy="38" r="8"/>
    <path d="M12 78l26-24 16 14 14-18 22 26"/>`,
  comment: '<path d="M12 18h76v48H52L34 84V66H12zM30 36h40M30 50h26"/>',
  offline: '<path d="M22 62a20 20 0 0 1 6-38 28 28 0 0 1 50 10 18 18 0 0 1 2 34H40M14 90L86 10"/>',
}

export const reviewSprite = symbols(reviewGlyphs, 'line')
