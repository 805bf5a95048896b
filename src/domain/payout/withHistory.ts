import type { Account, OpenedAccount } from '#account/Account.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'

/** The account with its history: what a service lists, or else what the ledger of this browser has. */
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
