/**
 * Addresses of the page. In a link the key of a seat stands after `#`, which browsers keep to themselves; once it is
 * followed, the key moves to the entry of the browser's history, so that the address bar never holds one.
 */
export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string; key: string }
  | { page: 'end'; id: string }
  /** `ply` null: the first decision. */
  | { page: 'replay'; id: string; ply: number | null }
  /** `decision` 0: the one that turned the game, or the first. */
  | { page: 'review'; id: string; decision: number }
  /** Only in a file: a position as a picture. */
  | { page: 'picture'; ply: number | null }
  | { page: 'rules'; game: string; clause: string }
  | { page: 'pass'; code: string }
  | { page: 'mail'; what: 'confirm' | 'off'; code: string }
  | { page: 'card' }
  | { page: 'history' }
  | { page: 'stats'; game: string }
  | { page: 'learn'; game: string }
  | { page: 'gallery'; path: string }
  | { page: 'missing' }

/** In a file there are no paths: its addresses stand after `#`. */
export const place = { file: false }

export const addressOf = (route: Route): string => (place.file ? `#${pathOf(route)}` : pathOf(route))

function pathOf(route: Route): string {
  switch (route.page) {
    case 'home':
      return '/'
    case 'table':
      return `/table/${route.id}${route.key ? `#${route.key}` : ''}`
    case 'end':
      return `/end/${route.id}`
    case 'replay':
      return `/replay/${route.id}${route.ply === null ? '' : `/${route.ply}`}`
    case 'review':
      return `/review/${route.id}${route.decision ? `/${route.decision}` : ''}`
    case 'picture':
      return `/picture/${route.ply ?? ''}`
    case 'rules':
      return `/rules/${route.game}${route.clause ? `#${route.clause}` : ''}`
    case 'pass':
      return `/pass${route.code ? `#${route.code}` : ''}`
    case 'mail':
      return `/mail/${route.what}${route.code ? `#${route.code}` : ''}`
    case 'card':
      return '/card'
    case 'stats':
      return `/stats/${route.game}`
    case 'history':
      return '/history'
    case 'learn':
      return `/learn/${route.game}`
    case 'gallery':
      return `/#/gallery/${route.path}`
    case 'missing':
      return '/missing'
  }
}

const GAME = /^[a-z_0-9]+$/

export function routeOf({ pathname, hash }: { pathname: string; hash: string }, key = ''): Route {
  if (place.file) return routeOfPath(hash.slice(1), '', '')
  if (hash.startsWith('#/gallery')) return { page: 'gallery', path: hash.replace(/^#\/gallery\/?/, '') }
  return routeOfPath(pathname, decodeURIComponent(hash.slice(1)), key)
}

function routeOfPath(pathname: string, behind: string, key: string): Route {
  const [page = '', first = '', second = ''] = pathname.replace(/^\//, '').split('/').map(decodeURIComponent)
  if (page === '' || page === 'index.html') return { page: 'home' }
  if (page === 'table' && first) return { page: 'table', id: first, key: behind || key }
  if (page === 'pass') return { page: 'pass', code: behind || key }
  if (page === 'mail' && (first === 'confirm' || first === 'off'))
    return { page: 'mail', what: first, code: behind || key }
  if (page === 'card') return { page: 'card' }
  if (page === 'stats' && GAME.test(first)) return { page: 'stats', game: first }
  if (page === 'history') return { page: 'history' }
  const named = first !== '' || place.file // the game of a file needs no name
  if (page === 'end' && named) return { page: 'end', id: first }
  if (page === 'replay' && named) return { page: 'replay', id: first, ply: second ? Number(second) || 0 : null }
  if (page === 'review' && named) return { page: 'review', id: first, decision: Number(second) || 0 }
  if (page === 'picture' && place.file) return { page: 'picture', ply: first ? Number(first) || 0 : null }
  if (page === 'rules' && GAME.test(first)) return { page: 'rules', game: first, clause: behind }
  if (page === 'learn' && GAME.test(first)) return { page: 'learn', game: first }
  return { page: 'missing' }
}

/** Where the page is; a key in the address is taken out of it. */
export function arrive(): Route {
  const { pathname, hash } = location
  if (/^\/(table|pass|mail)\b/.test(pathname) && hash.length > 1)
    history.replaceState({ key: decodeURIComponent(hash.slice(1)) }, '', pathname)
  return routeOf(location, keptKey())
}

/** The key that was in the address by which the page came here. */
function keptKey(): string {
  const kept: unknown = history.state
  return typeof kept === 'object' && kept !== null && 'key' in kept ? String(kept.key) : ''
}

/** Goes to an address of the page without loading it anew. */
export function go(address: string, instead = false): void {
  if (place.file) {
    if (instead) location.replace(address)
    else location.hash = address
    return
  }
  history[instead ? 'replaceState' : 'pushState'](null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** A link that somebody pasted: a whole address, its end, or only a table's number. */
export function pastedAddress(text: string): string {
  const found = /\/(?:table\/[^#\s]+|pass)(?:#\S+)?$/.exec(text.trim())
  return found ? found[0] : addressOf({ page: 'table', id: text.trim(), key: '' })
}
