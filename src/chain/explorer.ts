import type { Hash } from 'viem'
import type { Address } from './money/Address.ts'

/** The block explorer of BSC. */
export const EXPLORER_URL = 'https://bscscan.com'

/** URL of a transaction on the block explorer. */
export function explorerTx(hash: Hash): string {
  return `${EXPLORER_URL}/tx/${hash}`
}

/** URL of an address on the block explorer. */
export function explorerAddress(address: Address): string {
  return `${EXPLORER_URL}/address/${address}`
}
