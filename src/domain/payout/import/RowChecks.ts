import type { Address } from '#chain/money/Address.ts'
import type { Amount } from '#chain/money/Amount.ts'
import type { Token } from '#chain/money/Token.ts'
import type { Alike, PayeeFact } from '#domain/payee/checkPayee.ts'

/**
 * What is odd about rows that could be read. Rows are named by their first line; nothing is merged and nothing dropped.
 * `id` stays the same as long as nothing in it changes, so a tick holds for what was ticked and for nothing else.
 */
export type RowDoubt = { readonly id: string; readonly lines: readonly number[] } & (
  | { readonly kind: 'duplicate'; readonly payee: Address; readonly amount: Amount }
  | { readonly kind: 'outlier'; readonly payee: Address; readonly amount: Amount }
  | { readonly kind: 'maybe-cut' }
  | (Alike & { readonly kind: 'similar' })
  | PayeeFact
)

/** A payee who is paid several amounts of a token: named, and no doubt by itself. */
export type SamePayee = {
  readonly payee: Address
  readonly token: Token
  readonly lines: readonly number[]
}

/** A payee who can be taken for another one. An error until the whole address is typed or pasted again. */
export type LookAlikePayee = Alike & { readonly lines: readonly number[] }

export type RowChecks = {
  readonly doubts: readonly RowDoubt[]
  readonly samePayees: readonly SamePayee[]
  readonly lookAlikes: readonly LookAlikePayee[]
}
