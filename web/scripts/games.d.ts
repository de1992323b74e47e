export const gameIds: string[]
