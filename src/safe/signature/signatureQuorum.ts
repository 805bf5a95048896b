import { withDeadline } from '#chain/PortalError.ts'
import { getHead } from '#chain/rpc/questions.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'

/** What nodes report about a signature check on the chain. */
export type SignatureVerdict =
  | { readonly kind: 'yes' | 'no'; readonly block: bigint }
  /** There is no contract at the address. */
  | { readonly kind: 'none'; readonly block: bigint }
  /** No node answered. */
  | { readonly kind: 'silent' }
  /** Nodes answered, but no two agree. */
  | { readonly kind: 'split' }

/**
 * One node's answer at a block: yes, no, or that there is no contract.
 * @throws when it cannot be determined
 */
export type ReadVerdict = (node: Rpc, block: bigint) => Promise<'yes' | 'no' | 'none'>

type NodeVerdict = { readonly kind: 'yes' | 'no' | 'none'; readonly block: bigint }

/**
 * Reads from nodes until two agree, if several endpoints are configured. Each is read at its latest block, or
 * at the given one. `block` is the older of the two. Never throws.
 */
export async function readSignatureWithQuorum(
  rpc: Rpc,
  readVerdict: ReadVerdict,
  at?: bigint,
): Promise<SignatureVerdict> {
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

async function readFromNode(node: Rpc, readVerdict: ReadVerdict, at?: bigint): Promise<NodeVerdict> {
  const block = at ?? (await getHead(node))
  return { kind: await readVerdict(node, block), block }
}
