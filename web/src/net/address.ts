/** Addresses of the page. They live behind the `#`, so that the page can be served from any folder. */
import type { GameId } from './protocol'

export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string; key?: string }
  | { page: 'end'; id: string }
  | { page: 'replay'; id: string; ply: number }
  | { page: 'rules'; game: GameId; clause?: string }
  | { page: 'gallery'; path: string }
  | { page: 'missing' }

const games: readonly string[] = ['alhambra', 'batisseurs', 'enghien', 'carpe_diem']

export function addressOf(route: Route): string {
  switch (route.page) {
    case 'home':
      return '#/'
    case 'table':
      return `#/table/${route.id}${route.key ? `/${route.key}` : ''}`
    case 'end':
      return `#/end/${route.id}`
    case 'replay':
      return `#/replay/${route.id}/${route.ply}`
    case 'rules':
      return `#/rules/${route.game}${route.clause ? `/${route.clause}` : ''}`
    case 'gallery':
      return `#/gallery/${route.path}`
    case 'missing':
      return '#/missing'
  }
}

export function routeOf(hash: string): Route {
  const [page = '', first = '', second = ''] = hash.replace(/^#?\/?/, '').split('/').map(decodeURIComponent)
  if (page === '') return { page: 'home' }
  if (page === 'table' && first) return second ? { page: 'table', id: first, key: second } : { page: 'table', id: first }
  if (page === 'end' && first) return { page: 'end', id: first }
  if (page === 'replay' && first) return { page: 'replay', id: first, ply: Number(second) || 0 }
  if (page === 'rules' && games.includes(first)) return second ? { page: 'rules', game: first as GameId, clause: second } : { page: 'rules', game: first as GameId }
  if (page === 'gallery') return { page: 'gallery', path: hash.replace(/^#?\/gallery\/?/, '') }
  return { page: 'missing' }
}
