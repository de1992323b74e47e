/** The six seats' shapes and the mark of Bastide: an arcaded square and its four streets. */
import type { Symbols } from './svg'

export const marks: Symbols = {
  'seat-1': `<g fill="var(--s1)" stroke="none">
    <circle cx="50" cy="50" r="42"/>
    </g>`,
  'seat-2': `<g fill="var(--s2)" stroke="none">
    <rect x="11" y="11" width="78" height="78" rx="6"/>
    </g>`,
  'seat-3': `<g fill="var(--s3)" stroke="none">
    <path d="M50 8l46 80H4z"/>
    </g>`,
  'seat-4': `<g fill="var(--s4)" stroke="none">
    <path d="M50 3l47 47-47 47L3 50z"/>
    </g>`,
  'seat-5': `<g fill="var(--s5)" stroke="none">
    <polygon points="97,50 73.5,90.7 26.5,90.7 3,50 26.5,9.3 73.5,9.3"/>
    </g>`,
  'seat-6': `<g fill="var(--s6)" stroke="none">
    <path d="M34 34a17 17 0 1 1 32 0 17 17 0 1 1 0 32 17 17 0 1 1-32 0 17 17 0 1 1 0-32z"/>
    </g>`,
  logo: `<rect x="6" y="6" width="88" height="88" rx="14" fill="var(--terra)" stroke="none"/>
    <g fill="var(--on-accent)" stroke="none">
    <path d="M16 16h26v12H28v14H16zM84 16H58v12h14v14h12zM16 84h26V72H28V58H16zM84 84H58V72h14V58h12z"/>
    <path d="M38 38h24v24H38z"/>
    </g>
    <path d="M44 62V53a6 6 0 0 1 12 0v9z" fill="var(--terra)" stroke="none"/>`,
}
