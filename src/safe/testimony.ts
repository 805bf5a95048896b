import { getHead } from '#chain/questions.ts'
import type { Rpc } from '#chain/Rpc.ts'
import { withDeadline } from '#chain/withDeadline.ts'

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
  const { witnesses = [] } = rpc
  const [first, second, ...others] = witnesses
  const ask = (node: Rpc) => withDeadline(hear(node, testify, at)).catch(() => null)
  if (first === undefined || second === undefined) return (await ask(rpc)) ?? { kind: 'silent' }
  const heard = await Promise.all([ask(first), ask(second)])
  for (const other of others) {
    if (agreed(heard)) break
    heard.push(await ask(other))
  }
  return agreed(heard) ?? { kind: heard.every((one) => one === null) ? 'silent' : 'split' }
}

async function hear(node: Rpc, testify: Testify, at?: bigint): Promise<Testimony> {
  const block = at ?? (await getHead(node))
  return { kind: await testify(node, block), block }
}

function agreed(heard: readonly (Testimony | null)[]): Testimony | null {
  for (const kind of ['yes', 'no', 'none'] as const) {
    const [one, other] = heard.filter((testimony) => testimony?.kind === kind)
    if (one && other) return one.block < other.block ? one : other
  }
  return null
}
