import { type Hex, keccak256, stringToBytes } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Transfer } from '#chain/money/Call.ts'

/**
 * Names a list of payments of an account by its content: the keccak256 hash of one canonical text. Order does not count,
 * so the rows of a file, of a proposal and of a receipt give the same one. Every row counts, repeated ones too.
 */
export function fingerprint(account: Address, transfers: readonly Transfer[]): Hex {
  const rows = transfers.map(transferKey).sort()
  return keccak256(
    stringToBytes(['influencer-portal payout 1', BSC_CHAIN_ID, account.toLowerCase(), ...rows].join('\n')),
  )
}

/** The first 16 hex digits, in groups of four: what people compare. */
export function shortFingerprint(whole: Hex): string {
  return whole.slice(2, 18).replace(/(.{4})(?=.)/g, '$1 ')
}

/** A transfer as one line of text: token, payee, base units. Two transfers are the same payment if this is the same. */
export function transferKey({ token, to, value }: Transfer): string {
  return `${token ?? 'bnb'} ${to} ${value}`.toLowerCase()
}
