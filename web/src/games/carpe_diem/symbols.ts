/**
 * Goods, buildings, dwellings and markers of Carpe Diem.
 * Original drawings of this project, made from the rules.
 */
import type { Symbols } from '../../art/svg'

/** A pawn wears its seat's shape as a head: told apart without colour. */
const pawnHeads = [
  '<circle cx="50" cy="27" r="21"/>',
  '<rect x="30" y="7" width="40" height="40" rx="4"/>',
  '<path d="M50 3l27 46H23z"/>',
  '<path d="M50 2l26 26-26 26-26-26z"/>',
]
const pawn = (head: string, seat: number): string =>
  `<g fill="var(--s${seat + 1})"><path d="M39 48h22c1 16 8 25 16 32v14H23V80c8-7 15-16 16-32z"/>${head}</g>`

export const carpeDiemSymbols: Symbols = {
  villa: `<path fill="var(--roof)" d="M6 52l14-22h60l14 22z"/>
    <path fill="var(--stone)" d="M12 52h76v38H12z"/>
    <path fill="var(--roof-2)" d="M26 32V14h12v16zM62 32V14h12v16z"/>
    <path fill="none" d="M24 14h16M60 14h16M30 8q4-4 8 0M66 8q4-4 8 0"/>
    <path fill="var(--wood)" d="M42 90V72a8 8 0 0 1 16 0v18z"/>
    <path fill="var(--p-slate)" d="M20 62h12v13H20zM68 62h12v13H68z"/>
    <path fill="none" d="M18 40h64M30 46v-6M44 46v-6M56 46v-6M70 46v-6" opacity=".5"/>`,
  chimney: `<path fill="var(--roof)" d="M30 34h40v58H30z"/>
    <path fill="var(--stone)" d="M24 24h52v12H24z"/>
    <path fill="none" d="M30 50h40M30 66h40M30 82h40M50 36v14M40 50v16M60 50v16M50 66v16"/>
    <path fill="none" d="M50 18c-8-4 4-8-2-14"/>`,
  grape: `<path fill="none" stroke-width="4" stroke="var(--wood-2)" d="M50 26V10q8-3 12 2"/>
    <path fill="var(--leaf-2)" d="M50 22c-14 4-26-2-28-12 12-4 26 0 28 12z"/>
    <g fill="var(--cd-vineyard)">
    <circle cx="34" cy="38" r="12"/>
    <circle cx="50" cy="35" r="12"/>
    <circle cx="66" cy="38" r="12"/>
    <circle cx="42" cy="56" r="12"/>
    <circle cx="58" cy="56" r="12"/>
    <circle cx="50" cy="75" r="12"/>
    </g>
    <path stroke="var(--white)" fill="none" d="M29 34q2-5 6-5M45 31q2-5 6-5"/>`,
  herb: `<path fill="none" stroke-width="5" stroke="var(--leaf-2)" d="M50 92C50 66 50 46 50 22"/>
    <g fill="var(--cd-herb)">
    <path d="M50 34C40 26 40 14 50 6c10 8 10 20 0 28z"/>
    <path d="M48 54C30 56 20 46 18 32c16-1 28 6 30 22zM52 54c18 2 28-8 30-22-16-1-28 6-30 22z"/>
    <path d="M48 78C32 80 23 72 20 60c14-2 26 4 28 18zM52 78c16 2 25-6 28-18-14-2-26 4-28 18z"/>
    </g>`,
  chicken: `<path fill="var(--white)" d="M16 40c-2 26 8 42 32 42 22 0 34-14 38-44-10 10-20 12-30 8-6-3-8-8-10-16-2-9-10-13-17-11S17 28 16 40z"/>
    <path fill="var(--red)" d="M22 20c-2-6 2-10 6-7 1-6 8-6 9 0 5-2 9 3 6 8-6-4-14-5-21-1z"/>
    <path fill="var(--p-ochre)" d="M17 34L5 38l11 6z"/>
    <circle cx="27" cy="31" r="3" fill="var(--card-ink)"/>
    <path fill="none" d="M48 60c8 8 20 6 26-4M42 82v10M42 92h-7M54 82v10M54 92h-7"/>
    <path fill="var(--red)" d="M18 45c-4 4-3 9 1 10 3-2 4-6 3-9z"/>`,
  fish: `<path fill="var(--cd-pond)" d="M8 50c12-22 38-28 60-10l22-16c-3 12-3 40 0 52L68 60C46 78 20 72 8 50z"/>
    <circle fill="var(--white)" cx="28" cy="45" r="5"/>
    <path fill="none" d="M42 36c6 8 6 20 0 28M54 42q4 8 0 16M64 46q2 4 0 8"/>`,
  coin: `<circle fill="var(--gold)" cx="50" cy="50" r="42"/>
    <circle fill="none" cx="50" cy="50" r="33"/>
    <path fill="var(--gold-2)" stroke="none" d="M50 28c8 4 14 4 18 2v18c0 14-8 22-18 26-10-4-18-12-18-26V30c4 2 10 2 18-2z"/>
    <path stroke="var(--white)" fill="none" d="M24 34q6-10 16-14"/>`,
  bread: `<path fill="var(--cd-bakery)" d="M10 62c0-26 18-40 40-40s40 14 40 40c0 12-8 18-40 18S10 74 10 62z"/>
    <path fill="none" stroke="var(--white)" stroke-width="5" d="M30 36l8 16M48 30l8 16M66 36l6 14"/>
    <path fill="none" d="M18 68q32 10 64 0" opacity=".6"/>`,
  banderole: `<path fill="var(--p-terra)" d="M14 20h72v34c-12 8-24-8-36 0s-24 8-36 0z"/>
    <path fill="var(--wood)" d="M8 12h84v9H8z"/>
    <path fill="var(--p-ochre)" d="M14 54c12 8 24 8 36 0s24-8 36 0v14L72 82 58 68 43 84 28 70 14 84z"/>
    <path fill="var(--white)" stroke="none" d="M50 26l4 8 9 1-7 6 2 9-8-5-8 5 2-9-7-6 9-1z"/>`,
  step: `<path fill="var(--p-terra)" d="M16 10h12v82H16z"/>
    <path fill="var(--p-ochre)" d="M28 14h56L72 32l12 18H28z"/>
    <path fill="none" d="M40 72h40M66 58l14 14-14 14" stroke-width="6"/>`,
  fountain: `<path fill="var(--stone)" d="M10 70h80l-6 22H16z"/>
    <path fill="var(--water)" d="M10 70q40-14 80 0-40 12-80 0z"/>
    <path fill="var(--stone)" d="M44 38h12v34H44z"/>
    <path fill="var(--stone)" d="M28 34h44q-4 10-22 10T28 34z"/>
    <path fill="none" stroke="var(--water-2)" stroke-width="5" d="M50 32V12M50 14c-12-6-22 2-24 14M50 14c12-6 22 2 24 14M34 46q-6 8-8 20M66 46q6 8 8 20"/>`,
  market: `<path fill="var(--wood)" d="M14 42h8v50h-8zM78 42h8v50h-8z"/>
    <path fill="var(--stone)" d="M14 66h72v16H14z"/>
    <path fill="var(--white)" d="M8 18h84v22H8z"/>
    <path fill="var(--cd-market)" d="M8 18h14v22a7 7 0 0 1-14 0zM36 18h14v22a7 7 0 0 1-14 0zM64 18h14v22a7 7 0 0 1-14 0z"/>
    <path fill="var(--white)" d="M22 40a7 7 0 0 0 14 0zM50 40a7 7 0 0 0 14 0zM78 40a7 7 0 0 0 14 0z"/>
    <g fill="var(--p-ochre)">
    <circle cx="34" cy="62" r="6"/>
    <circle cx="46" cy="62" r="6"/>
    <circle cx="58" cy="62" r="6"/>
    </g>`,
  bakery: `<path fill="var(--brick)" d="M12 92V52a38 38 0 0 1 76 0v40z"/>
    <path fill="none" d="M12 66h20M68 66h20M18 40h16M66 40h16M30 26l8 10M70 26l-8 10M50 14v12" opacity=".6"/>
    <path fill="var(--night)" d="M30 76V62a20 20 0 0 1 40 0v14z"/>
    <path fill="var(--p-ochre)" stroke="none" d="M38 76c-2-10 6-12 8-20 8 5 14 10 14 20z"/>
    <path fill="var(--cd-bakery)" d="M24 92c0-10 10-16 26-16s26 6 26 16z"/>
    <path fill="none" d="M40 80l4 8M52 79l4 8"/>`,
  vineyard: `<path fill="var(--leaf)" d="M8 78h84v14H8z"/>
    <path fill="none" stroke="var(--wood-2)" stroke-width="5" d="M22 92V22M50 92V22M78 92V22M12 34h76M12 56h76"/>
    <g fill="var(--leaf-2)">
    <path d="M22 26c-10-4-14 4-12 10 8 4 14-2 12-10zM50 26c-10-4-14 4-12 10 8 4 14-2 12-10zM78 26c-10-4-14 4-12 10 8 4 14-2 12-10z"/>
    </g>
    <g fill="var(--cd-vineyard)">
    <circle cx="30" cy="44" r="7"/>
    <circle cx="40" cy="44" r="7"/>
    <circle cx="35" cy="54" r="7"/>
    <circle cx="60" cy="44" r="7"/>
    <circle cx="70" cy="44" r="7"/>
    <circle cx="65" cy="54" r="7"/>
    </g>`,
  herb_garden: `<path fill="var(--wood)" d="M10 56h80l-6 34H16z"/>
    <path fill="none" d="M12 68h76M14 79h72" opacity=".6"/>
    <g fill="var(--cd-herb)">
    <path d="M26 56C14 48 14 32 26 22c12 10 12 26 0 34zM50 56C36 44 36 24 50 10c14 14 14 34 0 46zM74 56C62 48 62 32 74 22c12 10 12 26 0 34z"/>
    </g>
    <path fill="none" d="M26 30v26M50 22v34M74 30v26"/>`,
  chicken_run: `<path fill="var(--cd-run)" d="M8 70h84v22H8z"/>
    <g transform="translate(22 12) scale(.58)">
    <path fill="var(--white)" d="M16 40c-2 26 8 42 32 42 22 0 34-14 38-44-10 10-20 12-30 8-6-3-8-8-10-16-2-9-10-13-17-11S17 28 16 40z"/>
    <path fill="var(--red)" d="M22 20c-2-6 2-10 6-7 1-6 8-6 9 0 5-2 9 3 6 8-6-4-14-5-21-1z"/>
    <path fill="var(--p-ochre)" d="M17 34L5 38l11 6z"/>
    <circle cx="27" cy="31" r="3" fill="var(--card-ink)"/>
    <path fill="none" d="M48 60c8 8 20 6 26-4M42 82v10M42 92h-7M54 82v10M54 92h-7"/>
    <path fill="var(--red)" d="M18 45c-4 4-3 9 1 10 3-2 4-6 3-9z"/>
    </g>
    <path fill="var(--wood)" d="M10 48h6v44h-6zM28 48h6v44h-6zM47 48h6v44h-6zM66 48h6v44h-6zM84 48h6v44h-6z"/>
    <path fill="var(--wood)" d="M6 60h88v6H6zM6 78h88v6H6z"/>`,
  fish_pond: `<path fill="var(--water)" d="M6 62c0-18 20-28 44-28s44 10 44 28-20 28-44 28S6 80 6 62z"/>
    <path fill="none" stroke="var(--white)" stroke-width="4" d="M20 60q8-6 16 0t16 0M46 76q8-6 16 0t16 0"/>
    <g transform="translate(40 36) scale(.4)">
    <path fill="var(--cd-pond)" d="M8 50c12-22 38-28 60-10l22-16c-3 12-3 40 0 52L68 60C46 78 20 72 8 50z"/>
    <circle fill="var(--white)" cx="28" cy="45" r="5"/>
    <path fill="none" d="M42 36c6 8 6 20 0 28M54 42q4 8 0 16M64 46q2 4 0 8"/>
    </g>
    <path fill="var(--leaf-2)" d="M18 44C12 34 14 20 18 10c4 10 6 24 4 32zM28 40c-2-8 2-16 8-22 2 8 0 18-4 22z"/>`,
  merchant: `<path fill="none" stroke-width="5" d="M50 14v66M22 26h56M36 88h28"/>
    <path fill="var(--cd-merchant)" d="M6 56a16 12 0 0 0 32 0zM62 56a16 12 0 0 0 32 0z"/>
    <path fill="none" d="M22 26L8 56M22 26l14 30M78 26L64 56M78 26l14 30"/>
    <circle fill="var(--cd-merchant)" cx="50" cy="16" r="7"/>`,
  baker: `<path fill="none" stroke-width="4" stroke="var(--il)" d="M50 94V30"/>
    <g fill="var(--gold)">
    <path d="M50 8c8 8 8 16 0 24-8-8-8-16 0-24z"/>
    <path d="M48 46C34 46 28 38 26 26c14 0 22 6 22 20zM52 46c14 0 20-8 22-20-14 0-22 6-22 20zM48 64C34 64 28 56 26 44c14 0 22 6 22 20zM52 64c14 0 20-8 22-20-14 0-22 6-22 20zM48 82C34 82 28 74 26 62c14 0 22 6 22 20zM52 82c14 0 20-8 22-20-14 0-22 6-22 20z"/>
    </g>`,
  senator: `<path fill="none" stroke-width="4" d="M40 88C14 78 8 46 26 18M60 88c26-10 32-42 14-70M40 88q10 4 20 0"/>
    <g fill="var(--cd-senator)">
    <path d="M26 18c-4 8-2 14 6 18 4-8 2-14-6-18zM16 36c0 9 5 14 14 14 0-9-5-14-14-14zM14 56c4 8 11 11 19 7-4-8-11-11-19-7zM24 76c7 5 14 4 20-3-7-5-14-4-20 3zM74 18c4 8 2 14-6 18-4-8-2-14 6-18zM84 36c0 9-5 14-14 14 0-9 5-14 14-14zM86 56c-4 8-11 11-19 7 4-8 11-11 19-7zM76 76c-7 5-14 4-20-3 7-5 14-4 20 3z"/>
    </g>`,
  artisan: `<path fill="var(--wood)" d="M44 40h12v52H44z"/>
    <path fill="var(--cd-artisan)" d="M18 14h50c10 0 18 6 20 18-8-4-14-4-20-2v12H18z"/>
    <path fill="none" d="M30 14v28M44 54h12M44 80h12"/>`,
  shovel: `<path fill="var(--wood)" d="M46 30h8v36h-8z"/>
    <path fill="var(--wood)" d="M34 12h32v12H34z"/>
    <path fill="none" d="M46 24v8M54 24v8"/>
    <path fill="var(--silver)" d="M30 60h40v12c0 14-10 20-20 24-10-4-20-10-20-24z"/>`,
  pawn: `<path d="M50 10a16 16 0 0 1 10 28c10 3 12 10 8 14h-6c2 16 8 24 14 30v10H24V82c6-6 12-14 14-30h-6c-4-4-2-11 8-14A16 16 0 0 1 50 10z" fill="var(--piece, var(--p-terra))"/>`,
  ...Object.fromEntries(pawnHeads.map((head, seat) => [`pawn-${seat + 1}`, pawn(head, seat)])),
  disc: `<ellipse cx="50" cy="60" rx="42" ry="26" fill="var(--piece, var(--p-terra))"/>
    <path d="M8 48v12c0 14 19 26 42 26s42-12 42-26V48z" fill="var(--piece, var(--p-terra))"/>
    <ellipse cx="50" cy="46" rx="42" ry="26" fill="var(--piece, var(--p-terra))"/>
    <ellipse cx="50" cy="46" rx="26" ry="15" fill="none"/>`,
  'score-a': `<rect fill="var(--card)" x="18" y="8" width="64" height="84" rx="8"/>
    <path fill="var(--red)" stroke="none" d="M19 9h62v22H19z"/>
    <text x="50" y="27" font-size="21" font-weight="700" text-anchor="middle" fill="var(--white)" stroke="none" font-family="Georgia,serif">A</text>
    <g fill="var(--card-ink)" stroke="none">
    <circle cx="38" cy="52" r="7"/>
    <circle cx="62" cy="52" r="7"/>
    </g>
    <path fill="none" d="M50 66v14M44 75l6 6 6-6" stroke-width="4"/>`,
  'score-b': `<rect fill="var(--card)" x="18" y="8" width="64" height="84" rx="8"/>
    <path fill="var(--red)" stroke="none" d="M19 9h62v22H19z"/>
    <text x="50" y="27" font-size="21" font-weight="700" text-anchor="middle" fill="var(--white)" stroke="none" font-family="Georgia,serif">B</text>
    <g fill="var(--card-ink)" stroke="none">
    <circle cx="38" cy="52" r="7"/>
    <path d="M55 45h14v14H55z"/>
    </g>
    <path fill="none" d="M50 66v14M44 75l6 6 6-6" stroke-width="4"/>`,
  'score-c': `<rect fill="var(--card)" x="18" y="8" width="64" height="84" rx="8"/>
    <path fill="var(--green)" stroke="none" d="M19 9h62v22H19z"/>
    <text x="50" y="27" font-size="21" font-weight="700" text-anchor="middle" fill="var(--white)" stroke="none" font-family="Georgia,serif">C</text>
    <g fill="var(--card-ink)" stroke="none">
    <path d="M32 60V46h8v14zM60 60V46h8v14z"/>
    </g>
    <path fill="none" d="M50 66v14M44 75l6 6 6-6" stroke-width="4"/>`,
  'score-d': `<rect fill="var(--card)" x="18" y="8" width="64" height="84" rx="8"/>
    <path fill="var(--green)" stroke="none" d="M19 9h62v22H19z"/>
    <text x="50" y="27" font-size="21" font-weight="700" text-anchor="middle" fill="var(--white)" stroke="none" font-family="Georgia,serif">D</text>
    <g fill="var(--card-ink)" stroke="none">
    <path d="M30 60V50l8-8 8 8v10zM54 60V50l8-8 8 8v10z"/>
    </g>
    <path fill="none" d="M50 66v14M44 75l6 6 6-6" stroke-width="4"/>`,
}
