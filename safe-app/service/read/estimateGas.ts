import type { Address, Hex } from 'viem'
import type { World } from '../World.ts'

/** The gas of a Safe's call; 0 if it fails or is a delegatecall, which only the Safe itself can simulate. */
export async function estimateGas(
  world: World,
  safe: Address,
  call: { readonly to: Address; readonly value: bigint; readonly data: Hex; readonly operation: 0 | 1 },
): Promise<bigint> {
  if (call.operation === 1) return 0n
  const { to, value, data } = call
  return world.client.estimateGas({ account: safe, to, value, data }).catch(() => 0n)
}
