import { withDeadline } from '#chain/PortalError.ts'
import { getHead } from '#chain/rpc/questions.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'

/** What nodes report about a signature check on the chain. */
export type ContractWord =
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
export type Testify = (node: Rpc, block: bigint) => Promise<'yes' | 'no' | 'none'>

type Testimony = { readonly kind: 'yes' | 'no' | 'none'; readonly block: bigint }

/**
 * Reads from nodes until two agree, if several endpoints are configured. Each is read at its latest block, or
 * at the given one. `block` is the older of the two. Never throws.
 */
export async function twoNodesSay(rpc: Rpc, testify: Testify, at?: bigint): Promise<ContractWord> {
  const heard = await readWithQuorum(
    rpc,
    (node) => withDeadline(hear(node, testify, at)),
    ({ kind }) => kind,
  ).catch(() => null)
  if (!heard) return { kind: 'silent' }
  if (heard.kind === 'split' || (heard.kind === 'alone' && rpc.witnesses)) return { kind: 'split' }
  if (heard.kind === 'alone') return heard.value
  const { value, second } = heard
  return value.block < second.block ? value : second
}

async function hear(node: Rpc, testify: Testify, at?: bigint): Promise<Testimony> {
  const block = at ?? (await getHead(node))
  return { kind: await testify(node, block), block }
}
