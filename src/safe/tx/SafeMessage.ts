import { type Address, concat, type Hex, hashMessage, hashStruct, keccak256 } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { domainHash } from './SafeTx.ts'

/**
 * The EIP-712 hash that the owners of a Safe sign for a text. A type of its own, so that it is never mixed up
 * with a safeTxHash.
 */
export type SafeMessageHash = Hex & { readonly __safeMessageHash: true }

/** EIP-712 types of a Safe message, the same in every contract version. */
export const safeMessageTypes = { SafeMessage: [{ name: 'message', type: 'bytes' }] } as const

/** A text in the form that a Safe signs. */
export type SafeMessage = {
  /** Equals the contract's `getMessageHash` of the text's EIP-191 hash. */
  readonly hash: SafeMessageHash
  /**
   * The bytes behind the hash: `0x1901`, domain hash, struct hash. Owners that are Safes themselves verify
   * these.
   */
  readonly preimage: Hex
}

/**
 * The message that owners sign for a text: its EIP-191 hash as the bytes of an EIP-712 `SafeMessage` in the
 * Safe's domain.
 * @param version contract version, e.g. `1.4.1` or `1.3.0+L2`
 * @throws RangeError when the version is not valid
 */
export function ofText(
  safe: Address,
  text: string,
  version = '1.4.1',
  chainId: number = BSC_CHAIN_ID,
): SafeMessage {
  const struct = hashStruct({
    types: safeMessageTypes,
    primaryType: 'SafeMessage',
    data: { message: hashMessage(text) },
  })
  const preimage = concat(['0x1901', domainHash(safe, version, chainId), struct])
  return { preimage, hash: keccak256(preimage) as SafeMessageHash }
}

/** Only the Safe message hash of a text. */
export function hash(
  safe: Address,
  text: string,
  version = '1.4.1',
  chainId: number = BSC_CHAIN_ID,
): SafeMessageHash {
  return ofText(safe, text, version, chainId).hash
}
