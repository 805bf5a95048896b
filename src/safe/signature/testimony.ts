import { withDeadline } from '#chain/PortalError.ts'
import { getHead } from '#chain/rpc/questions.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'

/** What the chain says of a signature, as nodes tell it. */
export type ContractWord =
  | { readonly kind: 'yes' | 'no'; readonly block: bigint }
  /** There is no contract at the address. */
  | { readonly kind: 'none'; readonly block: bigint }
  /** No node answered. */
  | { readonly kind: 'silent' }
  /** Nodes answered, and no two of them the same. */
  | { readonly kind: 'split' }

/** What one node says at a block: yes, no, or that nobody is there to say it. @throws when it cannot tell */
export type Testify = (node: Rpc, block: bigint) => Promise<'yes' | 'no' | 'none'>

type Testimony = { readonly kind: 'yes' | 'no' | 'none'; readonly block: bigint }

/**
 * Hears nodes until two of them say the same, where several endpoints are configured; each is asked at its newest block,
 * or at the given one. `block` is then the older of theirs. Never throws.
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
