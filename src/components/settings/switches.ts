import { useStored } from '#components/stored/useKept.ts'
import type { Attention } from '#domain/shared/StatusText.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'
import { writeStored } from '#storage/persisted.ts'

const [ON, OFF] = ['on', 'off']

/**
 * A setting that a person can turn on or off in this browser, for every tab. An unknown stored value counts as the
 * default.
 */
function browserSwitch(key: string, isUsuallyOn = true) {
  const unusual = isUsuallyOn ? OFF : ON
  return {
    useIsOn: () => useStored((storage) => (storage.getItem(key) === unusual) !== isUsuallyOn),
    set(storage: KeyValueStore, isOn: boolean): void {
      writeStored(storage, key, isOn === isUsuallyOn ? null : unusual)
    },
  }
}

/**
 * Early checks reveal the payees to an RPC endpoint before anything is sent: whether payees are contracts, what a
 * payment would cost or do, whether a request was already paid, and the names of payees. The pages show which checks
 * were not made.
 */
export const { useIsOn: useEarlyChecks, set: setEarlyChecks } = browserSwitch(browserKey('early-checks'))

/** Amounts in US dollars beside those in tokens. While it is off, no price is read. */
export const { useIsOn: useDollars, set: setDollars } = browserSwitch(browserKey('dollars'))

/** The first steps on the Overview of a wallet that has not made them. */
export const { useIsOn: useFirstSteps, set: setFirstSteps } = browserSwitch(browserKey('first-steps'))

/** Hashes, nonces and blocks are shown at once, wherever they are folded. */
export const { useIsOn: useTechnicalDetails, set: setTechnicalDetails } = browserSwitch(
  browserKey('technical-details'),
  false,
)

/** Notifications of the browser about what needs attention, while a tab is open. */
export const { useIsOn: useNotifications, set: setNotifications } = browserSwitch(
  browserKey('notifications'),
  false,
)

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
