/**
 * What an account does with several calls (EIP-5792 for wallets). `limit` is the most calls that one `submit` takes.
 * - `atomic` all of them happen together, or none
 * - `upgrade` the same, but the wallet first changes the account for good (EIP-7702): a person is told before
 * - `single` one transaction after another, each confirmed by itself
 */
export type Batching =
  | { readonly kind: 'atomic'; readonly limit: number }
  | { readonly kind: 'upgrade'; readonly limit: number }
  | { readonly kind: 'single' }

/** Most calls of one proposal of a Safe: its gas stays far below a block's, and owners can still look through it. */
export const SAFE_LIMIT = 100

/** Most calls that wallets were seen to take at once. */
export const WALLET_LIMIT = 10
