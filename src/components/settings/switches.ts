import { useStored } from '#components/stored/useStored.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'
import { writeStored } from '#storage/storedChanges.ts'

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
