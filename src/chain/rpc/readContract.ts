import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
} from 'viem'
import { ask } from './ask.ts'
import { hex } from './questions.ts'
import type { Rpc } from './Rpc.ts'

/**
 * Reads one view function at the latest block. Reads of one moment travel as one JSON-RPC batch, so neither Multicall3
 * nor viem's contract layer (16 kB gzip of the first screen) is needed. @throws when the call reverts, the answer is
 * not of the function's type, or the chain cannot be reached
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
