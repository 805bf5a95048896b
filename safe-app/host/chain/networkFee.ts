import { type Address, size, zeroAddress } from 'viem'
import type * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import type { SafeTx } from '#safe/tx/SafeTx.ts'

/** Safe{Wallet}'s fee collector, on every chain. */
export const FEE_COLLECTOR: Address = '0xaEf22e5f09980fC1Ba6F2ec3EC34c1B9aeC885b5'

/** The tokens for the network fee here; the real host also offers WBNB. */
export const feeTokens = ['BNB', 'USDT', 'USDC'] as const
export type FeeToken = (typeof feeTokens)[number]

/**
 * Price per gas in base units: 1 gwei of BNB, and the same value in a dollar token at 600 dollars per BNB.
 */
const gasPrices: Readonly<Record<FeeToken, bigint>> = {
  BNB: 1_000_000_000n,
  USDT: 600_000_000_000n,
  USDC: 600_000_000_000n,
}

/** Gas for one call, including a token transfer to a new holder, and for a multisend around several. */
const GAS_OF_CALL = 80_000n
const GAS_AROUND = 40_000n

const GAS_OF_TRANSACTION = 21_000n
const GAS_OF_SIGNATURE = 8_000n
const GAS_OF_BYTE = 16n
const BYTES_OF_FIELDS = 420n

/**
 * Adds a refund of the network fee to Safe{Wallet}'s collector. Also sets `safeTxGas`: with a `gasPrice`
 * above 0 the contract gives the inner call only that much gas, and an inner failure does not revert.
 */
export function withNetworkFee(
  tx: SafeTx,
  token: FeeToken,
  { calls, signatures }: { readonly calls: number; readonly signatures: number },
): SafeTx {
  const needed = GAS_OF_CALL * BigInt(calls) + (tx.operation === 1 ? GAS_AROUND : 0n)
  const bytes = BigInt(size(tx.data)) + BYTES_OF_FIELDS
  return {
    ...tx,
    safeTxGas: tx.safeTxGas > needed ? tx.safeTxGas : needed,
    baseGas: GAS_OF_TRANSACTION + GAS_OF_SIGNATURE * BigInt(signatures) + GAS_OF_BYTE * bytes,
    gasPrice: gasPrices[token],
    gasToken: tokenOf(token).address ?? zeroAddress,
    refundReceiver: FEE_COLLECTOR,
  }
}

/** The most that the refund can take, or null if the transaction has none. */
export function networkFeeOf(tx: SafeTx): Amount.Amount | null {
  const token = Token.find(tx.gasToken === zeroAddress ? null : tx.gasToken)
  if (tx.gasPrice === 0n || !token) return null
  return { token, value: (tx.safeTxGas + tx.baseGas) * tx.gasPrice }
}

function tokenOf(symbol: FeeToken): Token.Token {
  const token = Token.pinned.find((each) => each.symbol === symbol)
  if (!token) throw new Error(`${symbol} is not pinned.`)
  return token
}
