import type { Hash } from 'viem'

/**
 * Path of the receipt of one transfer, named as `PaidTransfer` says. `note` is the part of the link that `encodeReceipt`
 * makes of a person's words.
 */
export function receiptPath(hash: Hash, name: string, note = ''): string {
  return `/receipt/56/${hash}/${name}${note === '' ? '' : `/${note}`}`
}
