import type { Address } from '#chain/money/Address.ts'
import { pinned, type Token } from '#chain/money/Token.ts'
import { erc20Abi } from './erc20Abi.ts'
import { getBalance } from './questions.ts'
import type { Rpc } from './Rpc.ts'
import { readContract } from './readContract.ts'

/** One balance; `null` means that it could not be read, which is not zero. */
export type Balance = { readonly token: Token; readonly value: bigint | null }

/**
 * BNB and the pinned tokens of an account, in the pinned order. What cannot be read takes nothing from the rest.
 * @throws what BNB's balance failed with, when nothing could be read
 */
export async function readBalances(rpc: Rpc, address: Address): Promise<readonly Balance[]> {
  const read = await Promise.allSettled(
    pinned.map((token) =>
      token.address === null
        ? getBalance(rpc, address)
        : readContract(rpc, { address: token.address, abi: erc20Abi }, 'balanceOf', [address]),
    ),
  )
  const [native] = read
  if (native?.status === 'rejected' && read.every(({ status }) => status === 'rejected')) throw native.reason
  return pinned.map((token, index) => {
    const one = read[index]
    return { token, value: one?.status === 'fulfilled' ? one.value : null }
  })
}
