import type { Attention } from '#domain/shared/StatusText.ts'

/**
 * Whether the browser shows notifications of this page: `unavailable` in a frame, and in browsers without
 * notifications.
 */
type NotifyPermission = NotificationPermission | 'unavailable'

export function notifyPermission(): NotifyPermission {
  return window.parent === window && 'Notification' in window ? Notification.permission : 'unavailable'
}

export function canNotify(): boolean {
  return notifyPermission() === 'granted'
}

/** Asks the person through the browser; only ever on a click. */
export async function askToNotify(): Promise<NotifyPermission> {
  return notifyPermission() === 'default' ? Notification.requestPermission() : notifyPermission()
}

/** Shows a task; a click opens the page on which to act. A notification that is shown again replaces itself. */
export async function showNotification({ id, title, text, path }: Attention): Promise<void> {
  const options = { body: text, tag: id, icon: './icon-192.png' }
  try {
    new Notification(title, options).onclick = () => {
      window.focus()
      window.location.hash = path
    }
  } catch {
    // On Android only a service worker may show one; its click brings the tab to the front.
    const worker = await navigator.serviceWorker?.getRegistration()
    await worker?.showNotification(title, options).catch(() => {})
  }
}
