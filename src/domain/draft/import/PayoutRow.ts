import type { Address } from '#chain/money/Address.ts'
import type { Amount } from '#chain/money/Amount.ts'
import type { AnsweredRequest } from '#domain/ledger/earlierPayments.ts'
import type { Alike, EnteredName, PayeeFact } from '#domain/payee/checkPayee.ts'

/**
 * Something odd about parsed rows. Rows are identified by their first line; none are merged or dropped. `id`
 * stays the same as long as nothing in the doubt changes, so that a tick covers only what was ticked.
 */
export type RowDoubt = { readonly id: string; readonly lines: readonly number[] } & (
  | { readonly kind: 'duplicate'; readonly payee: Address; readonly amount: Amount }
  | { readonly kind: 'outlier'; readonly payee: Address; readonly amount: Amount }
  | { readonly kind: 'maybe-cut' }
  /** One address under several names. */
  | { readonly kind: 'two-names'; readonly payee: Address; readonly names: readonly string[] }
  /** Payees that follow each other as they did above: a list, and the same list again with other amounts. */
  | { readonly kind: 'again' }
  /** A row has the name of a saved person, and none of the addresses saved for that name. */
  | {
      readonly kind: 'other-address'
      readonly payee: Address
      readonly name: string
      readonly saved: readonly Address[]
    }
  /** A line of the list says another sum than its payments make. Both as shown. */
  | { readonly kind: 'total'; readonly said: string; readonly paid: string }
  | (Alike & { readonly kind: 'similar' })
  | PayeeFact
)

/**
 * A payee that can be mistaken for another one. An error until the whole address is typed or pasted again.
 */
export type LookAlikePayee = Alike & { readonly lines: readonly number[] }

/**
 * The texts of a row that can be corrected: the cells of the columns that matter, '' if the file has none.
 */
export type RowCells = {
  readonly payee: string
  readonly amount: string
  readonly token: string
  /** `erc20` or `native`, in files of CSV Airdrop. */
  readonly tokenType: string
}

/** The faults of a row, in sentences: for a cell, or for the line as a whole. */
type RowFaults = {
  readonly payee?: string
  readonly amount?: string
  readonly token?: string
  readonly line?: string
}

export type RowPayment = {
  readonly payee: Address
  readonly amount: Amount
  /** The `.bnb` name in the payee cell. */
  readonly entered?: EnteredName
  /** The request in US dollars that it answers, see `RowRequest`. */
  readonly answers?: AnsweredRequest
}

/** A row as a payment, or everything that prevents it from being one. */
export type RowRead =
  | { readonly ok: true; readonly payment: RowPayment }
  | {
      readonly ok: false
      readonly faults: RowFaults
      /** The contract in the token cell if it is the only unknown. Its decimals can be looked up. */
      readonly unknownToken: Address | null
      /**
       * The addresses that the name in the payee cell can mean, if it is the name of several people, or of a person
       * and a registry.
       */
      readonly namesakes: readonly Address[]
      /** The `.bnb` name in the payee cell, if it was not looked up yet. */
      readonly bnbName: string | null
    }

/** One row of a payout, as read from a text. */
export type PayoutRow = {
  /** First physical line, counted from 1, and the number of lines in the row. */
  readonly line: number
  readonly lines: number
  readonly cells: RowCells
  /** The author's memo; null for none. */
  readonly note: string | null
  readonly name: string | null
  /** The payee's name on a platform, such as `@anna`. */
  readonly handle: string | null
  readonly reference: string | null
  readonly read: RowRead
  /** False for a payee in all lower or all upper case. A wrong digit there goes unnoticed. */
  readonly hasChecksum: boolean
  /** Invisible characters were trimmed from the edges of a cell. */
  readonly trimmed: boolean
  /** The amount and the cell after it are numbers separated by a comma: `1,5` may have been cut in two. */
  readonly maybeCut: boolean
  /** The original text if the lines could not be split into cells; otherwise null. */
  readonly raw: string | null
}

/** A request in US dollars, and the rows that answer it: those that pay this payee in this token. */
export type RowRequest = AnsweredRequest & { readonly payee: Address; readonly token: Address | null }
