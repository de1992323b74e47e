/** What stands before the town on a page that cannot be shown. */
import { elevation } from '../art/rampart'
import type { Scene } from '../art/scenes'
import { round } from '../art/svg'
import type { Trouble } from '../net/trouble'

/** A broken bridge, a closed gate, a dark night, a scaffold. */
export function trouble(kind: Trouble): Scene {
  const night = kind === 'lost'
  const ground = '<path d="M0 150Q120 138 240 150T480 146V200H0z" fill="var(--hill-2)"/>'
  const pier = (x: number): string =>
    `<path d="M${x} 118h26v60h-26z" fill="var(--stone-2)" stroke="var(--il)" stroke-width="2"/>`
  const deck = (from: number, to: number): string =>
    `<path d="M${from} 104H${to}v16H${from}z" fill="var(--stone)" stroke="var(--il)" stroke-width="2"/>`
  const water =
    '<path d="M0 176q20-8 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0V200H0z" fill="var(--water)"/>'
  const gate = `<g transform="translate(190 38)">${elevation('gate', 5)}</g><path d="M215 146v-24h50v24z" fill="var(--wood)" stroke="var(--il)" stroke-width="2"/><path d="M215 134h50M232 122v24M248 122v24" stroke="var(--il)" stroke-width="2" fill="none"/>`
  const scaffold =
    '<path d="M196 60v90M284 60v90M188 88h104M188 120h104M196 120l88-32M196 88l88-28" stroke="var(--wood)" stroke-width="6" fill="none" stroke-linecap="round"/>'
  const scenesBy: Record<Trouble, string> = {
    dead: `${water}${pier(70)}${pier(384)}${deck(20, 190)}${deck(290, 460)}<path d="M190 104l14 6-8 6 12 4M290 104l-12 5 9 6-14 5" fill="none" stroke="var(--il)" stroke-width="2"/>`,
    full: ground + gate,
    private: ground + gate,
    lost: `${ground}<g transform="translate(140 38)">${elevation('corner_left', 2)}</g><g transform="translate(240 38)">${elevation('church', 6)}</g>`,
    outdated: `${ground}<g transform="translate(190 38)">${elevation('town_hall', 6)}</g>${scaffold}`,
    missing: `${ground}<g transform="translate(190 38)">${elevation('corner_right', 1)}</g>`,
  }
  const sun = `<circle cx="${round(380)}" cy="52" r="${night ? 18 : 24}" fill="var(--hero-sun)"/>`
  return {
    box: '0 0 480 200',
    cut: 'xMidYMax slice',
    body: `<rect width="480" height="200" fill="${night ? '#2A3548' : 'url(#b-sky)'}"/>${sun}${scenesBy[kind]}`,
  }
}
