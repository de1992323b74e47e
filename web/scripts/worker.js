/**
 * The service worker, filled in when the page is built: which release this is, and its files.
 *
 * All files of one release are kept in one cache, and a page that was loaded goes on with its own: files are called by
 * what is in them, so two releases never mix. A new worker waits until no page of the old release is open. The page
 * itself comes from the server while there is one. What was heard for reading offline is kept by the pages themselves
 * (src/net/heard.ts), by the wire it came over; here only what another wire left behind is dropped.
 */
const RELEASE = 'bastide-__RELEASE__'
const HEARD = 'bastide-heard-__WIRE__'
const FILES = ['__FILES__']

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(RELEASE).then((cache) => cache.addAll(FILES)))
})

self.addEventListener('activate', (event) => {
  const forget = (names) =>
    names.filter((name) => name !== RELEASE && name !== HEARD).map((name) => caches.delete(name))
  event.waitUntil(caches.keys().then((names) => Promise.all(forget(names))))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request))
})

/** The page of the server or, without one, the page of this release. */
async function page(request) {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match('/', { cacheName: RELEASE })) ?? Response.error()
  }
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request)
}

self.addEventListener('push', (event) => {
  const { title, body, path, n, lang } = event.data?.json() ?? {}
  const shown = { body, lang, tag: 'turn', icon: '/icon-192.png', badge: '/icon-192.png', data: { path: path ?? '/' } }
  event.waitUntil(
    Promise.all([self.registration.showNotification(title ?? 'Bastide', shown), self.navigator.setAppBadge?.(n ?? 1)]),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path ?? '/'))
})

/** A page that is open comes to the front and goes there; else another is opened. */
async function open(path) {
  const [one] = await self.clients.matchAll({ type: 'window' })
  if (!one) return self.clients.openWindow(path)
  await one.focus()
  return one.navigate(path)
}
