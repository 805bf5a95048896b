import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  toHex,
} from 'viem'
import { pinned, type Token } from '#chain/money/Token.ts'
import { hex } from '#chain/schemas.ts'
import { readWithQuorum } from './quorum.ts'
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
 * Reads one view function after a block. Simultaneous reads share one JSON-RPC batch, which makes
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
  block: Hex | 'latest' = 'latest',
): Promise<ContractFunctionReturnType<abi, 'view', name, args>> {
  const call = { ...contract, functionName, args } as unknown as Parameters<typeof encodeFunctionData>[0]
  const request = { to: contract.address, data: encodeFunctionData(call) }
  const data = await ask(rpc, hex, 'eth_call', [request, block])
  return decodeFunctionResult({ ...call, data } as never) as never
}

/** One balance; `null` means that it could not be read, which is not zero. */
export type Balance = { readonly token: Token; readonly value: bigint | null }

/**
 * BNB and the pinned tokens of an account, in the pinned order. A failed read does not affect the others.
 * @throws the error of the BNB balance, when nothing could be read
 */
export async function readBalances(rpc: Rpc, address: Address): Promise<readonly Balance[]> {
  const read = await Promise.allSettled(pinned.map((token) => readBalance(rpc, token, address)))
  const [native] = read
  if (native?.status === 'rejected' && read.every(({ status }) => status === 'rejected')) throw native.reason
  return pinned.map((token, index) => {
    const one = read[index]
    return { token, value: one?.status === 'fulfilled' ? one.value : null }
  })
}

/**
 * The balances of an account after a block on which two operators agree, in the pinned order; null where no two agree, for example
 * because they keep no state that old.
 */
export async function readBalancesAfter(
  rpc: Rpc,
  address: Address,
  block: bigint,
): Promise<readonly Balance[]> {
  return Promise.all(
    pinned.map(async (token) => {
      const read = (node: Rpc) => readBalance(node, token, address, toHex(block))
      const found = await readWithQuorum(rpc, read).catch(() => null)
      return { token, value: found?.kind === 'agreed' ? found.value : null }
    }),
  )
}

function readBalance(rpc: Rpc, token: Token, address: Address, block?: Hex): Promise<bigint> {
  return token.address === null
    ? getBalance(rpc, address, block)
    : readContract(rpc, { address: token.address, abi: erc20Abi }, 'balanceOf', [address], block)
}
