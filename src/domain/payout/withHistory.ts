import type { Account, OpenedAccount } from '#account/Account.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'

/** The account with its history: from the lists of a service, or else from the ledger of this browser. */
export function withHistory(account: OpenedAccount, storage: KeyValueStore): Account {
  return {
    ...account,
    activity: account.activity ?? {
      queued: null,
      proposal: null,
      // Every page has the account, and few read its history.
      history: async (cursor, signal) =>
        (await import('./walletHistory.ts')).readWalletHistory(account, storage, cursor, signal),
      coverage: 'Payments sent from other browsers aren’t shown. See BscScan.',
    },
  }
}
