import { type Address, concat, type Hex, hashMessage, hashStruct, keccak256 } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { domainHash } from './SafeTx.ts'

/** What the owners of a Safe sign to vouch for a text (EIP-712). Never a safeTxHash, so it is a type of its own. */
export type SafeMessageHash = Hex & { readonly __safeMessageHash: true }

/** EIP-712 types of a Safe message, the same in every version of the contracts. */
export const safeMessageTypes = { SafeMessage: [{ name: 'message', type: 'bytes' }] } as const

/** A text as a Safe signs it. */
export type SafeMessage = {
  /** Equal to `getMessageHash` of the contract, asked about the EIP-191 hash of the text. */
  readonly hash: SafeMessageHash
  /** The bytes that hash to it: `0x1901`, domain hash, struct hash. Owners that are Safes themselves judge these. */
  readonly preimage: Hex
}

/**
 * The message that owners sign for a text: its EIP-191 hash as the bytes of an EIP-712 `SafeMessage` in the Safe's domain.
 * @param version contract version, e.g. `1.4.1` or `1.3.0+L2`; throws RangeError when it is not one
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

/** The Safe message hash of a text alone. */
export function hash(
  safe: Address,
  text: string,
  version = '1.4.1',
  chainId: number = BSC_CHAIN_ID,
): SafeMessageHash {
  return ofText(safe, text, version, chainId).hash
}
