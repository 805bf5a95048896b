import type { Address } from './Address.ts'
import { erc20Abi } from './erc20Abi.ts'
import { getBalance } from './questions.ts'
import type { Rpc } from './Rpc.ts'
import { readContract } from './readContract.ts'
import { pinned, type Token } from './Token.ts'

/** One balance; `null` means that it could not be read, which is not zero. */
export type Balance = { readonly token: Token; readonly value: bigint | null }

/** BNB and the pinned tokens of an account, in the pinned order. @throws when the chain cannot be reached at all */
export async function readBalances(rpc: Rpc, address: Address): Promise<readonly Balance[]> {
  const [native, ...tokens] = await Promise.all(
    pinned.map((token) =>
      token.address === null
        ? getBalance(rpc, address)
        : readContract(rpc, { address: token.address, abi: erc20Abi }, 'balanceOf', [address]).catch(
            () => null,
          ),
    ),
  )
  if (tokens.every((value) => value === null)) {
    throw new Error('The network did not answer the question for token balances.')
  }
  return pinned.map((token, index) => ({ token, value: (index === 0 ? native : tokens[index - 1]) ?? null }))
}
