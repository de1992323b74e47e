/** The faces of bots: heads that are parts of buildings, windows for eyes. Original drawings of this project. */
import type { Symbols } from './svg'

const eye = 'fill="var(--il)" stroke="none"'
const dots = (y: number, apart = 12, r = 5.5): string =>
  `<circle cx="${50 - apart}" cy="${y}" r="${r}" ${eye}/><circle cx="${50 + apart}" cy="${y}" r="${r}" ${eye}/>`

export const faces: Symbols = {
  'bot-dome': `<path d="M50 17V4M43 9h14" fill="none"/><path d="M17 86V53a33 34 0 0 1 66 0v33z" fill="var(--water)"/>
    <path d="M9 82h82v11H9z" fill="var(--white)"/>${dots(54)}<path d="M38 68q12 9 24 0" fill="none"/>`,
  'bot-keep': `<path d="M13 93V17h16v12h13V17h16v12h13V17h16v76z" fill="var(--stone)"/>
    <path d="M29 46h13v13H29zM58 46h13v13H58z" ${eye}/><path d="M35 75h30" fill="none"/>`,
  'bot-gable': `<path d="M67 34V12h11v34z" fill="var(--brick)"/><path d="M17 93V47L50 15l33 32v46z" fill="var(--white)"/>
    <path d="M50 7L6 50l9 8 35-33 35 33 9-8z" fill="var(--roof)"/>${dots(61, 12, 5)}
    <path d="M42 93V83a8 8 0 0 1 16 0v10z" ${eye}/>`,
  'bot-arch': `<path d="M22 93V67C5 44 22 9 50 9s45 35 28 58v26z" fill="var(--sky-2)"/>
    <path d="M34 93V69C22 50 34 27 50 27s28 23 16 42v24" fill="none" opacity=".45"/>
    <path d="M32 56q6-9 13 0M55 56q6-9 13 0M43 74q7 5 14 0" fill="none"/>`,
  'bot-bulb': `<path d="M50 5c5 16 39 24 39 55 0 14-8 25-17 33H28c-9-8-17-19-17-33C11 29 45 21 50 5z" fill="var(--leaf)"/>
    <path d="M34 49h7v16h-7zM59 49h7v16h-7z" ${eye}/><path d="M40 78h20" fill="none"/>`,
  'bot-keystone': `<path d="M5 13h90L75 93H25z" fill="var(--stone-2)"/><path d="M25 34l13 6M75 34l-13 6" fill="none"/>
    ${dots(51, 13, 5)}<path d="M39 71h22" fill="none"/>`,
  'bot-bell': `<circle cx="50" cy="89" r="8" fill="var(--gold-2)"/>
    <path d="M50 7c24 0 28 21 29 41l14 34H7l14-34C22 28 26 7 50 7z" fill="var(--gold)"/>
    <path d="M30 48h13M57 48h13" fill="none"/><path d="M29 65c8-7 15-5 21 0 6-5 13-7 21 0-8 8-15 6-21 2-6 4-13 6-21-2z" ${eye}/>`,
  'bot-lantern': `<path d="M50 12V3" fill="none"/><path d="M31 12h38l23 24v31L69 91H31L8 67V36z" fill="var(--red-soft)"/>
    <path d="M35 40l8 9-8 9-8-9zM65 40l8 9-8 9-8-9z" ${eye}/><circle cx="50" cy="72" r="7" fill="var(--white)"/>`,
}

/** Who has which head; the server draws the names. */
export const heads: Record<string, string> = {
  Adèle: 'bot-dome',
  Basile: 'bot-keep',
  Clovis: 'bot-gable',
  Delphine: 'bot-arch',
  Eudes: 'bot-bulb',
  Flore: 'bot-keystone',
  Gaspard: 'bot-bell',
  Héloïse: 'bot-lantern',
}
