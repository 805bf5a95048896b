import * as Token from '#chain/money/Token.ts'
import { type PaidTransfer, type PaidTransfers, wordOf } from '#safe/proposal/paidTransfers.ts'

/** The block of a transaction. `final` needs two nodes if two are configured. */
export type Place = {
  readonly final: boolean
  readonly blockNumber: bigint
  /** ms since the epoch; null when it could not be read. */
  readonly at: number | null
}

/** What the chain shows for the transfer named in a receipt. */
export type ReceiptState =
  | { readonly kind: 'not-found' }
  | { readonly kind: 'pending' }
  /** The transaction failed: nothing moved. */
  | { readonly kind: 'failed'; readonly place: Place }
  | { readonly kind: 'no-such-transfer'; readonly place: Place }
  /** A log of a transfer with a zero amount. */
  | { readonly kind: 'nothing'; readonly place: Place }
  | {
      readonly kind: 'moved'
      readonly place: Place
      readonly transfer: PaidTransfer
      /** Null if it is not pinned: anyone can make such a token. */
      readonly token: Token.Token | null
      /** See `wordOf`. */
      readonly word: 'payer' | 'payee' | null
    }

/** @param name see `PaidTransfer` */
export function receiptState(paid: PaidTransfers, name: string): ReceiptState {
  if (paid.kind === 'unknown-hash') return { kind: 'not-found' }
  if (paid.kind === 'pending') return { kind: 'pending' }
  const { blockNumber, at } = paid
  const place = { final: paid.kind === 'final', blockNumber, at }
  if (paid.status === 'failed') return { kind: 'failed', place }
  const [transfer, another] = paid.transfers.filter((one) => one.name === name)
  // Two transfers with one name contradict each other, so neither is trusted.
  if (!transfer || another) return { kind: 'no-such-transfer', place }
  if (transfer.value === 0n) return { kind: 'nothing', place }
  return { kind: 'moved', place, transfer, token: Token.find(transfer.token) ?? null, word: wordOf(transfer) }
}
