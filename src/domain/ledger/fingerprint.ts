import { type Hex, keccak256, stringToBytes } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Address } from '#chain/money/Address.ts'
import { type Transfer, transferKey } from '#chain/money/Call.ts'

/**
 * Identifies an account's list of payments by content: the keccak256 hash of a canonical text. Order does not
 * matter, so the rows of a file, a proposal and a receipt have the same fingerprint. Every row counts,
 * including duplicates.
 */
export function fingerprint(account: Address, transfers: readonly Transfer[]): Hex {
  const rows = transfers.map(transferKey).sort()
  return keccak256(
    stringToBytes(['influencer-portal payout 1', BSC_CHAIN_ID, account.toLowerCase(), ...rows].join('\n')),
  )
}

/** The first 16 hex digits in groups of four, for people to compare. */
export function shortFingerprint(whole: Hex): string {
  return whole.slice(2, 18).replace(/(.{4})(?=.)/g, '$1 ')
}
