import { type Address, BaseError, encodeFunctionData, type Hex, parseAbi, size, slice } from 'viem'
import { isBefore130 } from '../../host/chain/safeContracts.ts'
import type { World } from '../World.ts'
import type { SafeState } from './SafeReader.ts'

type Call = { readonly to: Address; readonly value: bigint; readonly data: Hex; readonly operation: 0 | 1 }

const abi = parseAbi([
  'function requiredTxGas(address to, uint256 value, bytes data, uint8 operation) returns (uint256)',
])

/** The real service adds so much for the proxy and for calls that compilers of then overcharged. */
const GAS_AROUND = 36_000n

/**
 * The gas of a Safe's call; 0 if it fails. A delegatecall can only be simulated by the Safe itself, which those before 1.3.0
 * do; since then it is 0.
 */
export async function estimateGas(
  world: World,
  { address, version }: Pick<SafeState, 'address' | 'version'>,
  call: Call,
): Promise<bigint> {
  if (isBefore130(version)) return requiredGas(world, address, call)
  if (call.operation === 1) return 0n
  const { to, value, data } = call
  return world.client.estimateGas({ account: address, to, value, data }).catch(() => 0n)
}

/** `requiredTxGas` reverts with its result as the 32 bytes of an error's text. */
async function requiredGas(
  world: World,
  safe: Address,
  { to, value, data, operation }: Call,
): Promise<bigint> {
  const asked = encodeFunctionData({ abi, functionName: 'requiredTxGas', args: [to, value, data, operation] })
  try {
    await world.client.call({ account: safe, to: safe, data: asked })
  } catch (error) {
    const reverted = revertData(error)
    if (reverted !== null && size(reverted) === 100) return BigInt(slice(reverted, 68)) + GAS_AROUND
  }
  return 0n
}

function revertData(error: unknown): Hex | null {
  if (!(error instanceof BaseError)) return null
  const cause = error.walk((each) => typeof Object(each).data === 'string') as { data: Hex } | null
  return cause?.data ?? null
}
