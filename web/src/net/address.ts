/**
 * Addresses of the page. The key of a seat stands after `#`, which browsers keep to themselves; so does the clause
 * of a rules page.
 */
export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string; key: string }
  | { page: 'end'; id: string }
  | { page: 'replay'; id: string; ply: number }
  | { page: 'rules'; game: string; clause: string }
  | { page: 'gallery'; path: string }
  | { page: 'missing' }

export function addressOf(route: Route): string {
  switch (route.page) {
    case 'home':
      return '/'
    case 'table':
      return `/table/${route.id}${route.key ? `#${route.key}` : ''}`
    case 'end':
      return `/end/${route.id}`
    case 'replay':
      return `/replay/${route.id}/${route.ply}`
    case 'rules':
      return `/rules/${route.game}${route.clause ? `#${route.clause}` : ''}`
    case 'gallery':
      return `/#/gallery/${route.path}`
    case 'missing':
      return '/missing'
  }
}

export function routeOf({ pathname, hash }: { pathname: string; hash: string }): Route {
  if (hash.startsWith('#/gallery')) return { page: 'gallery', path: hash.replace(/^#\/gallery\/?/, '') }
  const [page = '', first = '', second = ''] = pathname.replace(/^\//, '').split('/').map(decodeURIComponent)
  const behind = decodeURIComponent(hash.slice(1))
  if (page === '' || page === 'index.html') return { page: 'home' }
  if (page === 'table' && first) return { page: 'table', id: first, key: behind }
  if (page === 'end' && first) return { page: 'end', id: first }
  if (page === 'replay' && first) return { page: 'replay', id: first, ply: Number(second) || 0 }
  if (page === 'rules' && /^[a-z_0-9]+$/.test(first)) return { page: 'rules', game: first, clause: behind }
  return { page: 'missing' }
}

/** Goes to an address of the page without loading it anew. */
export function go(address: string, instead = false): void {
  history[instead ? 'replaceState' : 'pushState'](null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** A link that somebody pasted: a whole address, its end, or only a table's number. */
export function pastedAddress(text: string): string {
  const found = /\/table\/[^#\s]+(?:#\S+)?$/.exec(text.trim())
  return found ? found[0] : addressOf({ page: 'table', id: text.trim(), key: '' })
}
