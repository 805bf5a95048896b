import type { Address } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'

const ASSETS = 'https://safe-transaction-assets.safe.global'

/** The picture that Safe's services name for the chain's native coin. */
export const COIN_LOGO = `${ASSETS}/chains/${BSC_CHAIN_ID}/currency_logo.png`

/** The picture that Safe's services name for a token, whether or not they have one. */
export function tokenLogo(token: Address): string {
  return `${ASSETS}/tokens/logos/${token}.png`
}

/** The picture that Safe's services name for a contract. */
export function contractLogo(contract: Address): string {
  return `${ASSETS}/contracts/logos/${contract}.png`
}
