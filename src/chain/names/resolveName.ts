import type { Address } from '#chain/money/Address.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import { isRevert, type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { readName, readNameAddress } from './spaceId.ts'

/** The meaning of a name, on which two operators agree. */
type NameMeaning =
  | { readonly kind: 'found'; readonly address: Address }
  /** The name leads to an address that does not claim it. Its holder may know nothing about the name. */
  | { readonly kind: 'unclaimed'; readonly address: Address }
  /** The name leads nowhere, or nobody has registered it. */
  | { readonly kind: 'nowhere' }

/**
 * The result of looking up a name. Only `found` may be paid. `unknown` never has an address:
 * - `one-source` fewer than two operators are configured
 * - `alone` only one answered
 * - `split` no two agree
 * - `silent` none answered, or the name's own contract gives no valid answer
 */
export type ResolvedName =
  | NameMeaning
  | { readonly kind: 'unknown'; readonly why: 'one-source' | 'alone' | 'split' | 'silent' }

/**
 * Looks a name up in both directions, by two operators who must agree: the address that the name leads to, and the
 * name that this address claims. Never throws. Names that are kept elsewhere (EIP-3668) lead nowhere here.
 * @param name must be a name by `isBnbName`
 */
export async function resolveName(rpc: Rpc, name: string): Promise<ResolvedName> {
  if ((rpc.witnesses ?? []).length < 2) return { kind: 'unknown', why: 'one-source' }
  try {
    const read = await readWithQuorum(rpc, (node) => readMeaning(node, name))
    return read.kind === 'agreed' ? read.value : { kind: 'unknown', why: read.kind }
  } catch {
    return { kind: 'unknown', why: 'silent' }
  }
}

async function readMeaning(node: Rpc, name: string): Promise<NameMeaning> {
  const address = await unlessReverted(readNameAddress(node, name))
  if (address === null) return { kind: 'nowhere' }
  const claimed = await unlessReverted(readName(node, address))
  return { kind: claimed === name ? 'found' : 'unclaimed', address }
}

/** Returns null for a contract that reverts: it has no answer, and every operator reports the same. */
async function unlessReverted<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (fault) {
    if (fault instanceof RpcError && isRevert(fault)) return null
    throw fault
  }
}
