/** Signs of the interface: line only, drawn in the current colour. Original drawings of this project. */
import type { Symbols } from './svg'

export const glyphs: Symbols = {
  undo: '<path d="M22 40h38a20 20 0 0 1 0 40H34M22 40l18-18M22 40l18 18"/>',
  redo: '<path d="M78 40H40a20 20 0 0 0 0 40h26M78 40L60 22M78 40L60 58"/>',
  restart: '<path d="M24 30a36 36 0 1 1-9 28M24 12v20h20"/>',
  confirm: '<path d="M16 54l22 22 46-50"/>',
  log: `<path d="M34 24h52M34 50h52M34 76h36"/>
    <path d="M14 24h2M14 50h2M14 76h2" stroke-width="11"/>`,
  rules: '<path d="M50 24C38 14 24 14 10 18v62c14-4 28-4 40 6 12-10 26-10 40-6V18c-14-4-28-4-40 6zM50 24v62"/>',
  hint: '<path d="M36 68c-2-10-14-16-14-32a28 28 0 0 1 56 0c0 16-12 22-14 32zM38 82h24M44 94h12"/>',
  replay: `<path d="M16 50a34 34 0 1 0 12-26M30 8v18H12"/>
    <path d="M42 36l24 14-24 14z" fill="currentColor"/>`,
  clock: `<circle cx="50" cy="52" r="38"/>
    <path d="M50 28v26l16 10"/>`,
  eye: `<path d="M6 50c14-24 30-32 44-32s30 8 44 32c-14 24-30 32-44 32S20 74 6 50z"/>
    <circle cx="50" cy="50" r="13" fill="currentColor"/>`,
  bot: `<rect x="16" y="32" width="68" height="52" rx="14"/>
    <path d="M50 32V14M34 84v8M66 84v8M38 70h24"/>
    <circle cx="50" cy="11" r="4"/>
    <path d="M36 52v4M64 52v4" stroke-width="12"/>`,
  spectator: `<circle cx="30" cy="58" r="20"/>
    <circle cx="70" cy="58" r="20"/>
    <path d="M50 54v6M12 50l10-26h10M88 50L78 24H68"/>`,
  user: `<circle cx="50" cy="32" r="19"/>
    <path d="M14 90c2-24 18-32 36-32s34 8 36 32"/>`,
  link: '<path d="M42 58a18 18 0 0 0 26 2l16-16a18 18 0 0 0-26-26l-8 8M58 42a18 18 0 0 0-26-2L16 56a18 18 0 0 0 26 26l8-8"/>',
  download: '<path d="M50 12v52M28 44l22 22 22-22M14 86h72"/>',
  rematch: '<path d="M14 42a38 38 0 0 1 68-12M84 12v20H64M86 58a38 38 0 0 1-68 12M16 88V68h20"/>',
  search: `<circle cx="44" cy="44" r="28"/>
    <path d="M66 66l22 22"/>`,
  close: '<path d="M22 22l56 56M78 22L22 78"/>',
  menu: '<path d="M14 26h72M14 50h72M14 74h72"/>',
  chev: '<path d="M36 18l32 32-32 32"/>',
  'chev-l': '<path d="M64 18L32 50l32 32"/>',
  plus: '<path d="M50 16v68M16 50h68"/>',
  minus: '<path d="M16 50h68"/>',
  lock: `<rect x="18" y="44" width="64" height="44" rx="8"/>
    <path d="M32 44V32a18 18 0 0 1 36 0v12"/>`,
  chat: '<path d="M12 18h76v50H48L28 86V68H12z"/>',
  speak: '<path d="M14 38v24h16l22 18V20L30 38zM66 36a18 18 0 0 1 0 28M76 22a36 36 0 0 1 0 56"/>',
  theme: '<path d="M70 62A34 34 0 0 1 40 16a38 38 0 1 0 42 52 34 34 0 0 1-12-6z"/>',
  globe: `<circle cx="50" cy="50" r="40"/>
    <path d="M10 50h80M50 10c-26 24-26 56 0 80M50 10c26 24 26 56 0 80"/>`,
  crown: '<path d="M12 78L8 28l24 20 18-32 18 32 24-20-4 50z"/>',
  play: '<path d="M28 14l56 36-56 36z" fill="currentColor"/>',
  pause: '<path d="M32 16v68M68 16v68" stroke-width="14"/>',
  prev: '<path d="M76 18L32 50l44 32zM20 16v68" fill="currentColor"/>',
  next: '<path d="M24 18l44 32-44 32zM80 16v68" fill="currentColor"/>',
  first: '<path d="M88 20L54 50l34 30zM52 20L18 50l34 30zM10 16v68" fill="currentColor"/>',
  last: '<path d="M12 20l34 30-34 30zM48 20l34 30-34 30zM90 16v68" fill="currentColor"/>',
  hand: `<rect x="12" y="30" width="38" height="56" rx="6" transform="rotate(-12 31 58)"/>
    <rect x="48" y="26" width="38" height="56" rx="6" transform="rotate(12 67 54)"/>`,
  gavel: '<path d="M28 40l28-28 20 20-28 28zM44 56L14 86M22 34l32 32M50 6l32 32M60 88h32"/>',
  flag: '<path d="M22 92V12M22 16h58L66 36l14 20H22"/>',
  target: `<circle cx="50" cy="50" r="38"/>
    <circle cx="50" cy="50" r="16"/>
    <path d="M50 4v16M50 80v16M4 50h16M80 50h16"/>`,
  pass: `<circle cx="50" cy="50" r="38"/>
    <path d="M24 24l52 52"/>`,
  star: '<path d="M50 8l13 28 30 4-22 21 6 31-27-15-27 15 6-31L7 40l30-4z"/>',
  info: `<circle cx="50" cy="50" r="40"/>
    <path d="M50 46v26M50 30v2" stroke-width="10"/>`,
  share: '<path d="M50 60V10M30 28l20-18 20 18M30 44H16v46h68V44H70"/>',
  phone: '<rect x="26" y="6" width="48" height="88" rx="9"/><path d="M44 80h12"/>',
  bell: '<path d="M14 76h72c-8-8-10-14-10-34a26 26 0 0 0-52 0c0 20-2 26-10 34zM40 88q10 8 20 0"/>',
  mail: '<path d="M8 22h84v58H8zM8 26l42 34 42-34"/>',
  hook: '<path d="M50 12v28a22 22 0 1 1-30 20M50 12l-8-4M20 60l-8 10M20 60l12 6"/>',
  file: '<path d="M22 8h36l22 22v62H22zM58 8v22h22"/>',
  trash: '<path d="M18 26h64M38 26V12h24v14M28 26l5 64h34l5-64M44 42v32M56 42v32"/>',
  key: '<circle cx="30" cy="50" r="20"/><path d="M50 50h42v18M74 50v14"/>',
  history: '<path d="M16 50a34 34 0 1 0 10-24M10 18l16 8-4 18M50 30v22l14 10"/>',
  speaker: '<path d="M12 36h18l26-22v72L30 64H12zM68 34q12 16 0 32M80 22q22 28 0 56"/>',
  sun: '<circle cx="50" cy="50" r="18"/><path d="M50 8v12M50 80v12M8 50h12M80 50h12M20 20l9 9M71 71l9 9M20 80l9-9M71 29l9-9"/>',
  copy: `<rect x="30" y="30" width="56" height="58" rx="8"/>
    <path d="M18 68V22a8 8 0 0 1 8-8h40"/>`,
  dice: `<rect x="14" y="14" width="72" height="72" rx="14"/>
    <path d="M34 34h1M66 66h1M50 50h1" stroke-width="14"/>`,
  rotate: '<path d="M80 50a30 30 0 1 1-10-22M72 8v22H50"/>',
  store: '<path d="M14 36h72v50H14zM14 36l8-20h56l8 20M40 54h20"/>',
  settings:
    '<path d="M12 28h46M78 28h10M12 72h10M42 72h46"/><circle cx="68" cy="28" r="10"/><circle cx="32" cy="72" r="10"/>',
  warning: '<path d="M50 12l42 74H8zM50 40v20M50 72v2"/>',
  lost: '<path d="M8 36q42-34 84 0M24 54q26-20 52 0M40 70q10-8 20 0"/><path d="M16 10l68 80"/>',
  curtain: '<path d="M8 14h84M16 14v72h10q18-28 14-72M84 14v72H74Q56 58 60 14"/>',
  send: '<path d="M12 50L88 14 66 88 48 60zM48 60l40-46"/>',
  steps: '<path d="M12 86h22V64h22V42h22V20h12"/>',
  skip: '<path d="M14 24l26 26-26 26zM46 24l26 26-26 26z" fill="currentColor"/><path d="M84 22v56"/>',
  panel: '<rect x="10" y="16" width="80" height="68" rx="8"/><path d="M62 16v68"/>',
  keyboard: '<rect x="6" y="24" width="88" height="54" rx="8"/><path d="M24 42h2M42 42h2M60 42h2M76 42h2M30 62h40"/>',
  expand: '<path d="M58 14h28v28M42 86H14V58M86 14L58 42M14 86l28-28"/>',
  home: '<path d="M12 50L50 16l38 34M24 42v44h52V42M42 86V64h16v22"/>',
  city: '<path d="M8 88V44h8v-8h8v8h10V28l12-16 12 16v16h10v-8h8v8h16v44zM40 88V68a10 10 0 0 1 20 0v20"/>',
  ring: '<circle cx="50" cy="50" r="30"/><circle cx="50" cy="20" r="9" fill="currentColor"/><circle cx="76" cy="65" r="9" fill="currentColor"/><circle cx="24" cy="65" r="9" fill="currentColor"/>',
  grid: '<path d="M14 14h30v30H14zM56 14h30v30H56zM14 56h30v30H14zM56 56h30v30H56z"/>',
}
