import * as v from 'valibot'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  hashMessage,
  isAddressEqual,
  recoverAddress,
  size,
  toHex,
} from 'viem'
import { isRevert, type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { hex } from '#chain/schemas.ts'
import { isSignable } from '#chain/text/label.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import { type ContractAnswer, contractSays } from './proveSignature.ts'
import { readSignatureWithQuorum, type SignatureVerdict } from './signatureQuorum.ts'

const abi = [
  {
    type: 'function',
    name: 'signedMessages',
    stateMutability: 'view',
    inputs: [{ type: 'bytes32' }],
    outputs: [{ type: 'uint256' }],
  },
] as const

/** The contract's stored value for a signed message. */
const ONE = `0x${'1'.padStart(64, '0')}`

/**
 * Whether the owners of a Safe have signed a message with a transaction (`SignMessageLib`), which the
 * contract stores by hash. Reads the storage instead of calling `isValidSignature` with an empty signature,
 * because another kind of account may accept that for anything. Two nodes must agree. Never throws.
 */
export function signedOnChain(rpc: Rpc, safe: Address, hash: SafeMessageHash): Promise<SignatureVerdict> {
  const data = encodeFunctionData({ abi, args: [hash] })
  return readSignatureWithQuorum(rpc, async (node, block) => {
    const at = toHex(block)
    const [code, kept] = await Promise.allSettled([
      node('eth_getCode', [safe, at]),
      node('eth_call', [{ to: safe, data }, at]),
    ])
    if (code.status === 'rejected') throw code.reason
    if (v.parse(hex, code.value) === '0x') return 'none'
    if (kept.status === 'rejected') {
      // A contract without that mapping.
      if (kept.reason instanceof RpcError && isRevert(kept.reason)) return 'no'
      throw kept.reason
    }
    // Malformed hex is a node error. Any other value may come from a contract without that mapping.
    return v.parse(hex, kept.value) === ONE ? 'yes' : 'no'
  })
}

/** Whether an account signed a text. */
export type TextSignature =
  | {
      readonly kind: 'valid'
      /** A key's signature is valid forever, a contract's only as long as the contract accepts it. */
      readonly by:
        | 'key'
        | 'contract'
        /** The contract that a delegated account runs (EIP-7702), as long as it runs that one. */
        | 'delegate'
        /** A contract that is not deployed yet and would be created as the signature specifies (ERC-6492). */
        | 'future-contract'
      /** The block at which the contract accepted it; null for a key, which needs no chain read. */
      readonly block: bigint | null
    }
  | { readonly kind: 'wrong'; readonly words: string }
  /** It could not be determined. Treated neither as wrong nor as valid. */
  | { readonly kind: 'unknown'; readonly words: string }

/**
 * Whether `signer` signed `text`: by its key (EIP-191, recovered locally), otherwise according to its
 * contract (ERC-1271), confirmed by two nodes if two are configured. Includes contracts not deployed yet
 * (ERC-6492). An account delegated to a contract (EIP-7702) has both. An empty signature never counts,
 * although a Safe accepts it for a hash that it approved on-chain. Never throws.
 */
export async function checkTextSignature(
  rpc: Rpc,
  signer: Address,
  text: string,
  signature: Hex,
): Promise<TextSignature> {
  if (!isSignable(text)) return wrong('The text holds halves of characters, so it has no one signature.')
  const read = v.safeParse(hex, signature)
  if (!read.success) return wrong('The signature is not in hexadecimal digits.')
  if (read.output === '0x') return wrong('The signature is empty.')
  const hash = hashMessage(text)
  if (await isByKey(hash, read.output, signer)) return { kind: 'valid', by: 'key', block: null }
  const future = read.output.endsWith(FUTURE) ? await import('./signatureQuorum.ts') : null
  const inner = future?.unwrapped(read.output) ?? read.output
  if (inner === '0x') return wrong('The signature is empty.')
  const said = await contractSays(rpc, signer, hash, inner)
  if (said.kind !== 'none' || future === null) return verdict(said, 'contract')
  return verdict(await future.futureContractSays(rpc, signer, hash, read.output), 'future-contract')
}

/** Last bytes of the signature of an account that is not deployed yet (ERC-6492). */
const FUTURE = '6492'.repeat(16)

function verdict(said: SignatureVerdict<ContractAnswer>, by: 'contract' | 'future-contract'): TextSignature {
  switch (said.kind) {
    case 'yes':
      return { kind: 'valid', by, block: said.block }
    case 'no':
      return wrong(
        by === 'contract'
          ? 'The contract of this account does not accept the signature for this text.'
          : 'This account is not on the chain, and the contract that the signature would make there does not accept it for this text.',
      )
    case 'delegate-yes':
      return { kind: 'valid', by: 'delegate', block: said.block }
    case 'delegate-no':
      return wrong(
        'It is not a signature of this text by the key of this wallet, or by the contract that it runs.',
      )
    case 'none':
      return wrong('It is not a signature of this text by the key of this account, which has no contract.')
    case 'silent':
      return unknown('BNB Smart Chain could not be asked whether the account accepts the signature.')
    case 'split':
      return unknown('No two independent sources agree whether the address accepts the signature.')
  }
}

/**
 * Only 27 and 28 are accepted as recovery ids. Some libraries read other bytes the same way, which would
 * allow a second encoding of one signature.
 */
async function isByKey(hash: Hex, signature: Hex, signer: Address): Promise<boolean> {
  if (size(signature) !== 65 || !/1[bc]$/.test(signature)) return false
  try {
    return isAddressEqual(await recoverAddress({ hash, signature }), signer)
  } catch {
    // Not a point on the curve.
    return false
  }
}

function wrong(words: string): TextSignature {
  return { kind: 'wrong', words }
}

function unknown(words: string): TextSignature {
  return { kind: 'unknown', words }
}
