import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
} from 'viem'
import { pinned, type Token } from '#chain/money/Token.ts'
import { hex } from '#chain/schemas.ts'
import type { Rpc } from './Rpc.ts'
import { ask } from './Rpc.ts'
import { getBalance } from './rpcMethods.ts'

/** The functions of ERC-20 (EIP-20) that the portal calls. */
export const erc20Abi = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ type: 'bool' }],
  },
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'account', type: 'address' }],
    outputs: [{ type: 'uint256' }],
  },
  { type: 'function', name: 'decimals', stateMutability: 'view', inputs: [], outputs: [{ type: 'uint8' }] },
] as const

/**
 * Reads one view function at the latest block. Simultaneous reads share one JSON-RPC batch, which makes
 * Multicall3 and viem's contract layer (16 kB gzip of the first screen) unnecessary.
 * @throws when the call reverts, the answer has the wrong type, or the chain cannot be reached
 */
export async function readContract<
  const abi extends Abi,
  name extends ContractFunctionName<abi, 'view'>,
  const args extends ContractFunctionArgs<abi, 'view', name>,
>(
  rpc: Rpc,
  contract: { address: Address; abi: abi },
  functionName: name,
  args?: args,
): Promise<ContractFunctionReturnType<abi, 'view', name, args>> {
  const call = { ...contract, functionName, args } as unknown as Parameters<typeof encodeFunctionData>[0]
  const request = { to: contract.address, data: encodeFunctionData(call) }
  const data = await ask(rpc, hex, 'eth_call', [request, 'latest'])
  return decodeFunctionResult({ ...call, data } as never) as never
}

/** One balance; `null` means that it could not be read, which is not zero. */
export type Balance = { readonly token: Token; readonly value: bigint | null }

/**
 * BNB and the pinned tokens of an account, in the pinned order. A failed read does not affect the others.
 * @throws the error of the BNB balance, when nothing could be read
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
