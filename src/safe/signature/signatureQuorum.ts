import * as v from 'valibot'
import {
  type Address,
  BaseError,
  encodeDeployData,
  erc6492SignatureValidatorByteCode,
  type Hash,
  type Hex,
  isErc6492Signature,
  parseErc6492Signature,
  toHex,
  universalSignatureValidatorAbi,
} from 'viem'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import { isRevert, type Rpc, RpcError, withDeadline } from '#chain/rpc/Rpc.ts'
import { getHead } from '#chain/rpc/rpcMethods.ts'
import { hex } from '#chain/schemas.ts'

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
