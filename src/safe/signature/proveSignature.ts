import * as v from 'valibot'
import {
  AbiDecodingZeroDataError,
  type Address,
  encodeFunctionData,
  getAddress,
  type Hash,
  type Hex,
  hashMessage,
  isAddressEqual,
  recoverAddress,
  size,
  slice,
  toHex,
} from 'viem'
import { hex } from '#chain/rpc/questions.ts'
import { isRevert, type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { readContract } from '#chain/rpc/readContract.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { type ReadVerdict, readSignatureWithQuorum, type SignatureVerdict } from './signatureQuorum.ts'

/** ERC-1271, and its predecessor, which takes the bytes. Safes before 1.3.0 support only the latter. */
const forms = [
  { type: 'bytes32', magic: '0x1626ba7e' },
  { type: 'bytes', magic: '0x20c13b0b' },
] as const

/**
 * Whether the contract at `signer` accepts `signature` for `hash`, now or as of a block. Two nodes must agree
 * if several are configured. Never throws.
 */
export async function contractSays(
  rpc: Rpc,
  signer: Address,
  hash: Hash,
  signature: Hex,
  at?: bigint,
): Promise<SignatureVerdict> {
  return readSignatureWithQuorum(rpc, (node, block) => testify(node, block, signer, hash, signature), at)
}

async function testify(
  node: Rpc,
  block: bigint,
  signer: Address,
  hash: Hash,
  signature: Hex,
): ReturnType<ReadVerdict> {
  const at = toHex(block)
  const [code, ...answers] = await Promise.allSettled([
    node('eth_getCode', [signer, at]),
    ...forms.map(async ({ type, magic }) => {
      const data = encodeFunctionData({ abi: abiOf(type), args: [hash, signature] })
      const answer = v.parse(hex, await node('eth_call', [{ to: signer, data }, at]))
      // Must be exactly one word, because a contract that echoes its input begins with the same four bytes.
      return answer === magic.padEnd(66, '0')
    }),
  ])
  if (code.status === 'rejected') throw code.reason
  if (v.parse(hex, code.value) === '0x') return 'none'
  if (answers.some((answer) => answer.status === 'fulfilled' && answer.value)) return 'yes'
  for (const answer of answers) {
    if (answer.status === 'rejected' && !isOwnNo(answer.reason)) throw answer.reason
  }
  return 'no'
}

function isOwnNo(error: unknown): boolean {
  return error instanceof RpcError && isRevert(error)
}

function abiOf(type: 'bytes32' | 'bytes') {
  return [
    {
      type: 'function',
      name: 'isValidSignature',
      stateMutability: 'view',
      inputs: [{ type }, { type: 'bytes' }],
      outputs: [{ type: 'bytes4' }],
    },
  ] as const
}

/** Whether a confirmation is genuine; `unknown` if that could not be read or is not stored anywhere. */
export type SignatureProof = 'proven' | 'wrong' | 'unknown'

const abi = [
  {
    type: 'function',
    name: 'approvedHashes',
    stateMutability: 'view',
    inputs: [
      { name: 'owner', type: 'address' },
      { name: 'hash', type: 'bytes32' },
    ],
    outputs: [{ type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'isValidSignature',
    stateMutability: 'view',
    inputs: [
      { name: 'data', type: 'bytes' },
      { name: 'signature', type: 'bytes' },
    ],
    outputs: [{ type: 'bytes4' }],
  },
] as const

const abi1271 = [
  {
    type: 'function',
    name: 'isValidSignature',
    stateMutability: 'view',
    inputs: [
      { name: 'hash', type: 'bytes32' },
      { name: 'signature', type: 'bytes' },
    ],
    outputs: [{ type: 'bytes4' }],
  },
] as const

/** What is signed, a transaction or a text: its hash, the bytes behind the hash, and the Safe. */
export type Signed = {
  readonly safe: Address
  readonly safeTxHash: SafeTxHash | SafeMessageHash
  /** `0x1901`, domain hash, message hash. */
  readonly preimage: Hex
}

/**
 * Checks one confirmation in each of the four formats of a Safe (`checkNSignatures`), by its last byte: 0 a
 * contract signature, 1 a hash approved on-chain, above 30 `eth_sign`, otherwise a signature of the hash.
 * @param executed whether it was executed; the executor's own approval is not stored on-chain
 */
export async function proveSignature(
  rpc: Rpc,
  { safe, safeTxHash, preimage }: Signed,
  signer: Address,
  signature: Hex | null,
  executed: boolean,
): Promise<SignatureProof> {
  if (signature === null || signature === '0x') return 'unknown'
  if (size(signature) < 65) return 'wrong'
  const v = Number(slice(signature, 64, 65))
  try {
    if (v > 1) return (await recovers(safeTxHash, slice(signature, 0, 65), v, signer)) ? 'proven' : 'wrong'
    const named = getAddress(slice(signature, 12, 32))
    if (!isAddressEqual(named, signer)) return 'wrong'
    if (v === 1) {
      const approved = await readContract(rpc, { address: safe, abi }, 'approvedHashes', [signer, safeTxHash])
      return approved > 0n ? 'proven' : executed ? 'unknown' : 'wrong'
    }
    const own = contractSignature(signature)
    return own === null
      ? 'wrong'
      : (await isValid(rpc, signer, { safeTxHash, preimage }, own))
        ? 'proven'
        : 'wrong'
  } catch (error) {
    return saysNo(error) ? 'wrong' : 'unknown'
  }
}

/** A revert, or no contract at all. A busy or unreachable node says nothing about the signature. */
function saysNo(error: unknown): boolean {
  return (error instanceof RpcError && isRevert(error)) || error instanceof AbiDecodingZeroDataError
}

async function recovers(hash: Hex, signature: Hex, v: number, signer: Address): Promise<boolean> {
  const plain = v > 30
  const signed = plain ? hashMessage({ raw: hash }) : hash
  const recovery = plain ? v - 4 : v
  if (recovery !== 27 && recovery !== 28) return false
  const last = recovery.toString(16)
  try {
    const found = await recoverAddress({ hash: signed, signature: `${signature.slice(0, -2)}${last}` as Hex })
    return isAddressEqual(found, signer)
  } catch {
    // Not a point on the curve.
    return false
  }
}

/** The bytes of a contract signature, from the offset in its second word; null if they are missing. */
function contractSignature(signature: Hex): Hex | null {
  const start = BigInt(slice(signature, 32, 64))
  const end = BigInt(size(signature))
  if (start < 65n || start + 32n > end) return null
  const length = BigInt(slice(signature, Number(start), Number(start) + 32))
  if (start + 32n + length > end) return null
  return length === 0n ? '0x' : slice(signature, Number(start) + 32, Number(start + 32n + length))
}

const MAGIC_BYTES = '0x20c13b0b'
const MAGIC_BYTES32 = '0x1626ba7e'

/** Safes before 1.5.0 pass the hashed bytes; later ones pass the hash, as in ERC-1271. */
async function isValid(
  rpc: Rpc,
  owner: Address,
  { safeTxHash, preimage }: Pick<Signed, 'safeTxHash' | 'preimage'>,
  signature: Hex,
): Promise<boolean> {
  const [older, newer] = await Promise.allSettled([
    readContract(rpc, { address: owner, abi }, 'isValidSignature', [preimage, signature]),
    readContract(rpc, { address: owner, abi: abi1271 }, 'isValidSignature', [safeTxHash, signature]),
  ])
  if (older.status === 'fulfilled' && older.value === MAGIC_BYTES) return true
  if (newer.status === 'fulfilled' && newer.value === MAGIC_BYTES32) return true
  for (const answer of [older, newer]) {
    if (answer.status === 'rejected' && !saysNo(answer.reason)) throw answer.reason
  }
  return false
}
