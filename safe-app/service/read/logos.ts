import type { Address } from 'viem'
import type { Network } from '../../chain/Network.ts'

const ASSETS = 'https://safe-transaction-assets.safe.global'

/** The picture that Safe's services name for a chain's native coin. */
export function coinLogo({ id }: Network): string {
  return `${ASSETS}/chains/${id}/currency_logo.png`
}

/** The picture that Safe's services name for a token, whether or not they have one. */
export function tokenLogo(token: Address): string {
  return `${ASSETS}/tokens/logos/${token}.png`
}

/** The picture that Safe's services name for a contract. */
export function contractLogo(contract: Address): string {
  return `${ASSETS}/contracts/logos/${contract}.png`
}
