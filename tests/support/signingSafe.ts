import {
  type Address,
  concat,
  decodeFunctionData,
  encodeAbiParameters,
  type Hex,
  hashMessage,
  parseAbi,
  recoverAddress,
  size,
  slice,
} from 'viem'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { MessageDetails } from '#safe/service/detailsDocument.ts'
import * as SafeMessage from '#safe/tx/SafeMessage.ts'
import { domain } from '#safe/tx/SafeTx.ts'
import type { Persona } from '../../safe-app/accounts.ts'
import { callOf, fakeRpc, quantity, word } from './fakeRpc.ts'
import { revert } from './fakeSafe.ts'
import { OWNERS, SAFE } from './safeExamples.ts'

const abi = parseAbi([
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function nonce() view returns (uint256)',
  'function VERSION() view returns (string)',
  'function signedMessages(bytes32 hash) view returns (uint256)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
  'function isValidSignature(bytes data, bytes signature) view returns (bytes4)',
])

/** A Safe on a fake chain that checks the signatures of one text, like its contract does for keys. */
export type SigningSafe = {
  readonly text: string
  readonly owners?: readonly Address[]
  readonly threshold?: number
  readonly version?: string
  readonly code?: Hex
  /** True if its owners have signed the text by a transaction. */
  readonly onChain?: boolean
  /** The address of its fallback handler, as a storage word. */
  readonly handler?: Hex
}

/** An honest node of that chain. */
export function signingSafeRpc(safe: SigningSafe): Rpc {
  const { owners = OWNERS, threshold = 2, version = '1.4.1', code = '0x6000', handler = word(7) } = safe
  return fakeRpc({
    eth_blockNumber: quantity(500),
    eth_getCode: code,
    eth_getStorageAt: handler,
    async eth_call(params) {
      const { functionName, args } = decodeFunctionData({ abi, data: callOf(params).data as Hex })
      switch (functionName) {
        case 'getOwners':
          return encodeAbiParameters([{ type: 'address[]' }], [owners])
        case 'getThreshold':
          return word(threshold)
        case 'nonce':
          return word(12)
        case 'VERSION':
          return encodeAbiParameters([{ type: 'string' }], [version])
        case 'signedMessages':
          return word(safe.onChain && args[0] === SafeMessage.hash(SAFE, safe.text, version) ? 1 : 0)
        case 'isValidSignature': {
          const [hash, signature] = args
          if (hash !== hashMessage(safe.text)) return revert()
          const signed = SafeMessage.hash(SAFE, safe.text, version)
          if (!(await accepts(signed, signature, owners, threshold))) return revert()
          return callOf(params).data.slice(0, 10).padEnd(66, '0')
        }
      }
    },
  })
}

/**
 * `checkNSignatures` for keys: the first signatures, as many as the threshold, of owners in ascending order.
 */
async function accepts(
  hash: Hex,
  signature: Hex,
  owners: readonly Address[],
  threshold: number,
): Promise<boolean> {
  let last = '0x'
  for (let at = 0; at < threshold; at++) {
    if (size(signature) < 65 * (at + 1)) return false
    const part = slice(signature, 65 * at, 65 * (at + 1))
    const signer = await recoverAddress({ hash, signature: part }).catch(() => null)
    if (signer === null || !owners.includes(signer) || signer.toLowerCase() <= last) return false
    last = signer.toLowerCase()
  }
  return true
}

/** An owner's signature of a text as a Safe message, made with the public test key. */
export function signMessageOf(
  { account }: Persona,
  text: string,
  safe: Address = SAFE,
  version = '1.4.1',
): Promise<Hex> {
  return account.signTypedData({
    domain: domain(safe, version),
    types: SafeMessage.safeMessageTypes,
    primaryType: 'SafeMessage',
    message: { message: hashMessage(text) },
  })
}

/**
 * The gateway's message for a text signed by these people, with the prepared signature if enough have signed.
 */
export async function messageOf(
  text: string,
  signers: readonly Persona[],
  threshold = 2,
): Promise<MessageDetails & { readonly confirmations: NonNullable<MessageDetails['confirmations']> }> {
  const sorted = signers.toSorted((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
  const confirmations = await Promise.all(
    sorted.map(async (one) => ({ owner: one.address, signature: await signMessageOf(one, text) })),
  )
  const prepared = concat(confirmations.map(({ signature }) => signature))
  return {
    messageHash: SafeMessage.hash(SAFE, text),
    confirmations,
    preparedSignature: confirmations.length >= threshold ? prepared : null,
  }
}
