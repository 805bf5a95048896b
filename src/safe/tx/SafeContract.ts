import type { Address } from 'viem'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { getCode, kindOfCode, readContract } from '#chain/rpc/rpcMethods.ts'

/**
 * The functions of a Safe contract (1.3.0 and later) that the portal and its tests call. Literal, so that no
 * ABI parser is downloaded.
 */
export const safeAbi = [
  {
    type: 'function',
    name: 'getOwners',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'address[]' }],
  },
  {
    type: 'function',
    name: 'getThreshold',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'uint256' }],
  },
  { type: 'function', name: 'nonce', stateMutability: 'view', inputs: [], outputs: [{ type: 'uint256' }] },
  { type: 'function', name: 'VERSION', stateMutability: 'view', inputs: [], outputs: [{ type: 'string' }] },
] as const

/** On-chain state of a Safe. */
export type SafeState = {
  readonly owners: readonly Address[]
  readonly threshold: number
  readonly nonce: bigint
  readonly version: string
}

/**
 * Reads a Safe from the chain; null if there is no contract at the address yet, or it is a wallet's.
 * @throws when the chain cannot be read
 */
export async function readSafe(rpc: Rpc, safe: Address): Promise<SafeState | null> {
  if (kindOfCode(await getCode(rpc, safe)) !== 'contract') return null
  const contract = { address: safe, abi: safeAbi }
  const [owners, threshold, nonce, version] = await Promise.all([
    readContract(rpc, contract, 'getOwners'),
    readContract(rpc, contract, 'getThreshold'),
    readContract(rpc, contract, 'nonce'),
    readContract(rpc, contract, 'VERSION'),
  ])
  return { owners, threshold: Number(threshold), nonce, version }
}
