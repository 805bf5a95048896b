import * as v from 'valibot'
import { type Address, encodeFunctionData, type Hex, hashMessage, size, slice } from 'viem'
import type { Call } from '#chain/money/Call.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { bytes32 } from '#chain/schemas.ts'
import type { TransactionDetails } from '#safe/service/detailsDocument.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { hasChainIdInDomain } from '#safe/tx/SafeTx.ts'
import { toSafeTx } from '#safe/tx/signedFields.ts'

/** `SignMessageLib` of 1.3.0 (both sets), 1.4.1 and 1.5.0 on BSC, lower case. Source: safe-deployments. */
const libraries: readonly string[] = [
  '0xa65387f16b013cf2af4605ad8aa5ec25a2cba3a2',
  '0x98ffbbf51bb33a056b08ddf711f289936aaff717',
  '0xd53cd0ab83d845ac265be939c57f53ad838012c9',
  '0x4ffef8222648872b3de295ba1e49110e61f5b5aa',
]

const abi = [
  {
    type: 'function',
    name: 'signMessage',
    stateMutability: 'nonpayable',
    inputs: [{ type: 'bytes' }],
    outputs: [],
  },
] as const

/**
 * The hash that a delegatecall signs permanently in the name of the Safe: Safe's own library, called with
 * exactly one word. Null for any other call. For a text it is the EIP-191 hash; the call does not reveal the
 * text.
 */
export function hashSignedBy({ to, value, data }: Call): Hex | null {
  if (!libraries.includes(to.toLowerCase()) || value !== 0n || size(data) !== CALL_SIZE) return null
  const hash = slice(data, CALL_SIZE - 32)
  return data.toLowerCase() === encodeFunctionData({ abi, args: [hash] }).toLowerCase() ? hash : null
}

/** Bytes: selector, offset and length of the one word, and the word itself. */
const CALL_SIZE = 4 + 3 * 32

/**
 * Whether a proposal does nothing but sign a text in the name of the Safe: one delegatecall to Safe's own
 * library with the hash of this text, no value and no refund. The proposal's hash is recomputed from its
 * fields.
 */
export function signsText(
  details: TransactionDetails,
  expected: { safe: Address; safeTxHash: SafeTx.SafeTxHash; text: string; version: string },
): boolean {
  const tx = toSafeTx(details)
  const data = encodeFunctionData({ abi, args: [hashMessage(expected.text)] })
  return (
    details.safeAddress.toLowerCase() === expected.safe.toLowerCase() &&
    SafeTx.hash(expected.safe, tx, expected.version) === expected.safeTxHash.toLowerCase() &&
    tx.operation === 1 &&
    libraries.includes(tx.to.toLowerCase()) &&
    tx.data.toLowerCase() === data &&
    tx.value === 0n &&
    tx.gasPrice === 0n &&
    BigInt(tx.gasToken) === 0n &&
    BigInt(tx.refundReceiver) === 0n
  )
}

/** `keccak256("fallback_manager.handler.address")`, the slot of a Safe's fallback handler. */
const HANDLER_SLOT = '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5'

/**
 * Whether a Safe signs texts off-chain: since 1.3.0, through a fallback handler that can verify them. Any
 * other Safe makes a transaction instead, and Safe{Wallet} never answers an app once that dialog was closed.
 * Uses the same rule as Safe{Wallet}.
 * @throws when the chain cannot be read
 */
export async function signsOffChain(rpc: Rpc, safe: Address, version: string): Promise<boolean> {
  if (!hasChainIdInDomain(version)) return false
  return BigInt(v.parse(bytes32, await rpc('eth_getStorageAt', [safe, HANDLER_SLOT, 'latest']))) !== 0n
}
