import * as v from 'valibot'
import type { ListedAccount } from '#account/Activity.ts'
import { safeActivity } from '#account/safe/safeActivity.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { bscSources } from '#safe/service/bscSources.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'
import { persisted } from '#storage/persisted.ts'

/** Any Safe, read-only: its lists and proposals, with nothing to sign or send. */
export function watchedSafe(address: Address): ListedAccount {
  return {
    kind: 'safe',
    address,
    activity: safeActivity({ address, sources: bscSources, rpc: bscRpc }),
  }
}

/** Each one costs requests while the list is on the screen. */
export const MAX_WATCHED = 10

/** Entries that are no addresses are skipped. */
const document = v.pipe(
  v.object({ version: v.literal(1), safes: v.array(v.unknown()) }),
  v.transform(({ safes }): readonly Address[] => {
    const addresses = safes.flatMap((text) => {
      const parsed = AddressText.parse(String(text))
      return parsed.ok ? [parsed.address] : []
    })
    return [...new Set(addresses)].slice(0, MAX_WATCHED)
  }),
)

const stored = (storage: KeyValueStore) =>
  persisted(storage, browserKey('watched.56'), document, (safes) => JSON.stringify({ version: 1, safes }))

export function readWatched(storage: KeyValueStore): readonly Address[] {
  return stored(storage).read() ?? []
}

/** Adds a Safe, newest first, and drops the oldest beyond the limit. */
export function watch(storage: KeyValueStore, safe: Address): readonly Address[] {
  return write(
    storage,
    [safe, ...readWatched(storage).filter((other) => other !== safe)].slice(0, MAX_WATCHED),
  )
}

export function unwatch(storage: KeyValueStore, safe: Address): readonly Address[] {
  return write(
    storage,
    readWatched(storage).filter((other) => other !== safe),
  )
}

function write(storage: KeyValueStore, safes: readonly Address[]): readonly Address[] {
  stored(storage).write(safes)
  return safes
}
