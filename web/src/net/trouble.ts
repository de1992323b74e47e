/** Why a page cannot be shown. */
export type Trouble = 'dead' | 'full' | 'private' | 'lost' | 'outdated' | 'missing'
