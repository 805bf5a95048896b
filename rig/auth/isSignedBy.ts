import { type Address, type Hex, verifyMessage } from 'viem'
import type { ChainClient } from '../../safe-app/chain/chainClient.ts'

/** EIP-7702: an account with a key that also runs a contract's code. */
const DELEGATION = '0xef0100'

/**
 * Whether an account signed a text: with its key or, for a contract such as a Safe, by ERC-1271
 * `isValidSignature` on the chain. Throws if the chain cannot be reached.
 */
export async function isSignedBy(
  client: ChainClient,
  address: Address,
  message: string,
  signature: Hex,
): Promise<boolean> {
  const code = await client.getCode({ address })
  if (code === undefined || code.startsWith(DELEGATION)) {
    // A signature that recovers to no address is invalid.
    if (await verifyMessage({ address, message, signature }).catch(() => false)) return true
    if (code === undefined) return false
  }
  return client.verifyMessage({ address, message, signature })
}
