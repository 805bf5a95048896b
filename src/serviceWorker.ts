import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precache } from 'workbox-precaching'

/**
 * The members of a service worker's global scope that this file uses. TypeScript's DOM types describe a page instead.
 */
declare const self: {
  /** The files of this release, put in front of the script by the build (`build/plugin.ts`). */
  readonly __WB_MANIFEST: PrecacheEntry[]
  readonly clients: { matchAll(): Promise<readonly { focus(): Promise<unknown> }[]> }
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationClick) => void): void
}
type NotificationClick = {
  readonly notification: { close(): void }
  waitUntil(work: Promise<unknown>): void
}
type FetchEvent = { readonly request: Request; respondWith(response: Promise<Response>): void }

/** How long (ms) to wait for a page before the kept one is shown. */
const PATIENCE = 4_000

// All or nothing: a release is kept with the page and all of its scripts.
precache(self.__WB_MANIFEST)
cleanupOutdatedCaches()

// Nothing here calls skipWaiting or claims clients. A tab keeps the release it was opened with, and a page comes from
// the network when there is one, with scripts that have other names: an old page never loads new scripts.
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(location.origin)) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (request.destination !== '') event.respondWith(file(request))
})

// Only shown while a tab is open, so there is one to bring to the front.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.matchAll().then(([tab]) => tab?.focus()))
})

/** The page as it is published now; the kept one if that takes too long, or while the server fails. */
async function page(request: Request): Promise<Response> {
  const published = fetch(request)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE))
  const answer = await Promise.race([published, late]).catch(() => undefined)
  const works = answer && answer.status < 500 ? answer : undefined
  return works ?? (await matchPrecache('index.html')) ?? published
}

async function file(request: Request): Promise<Response> {
  return (await matchPrecache(request)) ?? fetch(request)
}
