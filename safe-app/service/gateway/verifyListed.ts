import { isAddressEqual } from 'viem'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { Refusal } from '../http/Reply.ts'
import type { Multisig } from '../read/Multisig.ts'
import type { SafeState } from '../read/SafeReader.ts'
import { parse } from '../read/Signature.ts'
import type { World } from '../World.ts'

/**
 * With the `verifying` fault on, checks a queued transaction's hash and its owners' signatures as the gateway does
 * before it lists or describes it. Throws the gateway's 502, which refuses the whole answer.
 */
export async function verifyListed(world: World, entry: Multisig, safe: SafeState): Promise<void> {
  if (!world.faults.get().verifying) return
  if (entry.execution !== null || entry.tx.nonce < BigInt(safe.nonce)) return
  if (gatewayHash(world, safe, entry.tx) !== entry.safeTxHash) throw refuse('Invalid safeTxHash')
  for (const { owner, signature } of entry.confirmations) {
    const parts = await parse(signature, entry.safeTxHash).catch(() => [])
    const [part] = parts
    const isValid =
      part !== undefined && isAddressEqual(part.owner, owner) && safe.owners.includes(part.owner)
    if (!isValid) throw refuse('Invalid signature')
  }
}

/** The hash as the gateway computes it: nonce and gas pass through a double, so large values are rounded. */
export function gatewayHash(
  { network }: Pick<World, 'network'>,
  safe: SafeState,
  tx: SafeTx.SafeTx,
): SafeTx.SafeTxHash {
  const { nonce, safeTxGas, baseGas } = tx
  const rounded = { nonce: double(nonce), safeTxGas: double(safeTxGas), baseGas: double(baseGas) }
  return SafeTx.hash(safe.address, { ...tx, ...rounded }, safe.version, network.id)
}

function double(value: bigint): bigint {
  return BigInt(Number(value))
}

function refuse(message: string): Refusal {
  return new Refusal(502, { message, statusCode: 502 })
}
