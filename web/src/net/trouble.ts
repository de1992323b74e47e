/** Why a page cannot be shown. */
export type Trouble = 'dead' | 'full' | 'lost' | 'outdated' | 'missing'
