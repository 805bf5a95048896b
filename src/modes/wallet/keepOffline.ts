import { scriptUrl } from '#ui/scriptUrl.ts'

/**
 * Keeps the portal in the browser for visits without a network, in a tab only: in a frame the Safe host decides which
 * app is shown. Without service workers, or if the browser refuses one, everything else works as before.
 */
export async function keepOffline(): Promise<void> {
  try {
    await navigator.serviceWorker.register(scriptUrl('service-worker', './sw.js'))
  } catch (error) {
    console.info('Not kept for use without a network:', error)
  }
}

/**
 * Deletes the kept files, because they may be the cause of the failure. While the server does not answer, they are
 * all there is.
 */
export async function forgetOffline(): Promise<void> {
  try {
    if (!(await fetch(document.baseURI, { cache: 'no-store' })).ok) return
    const registrations = await navigator.serviceWorker.getRegistrations()
    await Promise.all(registrations.map((registration) => registration.unregister()))
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  } catch {
    // No server, so nothing is forgotten; or no service workers, so nothing is kept.
  }
}
