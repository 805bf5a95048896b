import type { Address } from 'viem'
import { getCode } from '#chain/questions.ts'
import { readContract } from '#chain/readContract.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { safeAbi } from './safeAbi.ts'

/** State of a Safe as the chain has it. */
export type SafeState = {
  readonly owners: readonly Address[]
  readonly threshold: number
  readonly nonce: bigint
  readonly version: string
}

/** Reads a Safe from the chain, or null when there is no contract at the address yet. @throws when the chain cannot be read */
export async function readSafe(rpc: Rpc, safe: Address): Promise<SafeState | null> {
  const code = await getCode(rpc, safe)
  if (code === null) return null
  const contract = { address: safe, abi: safeAbi }
  const [owners, threshold, nonce, version] = await Promise.all([
    readContract(rpc, contract, 'getOwners'),
    readContract(rpc, contract, 'getThreshold'),
    readContract(rpc, contract, 'nonce'),
    readContract(rpc, contract, 'VERSION'),
  ])
  return { owners, threshold: Number(threshold), nonce, version }
}
