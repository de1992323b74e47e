/**
 * The nine symbols, white on a roundel in the current colour.
 * Original drawings of this project, made from the rules.
 */
import type { Symbols } from '../../art/svg'

export const enghienSymbols: Symbols = {
  source_du_roy: `<path fill="var(--white)" d="M50 12c9 14 15 22 15 31a15 15 0 0 1-30 0c0-9 6-17 15-31z"/>
    <path fill="var(--white)" d="M26 40c5 8 8 12 8 17a8 8 0 0 1-16 0c0-5 3-9 8-17zM74 40c5 8 8 12 8 17a8 8 0 0 1-16 0c0-5 3-9 8-17z"/>
    <path fill="var(--white)" d="M18 76h64l-8 14H26z"/>
    <path fill="none" d="M43 42q2 8 9 9"/>`,
  lac: `<path fill="var(--white)" d="M46 12v48H18z"/>
    <path fill="var(--white)" d="M52 22l26 38H52z"/>
    <path fill="var(--white)" d="M14 64h72l-10 14H24z"/>
    <path fill="none" stroke="var(--white)" stroke-width="5" d="M10 88q10-8 20 0t20 0 20 0 20 0"/>`,
  casino: `<path fill="var(--white)" d="M28 44a22 22 0 0 1 44 0z"/>
    <path fill="var(--white)" d="M12 48h76v8H12z"/>
    <path fill="var(--white)" d="M16 58h12v30H16zM34 58h12v30H34zM54 58h12v30H54zM72 58h12v30H72z"/>
    <path fill="none" stroke="var(--white)" stroke-width="4" d="M50 22V8M50 9l12 4-12 5"/>`,
  thermes: `<path fill="var(--white)" d="M12 54h76c0 22-14 34-38 34S12 76 12 54z"/>
    <path fill="none" stroke="var(--white)" stroke-width="6" d="M32 46c-8-10 6-16 0-30M50 46c-8-10 6-16 0-30M68 46c-8-10 6-16 0-30"/>
    <path fill="none" d="M24 64q8 6 16 0t16 0 16 0"/>`,
  hippodrome: `<path fill="var(--white)" d="M36 12C14 24 10 60 26 84l14-6C28 58 30 36 42 28h16c12 8 14 30 2 50l14 6C90 60 86 24 64 12z"/>
    <g fill="currentColor" stroke="none">
    <circle cx="26" cy="42" r="3.5"/>
    <circle cx="25" cy="60" r="3.5"/>
    <circle cx="74" cy="42" r="3.5"/>
    <circle cx="75" cy="60" r="3.5"/>
    <circle cx="36" cy="24" r="3.5"/>
    <circle cx="64" cy="24" r="3.5"/>
    </g>`,
  jetee: `<path fill="var(--white)" d="M8 52h84v10H8z"/>
    <path fill="var(--white)" d="M18 62h8v24h-8zM46 62h8v24h-8zM74 62h8v24h-8z"/>
    <path fill="none" stroke="var(--white)" stroke-width="4" d="M22 52V24M50 52V24M78 52V24M22 40h56"/>
    <g fill="var(--white)">
    <circle cx="22" cy="19" r="7"/>
    <circle cx="50" cy="19" r="7"/>
    <circle cx="78" cy="19" r="7"/>
    </g>`,
  theatre: `<path fill="var(--white)" d="M14 18h42v26c0 20-10 32-21 32S14 64 14 44z"/>
    <path fill="var(--white)" d="M60 34h28v22c0 18-8 30-19 30-5 0-9-2-12-6 6-8 9-18 9-30V34z"/>
    <g fill="currentColor" stroke="none">
    <path d="M22 34h10v5H22zM38 34h10v5H38zM23 52h24c-3 10-8 13-12 13s-9-3-12-13z"/>
    <path d="M72 48h10v5H72zM68 73c3-7 10-7 14-1l-4 3c-2-3-4-3-6 0z"/>
    </g>`,
  eglise: `<path fill="var(--white)" d="M50 16l13 24v8h17v40H20V48h17v-8z"/>
    <path fill="none" stroke="var(--white)" stroke-width="5" d="M50 16V4M44 9h12"/>
    <g fill="currentColor" stroke="none">
    <circle cx="50" cy="50" r="7"/>
    <path d="M43 88V74a7 7 0 0 1 14 0v14zM27 74V64a4 4 0 0 1 8 0v10zM65 74V64a4 4 0 0 1 8 0v10z"/>
    </g>`,
  chateau: `<path fill="var(--white)" d="M12 44h18v44H12zM70 44h18v44H70zM30 56h40v32H30z"/>
    <path fill="var(--white)" d="M8 42l13-26 13 26zM66 42l13-26 13 26z"/>
    <path fill="var(--white)" d="M34 54v-8h7v4h6v-4h6v4h6v-4h7v8z"/>
    <path fill="currentColor" stroke="none" d="M42 88V76a8 8 0 0 1 16 0v12z"/>`,
}
