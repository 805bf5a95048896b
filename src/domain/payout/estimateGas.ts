import { toHex } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Call } from '#chain/money/Call.ts'
import { ask } from '#chain/rpc/ask.ts'
import { quantity } from '#chain/rpc/questions.ts'
import { isRevert, type Rpc, RpcError } from '#chain/rpc/Rpc.ts'

/**
 * Units of gas that a call of `from` would take as a transaction of its own, by one node and the state of now; null where
 * it would fail. @throws when no node tells
 */
export async function estimateGas(
  rpc: Rpc,
  from: Address,
  { to, value, data }: Call,
): Promise<bigint | null> {
  try {
    return await ask(rpc, quantity, 'eth_estimateGas', [{ from, to, value: toHex(value), data }])
  } catch (error) {
    if (error instanceof RpcError && isRevert(error)) return null
    throw error
  }
}
