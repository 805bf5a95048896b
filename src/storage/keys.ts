// Every key under which this browser keeps something for the portal: what it holds, and who reads it. Browsers hold
// documents of earlier releases, so no key may change. They are listed as types, because this file is part of the first
// screen, and a screen only needs a few of them. No imports: the script in the head of the page uses this file.

/** Kept once per browser, for all of its accounts. */
type BrowserKey =
  /** The theme: `dark`, `light` or `system`. Boot, and the script before the first paint. */
  | 'theme'
  /** In the session storage: the boot file of the release that a page was reloaded from. `boot/newRelease.ts`. */
  | 'reloaded-from'
  /** `off` if no node is asked about payees before a payment. `settings/switches.ts`. */
  | 'early-checks'
  /** `off` if no amounts in US dollars are shown. `settings/switches.ts`. */
  | 'dollars'
  /** `off` if the first steps are not shown on the Overview. `settings/switches.ts`. */
  | 'first-steps'
  /** `on` if the browser notifies about what needs attention. `settings/switches.ts`. */
  | 'notifications'
  /** `on` if technical details were left open. `settings/switches.ts`. */
  | 'technical-details'
  /** Name and details of the person at this browser, for papers. Settings, receipts and statements. */
  | 'details'
  /** Answers about the columns of the last lists. The payout editor. */
  | 'answers'
  /** The token that was paid last. The payment form. */
  | 'token.56'
  /** A kept list: saved people and companies, with their addresses. Wherever an address has a name. */
  | 'people.56'
  /** A kept list: payment requests made here, and the payments claimed for them. Get paid, activity, overview. */
  | 'requests.56'
  /** A kept list: proofs begun here. Get paid and verify. */
  | 'proofs.56'
  /** A kept list: what a person answered after looking for the code of a proof. Wherever a proof is judged. */
  | 'codeAnswers.56'
  /** A kept list: payments that an account repeats. Reminders, overview and the payout editor. */
  | 'templates.56'
  /** A kept list: the budgets of campaigns. Activity and the payout editor. */
  | 'budgets.56'
  /** Safes that a person watches without being an owner. Activity. */
  | 'watched.56'
  /** When each request of somebody else was first opened here. Prices in US dollars depend on it. */
  | 'opened.56'
  /** When the last backup was made, and of how many entries. The reminder to make one. */
  | 'backup'
  /** As many characters as a backup needs, to see whether they fit; removed at once. Restoring. */
  | 'room'
  /** RainbowKit's answers about accounts, for a day. `layerClient`. */
  | 'walletCache'

/** Kept once per account on BNB Smart Chain. */
export type AccountKey =
  /** A prefix: every attempt to pay, under `<key>.0`, `<key>.1` and so on. `domain/ledger`. */
  | 'ledger'
  /** The ids of the account's payouts, newest first. `payoutStore`. */
  | 'payouts'
  /**
   * A prefix: the rows of a payout under `<key>.<id>`, and its plan under `<key>.<id>.parts`. `payoutStore`. The key
   * itself is the name of the lock that a page holds while the account pays. `payoutLock`.
   */
  | 'payout'
  /** The list that is being edited. The payout editor. */
  | 'draft'
  /** The name and handle that the account typed about itself. Get paid. */
  | 'identity'
  /** The Safe that a wallet's account pays from; absent for its own account. `usePayer`. */
  | 'payer'

/** Written and removed at once, to see whether the browser stores anything. `guardStorage`. */
export const probeKey = 'portal'
/** wagmi's record of the wallet that was connected last. Whether to offer it again. */
export const recentConnectorKey = 'wagmi.recentConnectorId'
/** RainbowKit's list of wallets used, which it reads unchecked. `storedWallets`. */
export const recentWalletsKey = 'rk-recent'
/** RainbowKit's list of transactions, which it reads unchecked. `storedWallets`. */
export const recentTransactionsKey = 'rk-transactions'

/** The key of something that is kept once per browser. */
export const browserKey = (what: BrowserKey) => `portal.${what}`

/** The key of something that is kept once per account. An account's address counts in any case of letters. */
export const accountKey = (what: AccountKey, account: string) => `portal.${what}.56.${account.toLowerCase()}`

/** The key under which an unreadable document is set aside. `persisted`. */
export const damagedKey = (key: string) => `${key}.damaged`

/**
 * Whether a key is the portal's or its wallet layer's. wagmi and RainbowKit write others, too, which nothing here reads.
 */
export const isPortalKey = (key: string) => /^(portal\.|rk-|wagmi\.)/.test(key)
