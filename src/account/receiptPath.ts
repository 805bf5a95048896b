import type { Hash } from 'viem'

/** Receipt of one transfer of a transaction, named as `PaidTransfer` says; the memo is the reader's own and goes nowhere else. */
export function receiptPath(hash: Hash, name: string, memo = ''): string {
  return `/receipt/56/${hash}/${name}${memo === '' ? '' : `/${memo}`}`
}
