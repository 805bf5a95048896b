import { toHex } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Amount } from '#chain/money/Amount.ts'
import type { Call } from '#chain/money/Call.ts'
import { getBalance, getGasPrice } from '#chain/rpc/questions.ts'
import { ask, isRevert, type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { erc20Abi, readContract } from '#chain/rpc/readContract.ts'
import { quantity } from '#chain/schemas.ts'

/** Why an amount cannot be paid from an address right now. */
export type FundsFault =
  | { readonly kind: 'decimals-differ'; readonly onChain: number }
  | { readonly kind: 'too-little'; readonly has: Amount }
  | { readonly kind: 'no-gas' }

/**
 * Checks on the chain that a payment can be made: the token has the decimals that the portal assumes, the
 * payer holds the amount, and enough BNB is left to pay the fees of `transactions` transactions (none if
 * someone else pays the fees).
 * @throws when the chain cannot be read
 */
export async function checkFunds(
  rpc: Rpc,
  payer: Address,
  amount: Amount,
  transactions: number,
): Promise<FundsFault | null> {
  const { token, value } = amount
  const [native, gasPrice] = await Promise.all([
    getBalance(rpc, payer),
    transactions > 0 ? getGasPrice(rpc) : 0n,
  ])
  const fee = gasPrice * (token.address === null ? 60_000n : 120_000n) * BigInt(transactions)
  if (token.address === null) {
    if (native < value) return { kind: 'too-little', has: { token, value: native } }
    return native < value + fee ? { kind: 'no-gas' } : null
  }
  const contract = { address: token.address, abi: erc20Abi }
  const [decimals, balance] = await Promise.all([
    readContract(rpc, contract, 'decimals'),
    readContract(rpc, contract, 'balanceOf', [payer]),
  ])
  if (decimals !== token.decimals) return { kind: 'decimals-differ', onChain: decimals }
  if (balance < value) return { kind: 'too-little', has: { token, value: balance } }
  return native < fee ? { kind: 'no-gas' } : null
}

/**
 * Estimates the gas units of a call sent by `from` as its own transaction, from one node at the current
 * state. Returns null if the call would fail.
 * @throws when no node answers
 */
export async function estimateGas(
  rpc: Rpc,
  from: Address,
  { to, value, data }: Call,
): Promise<bigint | null> {
  try {
    return await ask(rpc, quantity, 'eth_estimateGas', [{ from, to, value: toHex(value), data }])
  } catch (error) {
    if (error instanceof RpcError && isRevert(error)) return null
    throw error
  }
}
