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
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import { isRevert, type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { kindOfCode, readContract } from '#chain/rpc/rpcMethods.ts'
import { hex } from '#chain/schemas.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { readSignatureWithQuorum, type SignatureVerdict } from './signatureQuorum.ts'

/** ERC-1271, and its predecessor, which takes the bytes. Safes before 1.3.0 support only the latter. */
const forms = [
  { type: 'bytes32', magic: '0x1626ba7e' },
  { type: 'bytes', magic: '0x20c13b0b' },
] as const

/** The answer of the code at an address; `delegate-…`: of the contract that a delegated account named (EIP-7702). */
export type ContractAnswer = 'yes' | 'no' | 'delegate-yes' | 'delegate-no' | 'none'

/**
 * Whether the code at `signer` accepts `signature` for `hash`, now or as of a block. Two nodes must agree
 * if several are configured. Never throws.
 */
export async function contractSays(
  rpc: Rpc,
  signer: Address,
  hash: Hash,
  signature: Hex,
  at?: bigint,
): Promise<SignatureVerdict<ContractAnswer>> {
  return readSignatureWithQuorum(rpc, (node, block) => testify(node, block, signer, hash, signature), at)
}

async function testify(
  node: Rpc,
  block: bigint,
  signer: Address,
  hash: Hash,
  signature: Hex,
): Promise<ContractAnswer> {
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
  const kind = kindOfCode(v.parse(hex, code.value))
  if (kind === 'none') return 'none'
  const isDelegated = kind === 'delegated'
  if (answers.some((answer) => answer.status === 'fulfilled' && answer.value))
    return isDelegated ? 'delegate-yes' : 'yes'
  for (const answer of answers) {
    if (answer.status === 'rejected' && !isOwnNo(answer.reason)) throw answer.reason
  }
  return isDelegated ? 'delegate-no' : 'no'
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
] as const

/** The content that is signed, a transaction or a text: its hash, the bytes behind the hash, and the Safe. */
type Signed = {
  readonly safe: Address
  readonly safeTxHash: SafeTxHash | SafeMessageHash
  /** `0x1901`, domain hash, message hash. */
  readonly preimage: Hex
  /** The Safe's contract version, which decides how it asks an owner's contract; null if unknown. */
  readonly version?: string | null
}

/**
 * Whether and where it was executed: the number of its final block, true if the block is unknown, false if it
 * is still open. Owners and approvals may have changed since an execution.
 */
export type Executed = bigint | boolean

/**
 * Checks one confirmation in each of the four formats of a Safe (`checkNSignatures`), by its last byte: 0 a
 * contract signature, 1 a hash approved on-chain, above 30 `eth_sign`, otherwise a signature of the hash.
 * `wrong` about the chain needs two operators, if there are several.
 */
export async function proveSignature(
  rpc: Rpc,
  signed: Signed,
  signer: Address,
  signature: Hex | null,
  executed: Executed,
): Promise<SignatureProof> {
  if (signature === null || signature === '0x') return 'unknown'
  if (size(signature) < 65) return 'wrong'
  const v = Number(slice(signature, 64, 65))
  if (v > 1) {
    const isTheirs = await recovers(signed.safeTxHash, slice(signature, 0, 65), v, signer)
    return isTheirs ? 'proven' : 'wrong'
  }
  if (!isAddressEqual(getAddress(slice(signature, 12, 32)), signer)) return 'wrong'
  // The executor's own approval is not stored on the chain, and owners' contracts change after an execution.
  const no = v === 1 ? executed !== false : executed === true
  const own = v === 1 ? null : contractSignature(signature)
  if (v === 0 && own === null) return 'wrong'
  const answer = await readAgreed(rpc, (node) =>
    own === null ? hasApproved(node, signed, signer) : accepts(node, signed, signer, own, executed),
  )
  if (answer === null) return 'unknown'
  return answer ? 'proven' : no ? 'unknown' : 'wrong'
}

/** The answer of two operators that agree, or of the only one that is configured; null if there is no such answer. */
async function readAgreed(rpc: Rpc, read: (node: Rpc) => Promise<boolean>): Promise<boolean | null> {
  const found = await readWithQuorum(rpc, read).catch(() => null)
  if (found === null || found.kind === 'split') return null
  return found.kind === 'alone' && rpc.witnesses ? null : found.value
}

/** Whether the Safe stores an owner's approval. An approval is never removed. */
async function hasApproved(node: Rpc, { safe, safeTxHash }: Signed, owner: Address): Promise<boolean> {
  try {
    return (await readContract(node, { address: safe, abi }, 'approvedHashes', [owner, safeTxHash])) > 0n
  } catch (error) {
    if (saysNo(error)) return false
    throw error
  }
}

/** A revert, or no contract at all. A busy or unreachable node is no evidence about the signature. */
function saysNo(error: unknown): boolean {
  return isOwnNo(error) || error instanceof AbiDecodingZeroDataError
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

/**
 * Whether an owner's contract accepts a signature when the Safe asks it: with the Safe as the caller, in the
 * form of its version, and for an executed transaction as of the block before it.
 */
async function accepts(
  node: Rpc,
  { safe, safeTxHash, preimage, version }: Signed,
  owner: Address,
  signature: Hex,
  executed: Executed,
): Promise<boolean> {
  const at = typeof executed === 'bigint' ? toHex(executed - 1n) : 'latest'
  const answers = await Promise.allSettled(
    formsOf(version ?? null).map(async ({ type, magic }) => {
      const args = [type === 'bytes' ? preimage : safeTxHash, signature] as const
      const data = encodeFunctionData({ abi: abiOf(type), args })
      const answer = v.parse(hex, await node('eth_call', [{ from: safe, to: owner, data }, at]))
      // The Safe compares the first four bytes of the first word.
      return answer.length >= 66 && answer.startsWith(magic)
    }),
  )
  if (answers.some((answer) => answer.status === 'fulfilled' && answer.value)) return true
  for (const answer of answers) {
    if (answer.status === 'rejected' && !isOwnNo(answer.reason)) throw answer.reason
  }
  return false
}

/**
 * How a Safe of a version asks: those before 1.5.0 pass the hashed bytes, later ones the hash, as in ERC-1271.
 * Source: `checkNSignatures` of the Safe contracts.
 */
function formsOf(version: string | null) {
  const match = /^(\d+)\.(\d+)\./.exec(version ?? '')
  if (match === null) return forms
  const [major, minor] = [Number(match[1]), Number(match[2])]
  const takesHash = major > 1 || (major === 1 && minor >= 5)
  return forms.filter(({ type }) => (type === 'bytes32') === takesHash)
}
