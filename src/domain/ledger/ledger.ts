import type { Address } from '#chain/money/Address.ts'
import { appendLog } from '#storage/appendLog.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { accountKey } from '#storage/keys.ts'
import { storedChanged } from '#storage/storedChanges.ts'
import type { Attempt, Fact } from './Attempt.ts'
import { formatAttempt, parseAttempt } from './attemptDocument.ts'
import { joinAttempts, withFacts } from './joinAttempts.ts'

/** Every attempt to pay that this browser knows of, for one account, whichever page or mode made it. */
export type Ledger = {
  /** In the order of writing. Unreadable ones are kept and counted: each may be a payment. */
  readonly list: () => { readonly attempts: readonly Attempt[]; readonly unreadable: number }
  /** Adds attempts; of those that are known already, only new facts, and none from a file to one made here. */
  readonly append: (attempts: readonly Attempt[]) => void
  /** Adds facts to an attempt. Returns its current version; null if it is unknown. */
  readonly add: (id: string, ...facts: readonly Fact[]) => Attempt | null
}

/** The ledger of `account` on BSC. */
export function ledger(storage: KeyValueStore, account: Address): Ledger {
  const log = appendLog<Attempt>(storage, accountKey('ledger', account), {
    idOf: ({ id }) => id,
    format: formatAttempt,
    parse: (raw) => parseAttempt(account, raw),
    join: joinAttempts,
  })
  return {
    list() {
      const { entries, unreadable } = log.list()
      return { attempts: entries, unreadable }
    },
    append: log.append,
    add(id, ...facts) {
      const changed = log.update(id, (known) => withFacts(known, facts))
      storedChanged()
      return changed
    },
  }
}
