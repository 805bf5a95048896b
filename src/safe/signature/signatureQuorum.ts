import * as v from 'valibot'
import {
  type Address,
  BaseError,
  concat,
  encodeDeployData,
  erc6492SignatureValidatorByteCode,
  getAddress,
  type Hash,
  type Hex,
  hashMessage,
  isErc6492Signature,
  parseErc6492Signature,
  recoverAddress,
  size,
  slice,
  toHex,
  universalSignatureValidatorAbi,
} from 'viem'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import { isRevert, type Rpc, RpcError, withDeadline } from '#chain/rpc/Rpc.ts'
import { getHead } from '#chain/rpc/rpcMethods.ts'
import { hex } from '#chain/schemas.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'

/** One node's answer: yes, no, or that there is no contract at the address. */
type Answer = 'yes' | 'no' | 'none'

/** The nodes' answers to a signature check on the chain. */
export type SignatureVerdict<A extends string = Answer> =
  | { readonly kind: A; readonly block: bigint }
  /** No node answered. */
  | { readonly kind: 'silent' }
  /** Nodes answered, but no two agree. */
  | { readonly kind: 'split' }

/**
 * One node's answer at a block.
 * @throws when it cannot be determined
 */
type ReadVerdict<A extends string> = (node: Rpc, block: bigint) => Promise<A>

/**
 * Reads from nodes until two agree, if several endpoints are configured. Each is read at its latest block, or
 * at the given one. `block` is the older of the two. Never throws.
 */
export async function readSignatureWithQuorum<A extends string = Answer>(
  rpc: Rpc,
  readVerdict: ReadVerdict<A>,
  at?: bigint,
): Promise<SignatureVerdict<A>> {
  const answers = await readWithQuorum(
    rpc,
    (node) => withDeadline(readFromNode(node, readVerdict, at)),
    ({ kind }) => kind,
  ).catch(() => null)
  if (!answers) return { kind: 'silent' }
  if (answers.kind === 'split' || (answers.kind === 'alone' && rpc.witnesses)) return { kind: 'split' }
  if (answers.kind === 'alone') return answers.value
  const { value, second } = answers
  return value.block < second.block ? value : second
}

async function readFromNode<A extends string>(node: Rpc, readVerdict: ReadVerdict<A>, at?: bigint) {
  const block = at ?? (await getHead(node))
  return { kind: await readVerdict(node, block), block }
}

/**
 * The inner signature for an account that is not deployed yet (ERC-6492: factory, its calldata, signature,
 * magic bytes); null if the bytes before the magic have another format.
 */
export function unwrapped(signature: Hex): Hex | null {
  if (!isErc6492Signature(signature)) return null
  try {
    const { address, signature: own } = parseErc6492Signature(signature)
    return address === undefined ? null : own
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}

/**
 * Whether the account that the wrapped signature would deploy at `signer` accepts it for `hash`. Nodes deploy
 * and call it in one `eth_call`, which changes nothing, with the code from ERC-6492. A deployed account is
 * called directly instead (`contractSays`), so that nothing wrapped by a stranger is called. Never throws.
 */
export function futureContractSays(
  rpc: Rpc,
  signer: Address,
  hash: Hash,
  signature: Hex,
): Promise<SignatureVerdict> {
  const data = encodeDeployData({
    abi: universalSignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [signer, hash, signature],
  })
  return readSignatureWithQuorum(rpc, async (node, block) => {
    try {
      const answer = v.parse(hex, await node('eth_call', [{ data }, toHex(block)]))
      if (!/^0x(00)*0[01]$/.test(answer)) throw new Error('Not an answer of that code')
      return answer.endsWith('1') ? 'yes' : 'no'
    } catch (error) {
      if (error instanceof RpcError && isRevert(error)) return 'no'
      throw error
    }
  })
}

/** Size (bytes) of an owner's fixed part. */
const PART = 65
/** Maximum number of owners; longer signatures are rejected. */
const MOST = 100

/** The account that a part of a Safe's signature claims. */
export type ClaimedSigner = {
  readonly address: Address
  /**
   * `key`: recovered from the hash, so this key has signed. `name`: only named in the part, which anyone can
   * write.
   */
  readonly by: 'key' | 'name'
}

/**
 * The accounts claimed by the parts of a Safe's signature, in order (`checkNSignatures`): recovered from the
 * hash for keys, named in the part for contracts and for hashes approved on-chain. Shows who has signed when
 * the Safe does not accept the signature; it does not prove that the Safe would. Null if the bytes have
 * another format. Never throws.
 */
export async function claimedSigners(
  hash: SafeMessageHash,
  signature: Hex,
): Promise<readonly ClaimedSigner[] | null> {
  const signers: ClaimedSigner[] = []
  // Contract signatures follow all fixed parts; the lowest offset marks where they begin.
  let end = size(signature)
  for (let at = 0; at + PART <= end; at += PART) {
    if (signers.length === MOST) return null
    const part = slice(signature, at, at + PART)
    const kind = Number.parseInt(part.slice(-2), 16)
    if (kind === 0) {
      const start = BigInt(slice(part, 32, 64))
      if (start < at + PART || start > size(signature)) return null
      end = Math.min(end, Number(start))
    }
    const signer = await signerOf(hash, part, kind)
    if (signer === null) return null
    signers.push({ address: signer, by: kind <= 1 ? 'name' : 'key' })
  }
  return signers.length > 0 ? signers : null
}

async function signerOf(hash: Hex, part: Hex, kind: number): Promise<Address | null> {
  if (kind <= 1) return /^0x0{24}/.test(part) ? getAddress(slice(part, 12, 32)) : null
  try {
    if (kind <= 30) return await recoverAddress({ hash, signature: part })
    const v = (kind - 4).toString(16).padStart(2, '0')
    // eth_sign: the hash is signed as a message.
    return await recoverAddress({
      hash: hashMessage({ raw: hash }),
      signature: `${part.slice(0, -2)}${v}` as Hex,
    })
  } catch {
    // Not a point on the curve.
    return null
  }
}

/** The signature of one owner, as proven by `proveSignature`. */
export type OwnerSignature = { readonly owner: Address; readonly signature: Hex }

/**
 * Joins the signatures of several owners in the contract's format (`checkNSignatures`): sorted by owner, 65
 * bytes each. Contract signatures follow at the end, and the second word of their part holds the offset.
 */
export function joinSignatures(signatures: readonly OwnerSignature[]): Hex {
  const sorted = signatures.toSorted((a, b) => (a.owner.toLowerCase() < b.owner.toLowerCase() ? -1 : 1))
  const parts: Hex[] = []
  const behind: Hex[] = []
  let end = sorted.length * PART
  for (const { signature } of sorted) {
    const own = slice(signature, 64, PART) === '0x00' ? ownBytes(signature) : null
    if (own === null) {
      parts.push(slice(signature, 0, PART))
      continue
    }
    parts.push(concat([slice(signature, 0, 32), toHex(end, { size: 32 }), '0x00']))
    behind.push(own)
    end += size(own)
  }
  return concat([...parts, ...behind])
}

/** Length and bytes of a contract signature, from the offset in its second word. */
function ownBytes(signature: Hex): Hex {
  const start = Number(BigInt(slice(signature, 32, 64)))
  const length = Number(BigInt(slice(signature, start, start + 32)))
  return slice(signature, start, start + 32 + length)
}
