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

/** The texts of a row as a person may mend them: what the file has in the columns that matter, '' where it has none. */
export type RowCells = {
  readonly payee: string
  readonly amount: string
  readonly token: string
  /** `erc20` or `native`, in files of CSV Airdrop. */
  readonly tokenType: string
}

/** What is wrong with a row, in sentences: with a cell, or with its line as a whole. */
export type RowFaults = {
  readonly payee?: string
  readonly amount?: string
  readonly token?: string
  readonly line?: string
}

export type RowPayment = { readonly payee: Address; readonly amount: Amount }

/** A row as a payment, or everything that keeps it from being one. */
export type RowRead =
  | { readonly ok: true; readonly payment: RowPayment }
  | {
      readonly ok: false
      readonly faults: RowFaults
      /** The contract in the token cell where it is the only thing unknown: its decimals may be looked up. */
      readonly unknownToken: Address | null
    }

/** One row of a payout as it was read from a text. */
export type PayoutRow = {
  /** First physical line, counted from 1, and how many lines the row takes. */
  readonly line: number
  readonly lines: number
  readonly cells: RowCells
  /** What the other columns hold, with their titles; null when nothing. */
  readonly note: string | null
  readonly reference: string | null
  readonly read: RowRead
  /** False for a payee all in lower or all in upper case, in which a wrong digit is not noticed. */
  readonly hasChecksum: boolean
  /** Something that nobody sees was taken away at the edges of a cell. */
  readonly trimmed: boolean
  /** Numbers stand in the amount and behind it, with a comma between them: `1,5` may have been cut in two. */
  readonly maybeCut: boolean
  /** The text of the lines where they could not be taken apart; null where the cells say it all. */
  readonly raw: string | null
}
