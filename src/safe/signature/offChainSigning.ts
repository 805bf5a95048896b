import * as v from 'valibot'
import type { Address } from 'viem'
import { bytes32 } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { hasChainIdInDomain } from '#safe/tx/SafeTx.ts'

/** `keccak256("fallback_manager.handler.address")`: where a Safe keeps the contract that answers for it. */
const HANDLER_SLOT = '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5'

/**
 * Whether a Safe signs texts off the chain: since 1.3.0, by a fallback handler that can check them. Any other Safe makes
 * a transaction of it, and Safe{Wallet} never answers an app whose dialog for that was closed. The same rule as there.
 * @throws when the chain cannot be read
 */
export async function signsOffChain(rpc: Rpc, safe: Address, version: string): Promise<boolean> {
  if (!hasChainIdInDomain(version)) return false
  return BigInt(v.parse(bytes32, await rpc('eth_getStorageAt', [safe, HANDLER_SLOT, 'latest']))) !== 0n
}
