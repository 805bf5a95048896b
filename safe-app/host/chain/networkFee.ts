import { type Address, size, zeroAddress } from 'viem'
import type * as Amount from '#chain/money/Amount.ts'
import type { Token } from '#chain/money/Token.ts'
import type { SafeTx } from '#safe/tx/SafeTx.ts'
import { findToken, type Network } from '../../chain/Network.ts'

/** Safe{Wallet}'s fee collector, on every chain. */
export const FEE_COLLECTOR: Address = '0xaEf22e5f09980fC1Ba6F2ec3EC34c1B9aeC885b5'

/** Symbol of a token in which a Safe may pay the network fee. */
export type FeeToken = string

/** Symbols of the dollar tokens that the host accepts, where the chain has them. */
const dollars: readonly string[] = ['USDT', 'USDC']

/** The tokens for the network fee on a chain, the coin first; the real host also offers the wrapped coin. */
export function feeTokensOf({ coin, tokens }: Network): readonly FeeToken[] {
  const known = dollars.filter((symbol) => tokens.some((token) => token.symbol === symbol))
  return [coin.symbol, ...known]
}

/** Price per gas in base units: 1 gwei of the coin, and the same value in a dollar token at 600 dollars per coin. */
function gasPriceOf({ address, decimals }: Token): bigint {
  if (address === null) return 1_000_000_000n
  const price = (600_000_000_000n * 10n ** BigInt(decimals)) / 10n ** 18n
  // A token with few decimals has no smaller unit, and a price of 0 means that there is no fee.
  return price > 0n ? price : 1n
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
  network: Network,
  tx: SafeTx,
  symbol: FeeToken,
  { calls, signatures }: { readonly calls: number; readonly signatures: number },
): SafeTx {
  const token = tokenOf(network, symbol)
  const needed = GAS_OF_CALL * BigInt(calls) + (tx.operation === 1 ? GAS_AROUND : 0n)
  const bytes = BigInt(size(tx.data)) + BYTES_OF_FIELDS
  return {
    ...tx,
    safeTxGas: tx.safeTxGas > needed ? tx.safeTxGas : needed,
    baseGas: GAS_OF_TRANSACTION + GAS_OF_SIGNATURE * BigInt(signatures) + GAS_OF_BYTE * bytes,
    gasPrice: gasPriceOf(token),
    gasToken: token.address ?? zeroAddress,
    refundReceiver: FEE_COLLECTOR,
  }
}

/** The most that the refund can take, or null if the transaction has none. */
export function networkFeeOf(network: Network, tx: SafeTx): Amount.Amount | null {
  const token = findToken(network, tx.gasToken === zeroAddress ? null : tx.gasToken)
  if (tx.gasPrice === 0n || !token) return null
  return { token, value: (tx.safeTxGas + tx.baseGas) * tx.gasPrice }
}

function tokenOf({ coin, tokens }: Network, symbol: FeeToken): Token {
  const token = [coin, ...tokens].find((each) => each.symbol === symbol)
  if (!token) throw new Error(`${symbol} is not a token on this chain.`)
  return token
}
