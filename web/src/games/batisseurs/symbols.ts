/**
 * Small forms of the buildings, coins, stones and the die of Les Grands Bâtisseurs; the cards draw their own
 * elevations.
 * Original drawings of this project, made from the rules.
 */
import type { Symbols } from '../../art/svg'

export const batisseursSymbols: Symbols = {
  'b-corner': `<path fill="var(--stone)" d="M34 46h60v44H34z"/>
    <path fill="none" d="M46 46v-6h8v6M62 46v-6h8v6M78 46v-6h8v6"/>
    <path fill="var(--ba-corner)" d="M12 40h36v52H12z"/>
    <path fill="var(--p-slate)" d="M7 40L30 8l23 32z"/>
    <path fill="var(--white)" d="M26 62V54h8v8z"/>
    <path fill="none" d="M12 72h36M30 8V3"/>`,
  'b-corner-r': `<g transform="matrix(-1 0 0 1 100 0)">
    <path fill="var(--stone)" d="M34 46h60v44H34z"/>
    <path fill="none" d="M46 46v-6h8v6M62 46v-6h8v6M78 46v-6h8v6"/>
    <path fill="var(--ba-corner)" d="M12 40h36v52H12z"/>
    <path fill="var(--p-slate)" d="M7 40L30 8l23 32z"/>
    <path fill="var(--white)" d="M26 62V54h8v8z"/>
    <path fill="none" d="M12 72h36M30 8V3"/>
    </g>`,
  'b-tower': `<path fill="var(--ba-tower)" d="M28 34h44v58H28z"/>
    <path fill="var(--ba-tower)" d="M22 34V16h10v8h8v-8h8v8h4v-8h8v8h8v-8h10v18z"/>
    <path fill="var(--white)" d="M46 58V46h8v12z"/>
    <path fill="none" d="M22 34h56M28 68h14M58 68h14M40 80h20"/>
    <path fill="var(--wood)" d="M42 92V82a8 8 0 0 1 16 0v10z"/>`,
  'b-gate': `<path fill="var(--stone)" d="M6 46h88v46H6z"/>
    <path fill="none" d="M30 46v-6h8v6M46 46v-6h8v6M62 46v-6h8v6"/>
    <path fill="var(--ba-gate)" d="M8 30h20v62H8zM72 30h20v62H72z"/>
    <path fill="var(--ba-gate)" d="M4 30l14-18 14 18zM68 30l14-18 14 18z"/>
    <path fill="var(--night)" d="M32 92V70a18 18 0 0 1 36 0v22z"/>
    <path stroke="var(--stone)" fill="none" d="M40 56v36M50 52v40M60 56v36M32 70h36M32 82h36"/>`,
  'b-hall': `<path fill="var(--ba-hall)" d="M14 50h72v42H14z"/>
    <path fill="var(--roof-2)" d="M8 50l14-16h56l14 16z"/>
    <path fill="var(--stone)" d="M40 50V22h20v28z"/>
    <path fill="var(--p-slate)" d="M36 22L50 4l14 18z"/>
    <circle fill="var(--white)" cx="50" cy="34" r="6.5"/>
    <path fill="none" d="M50 30v4l3 2"/>
    <path fill="var(--white)" d="M22 60h9v12h-9zM39 60h9v12h-9zM53 60h9v12h-9zM70 60h9v12h-9z"/>
    <path fill="var(--wood)" d="M42 92V82h16v10z"/>`,
  'b-church': `<path fill="var(--stone)" d="M40 56h52v36H40z"/>
    <path fill="var(--ba-church)" d="M36 56l12-16h36l12 16z"/>
    <path fill="var(--stone)" d="M14 38h26v54H14z"/>
    <path fill="var(--ba-church)" d="M10 38L27 8l17 30z"/>
    <path fill="none" d="M27 8V1M24 3.5h6"/>
    <path fill="var(--white)" d="M23 56V48a4 4 0 0 1 8 0v8z"/>
    <circle fill="var(--white)" cx="66" cy="70" r="8"/>
    <path fill="none" d="M66 62v16M58 70h16"/>
    <path fill="var(--wood)" d="M21 92V82a6 6 0 0 1 12 0v10z"/>`,
  thaler: `<circle fill="var(--silver)" cx="50" cy="50" r="42"/>
    <circle fill="none" cx="50" cy="50" r="33" stroke-dasharray="1 6"/>
    <path fill="var(--p-slate)" stroke="none" d="M32 34h36v9H55v30H45V43H32z"/>`,
  coin: `<circle fill="var(--gold)" cx="50" cy="50" r="42"/>
    <circle fill="none" cx="50" cy="50" r="33"/>
    <path fill="var(--gold-2)" stroke="none" d="M50 28c8 4 14 4 18 2v18c0 14-8 22-18 26-10-4-18-12-18-26V30c4 2 10 2 18-2z"/>
    <path stroke="var(--white)" fill="none" d="M24 34q6-10 16-14"/>`,
  shield: `<path fill="var(--p-slate)" d="M14 14q18 6 36-4 18 10 36 4v32c0 26-18 38-36 46-18-8-36-20-36-46z"/>
    <path fill="var(--white)" d="M50 22q14 6 26 4v20c0 18-12 28-26 35z" stroke="none" fill-opacity=".85"/>`,
  stone: `<path fill="var(--night)" d="M12 66L20 38 42 20l26 4 20 26-4 24-24 12H30z"/>
    <path fill="none" stroke="var(--white)" d="M42 20l6 26-18 40M48 46l40 4M48 46l12 40" opacity=".75"/>`,
  'die-1': `<rect fill="var(--white)" x="10" y="10" width="80" height="80" rx="16"/>
    <circle cx="50" cy="50" r="8" fill="var(--card-ink)" stroke="none"/>`,
  'die-2': `<rect fill="var(--white)" x="10" y="10" width="80" height="80" rx="16"/>
    <circle cx="30" cy="30" r="8" fill="var(--card-ink)" stroke="none"/>
    <circle cx="70" cy="70" r="8" fill="var(--card-ink)" stroke="none"/>`,
  'die-3': `<rect fill="var(--white)" x="10" y="10" width="80" height="80" rx="16"/>
    <circle cx="28" cy="28" r="8" fill="var(--card-ink)" stroke="none"/>
    <circle cx="50" cy="50" r="8" fill="var(--card-ink)" stroke="none"/>
    <circle cx="72" cy="72" r="8" fill="var(--card-ink)" stroke="none"/>`,
  'die-4': `<rect fill="var(--white)" x="10" y="10" width="80" height="80" rx="16"/>
    <circle cx="30" cy="30" r="8" fill="var(--card-ink)" stroke="none"/>
    <circle cx="70" cy="30" r="8" fill="var(--card-ink)" stroke="none"/>
    <circle cx="30" cy="70" r="8" fill="var(--card-ink)" stroke="none"/>
    <circle cx="70" cy="70" r="8" fill="var(--card-ink)" stroke="none"/>`,
  'die-5': `<rect fill="var(--white)" x="10" y="10" width="80" height="80" rx="16"/>
    <circle cx="28" cy="28" r="8" fill="var(--card-ink)" stroke="none"/>
    <circle cx="72" cy="28" r="8" fill="var(--card-ink)" stroke="none"/>
    <circle cx="50" cy="50" r="8" fill="var(--card-ink)" stroke="none"/>
    <circle cx="28" cy="72" r="8" fill="var(--card-ink)" stroke="none"/>
    <circle cx="72" cy="72" r="8" fill="var(--card-ink)" stroke="none"/>`,
  'die-saboteur': `<rect fill="var(--red-soft)" x="10" y="10" width="80" height="80" rx="16"/>
    <path fill="var(--card-ink)" stroke="none" d="M50 18c14 0 22 8 23 20l9 5c2 2 1 5-2 5H20c-3 0-4-3-2-5l9-5c1-12 9-20 23-20z"/>
    <path fill="var(--card-ink)" stroke="none" d="M24 52h52v4c0 6-5 10-12 10-6 0-10-4-12-8h-4c-2 4-6 8-12 8-7 0-12-4-12-10z"/>
    <path fill="var(--card-ink)" stroke="none" d="M34 72q16 10 32 0l6 12q-22 6-44 0z"/>
    <path stroke="var(--white)" fill="none" stroke-width="4" d="M31 58h8M61 58h8"/>`,
  saboteur: `<path fill="var(--card-ink)" stroke="none" d="M50 18c14 0 22 8 23 20l9 5c2 2 1 5-2 5H20c-3 0-4-3-2-5l9-5c1-12 9-20 23-20z"/>
    <path fill="var(--card-ink)" stroke="none" d="M24 52h52v4c0 6-5 10-12 10-6 0-10-4-12-8h-4c-2 4-6 8-12 8-7 0-12-4-12-10z"/>
    <path fill="var(--card-ink)" stroke="none" d="M34 72q16 10 32 0l6 12q-22 6-44 0z"/>
    <path stroke="var(--white)" fill="none" stroke-width="4" d="M31 58h8M61 58h8"/>`,
}
