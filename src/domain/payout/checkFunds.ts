import type { Address } from '#chain/money/Address.ts'
import type { Amount } from '#chain/money/Amount.ts'
import { erc20Abi } from '#chain/rpc/erc20Abi.ts'
import { getBalance, getGasPrice } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readContract } from '#chain/rpc/readContract.ts'

/** Why an amount cannot be paid from an address right now. */
export type FundsFault =
  | { readonly kind: 'decimals-differ'; readonly onChain: number }
  | { readonly kind: 'too-little'; readonly has: Amount }
  | { readonly kind: 'no-gas' }

/**
 * Checks on the chain what a payment stands on: that the token has the decimals that the portal assumes, that the
 * payer holds the amount, and that some BNB is left for the fees of so many transactions (none: somebody else pays
 * them). @throws when the chain cannot be read
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
