import { type Address, getAddress, isAddressEqual, zeroAddress } from 'viem'
import type { Amount } from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import type { SafeTx } from './SafeTx.ts'

/**
 * The account to which a Safe pays for its own execution in Safe{Wallet}. Source: its configuration, pinned
 * here.
 */
export const FEE_COLLECTOR: Address = getAddress('0xaef22e5f09980fc1ba6f2ec3ec34c1b9aec885b5')

/** Wrapped BNB, in which a Safe may pay the fee besides pinned tokens. */
const WBNB: Token.Token = {
  address: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
  symbol: 'WBNB',
  name: 'Wrapped BNB',
  decimals: 18,
}

/** The tokens that Safe{Wallet} accepts, each with the highest plausible network fee. */
const accepted: readonly { readonly token: Token.Token; readonly most: bigint }[] = [
  ...Token.pins.flatMap(({ token, mostFee }) => (mostFee === null ? [] : [{ token, most: mostFee }])),
  { token: WBNB, most: 2n * 10n ** 16n },
]

/** Gas that the contract adds to the given amount: the call around the payment and its stipend. */
const OVERHEAD = 60_000n

/**
 * The gas refund of a Safe transaction:
 * - `none` no refund
 * - `network-fee` Safe{Wallet}'s own collector gets a fee of at most `most`
 * - `other` anything else, possibly any amount to any account
 */
export type GasRefund =
  | { readonly kind: 'none' }
  | { readonly kind: 'network-fee'; readonly most: Amount }
  | { readonly kind: 'other'; readonly to: Address | null }

/** Reads the refund from the signed fields of a transaction (`handlePayment` of the Safe contracts). */
export function gasRefund({ gasPrice, gasToken, refundReceiver, baseGas, safeTxGas }: SafeTx): GasRefund {
  if (gasPrice === 0n) {
    // Without a gas price nothing is paid, but there is no honest reason to set the other fields.
    const isEmpty = isAddressEqual(gasToken, zeroAddress) && isAddressEqual(refundReceiver, zeroAddress)
    return isEmpty ? { kind: 'none' } : { kind: 'other', to: receiverOf(refundReceiver) }
  }
  const fee = accepted.find(({ token }) => isAddressEqual(token.address ?? zeroAddress, gasToken))
  const value = (baseGas + safeTxGas + OVERHEAD) * gasPrice
  const isFee = fee !== undefined && isAddressEqual(refundReceiver, FEE_COLLECTOR) && value <= fee.most
  return isFee
    ? { kind: 'network-fee', most: { token: fee.token, value } }
    : { kind: 'other', to: receiverOf(refundReceiver) }
}

/** Null if the executor is paid. */
function receiverOf(receiver: Address): Address | null {
  return isAddressEqual(receiver, zeroAddress) ? null : receiver
}
