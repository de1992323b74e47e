export const gameIds: string[]
export function faceOf(game: string): string
export function hasOwnFace(game: string): boolean
