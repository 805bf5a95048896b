import { concatHex, type Hash, isAddressEqual, keccak256, pad, stringToHex, zeroAddress } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import { isRevert, type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { readContract } from '#chain/rpc/rpcMethods.ts'
import { isAddressLike, isBnbName } from './addressLike.ts'

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

/** The registry of SPACE ID on BSC, the same contract as that of ENS. It maps a node to its resolver. */
export const SPACE_ID_REGISTRY: Address = '0x08CEd32a7f3eeC915Ba84415e9C07a7286977956'

const node = [{ name: 'node', type: 'bytes32' }] as const

const abi = [
  {
    type: 'function',
    name: 'resolver',
    stateMutability: 'view',
    inputs: node,
    outputs: [{ type: 'address' }],
  },
  { type: 'function', name: 'name', stateMutability: 'view', inputs: node, outputs: [{ type: 'string' }] },
  { type: 'function', name: 'addr', stateMutability: 'view', inputs: node, outputs: [{ type: 'address' }] },
] as const

/** The node of a name (EIP-137). The name must already be normalised, which plain lower-case ASCII is. */
export function namehash(name: string): Hash {
  const root = pad('0x')
  if (name === '') return root
  return name
    .split('.')
    .reduceRight<Hash>((parent, label) => keccak256(concatHex([parent, keccak256(stringToHex(label))])), root)
}

/**
 * The `.bnb` name that an address has set for itself, or null. Anyone can claim any name there (EIP-181), so
 * it counts only if the name also resolves to the address.
 * @throws when the chain or one of the contracts does not answer, which does not mean that there is no name
 */
export async function readName(rpc: Rpc, address: Address): Promise<string | null> {
  const reverse = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`)
  const namer = await resolverOf(rpc, reverse)
  const name = namer && (await readContract(rpc, { address: namer, abi }, 'name', [reverse]))
  if (!isBnbName(name) || isAddressLike(name)) return null
  const owner = await readNameAddress(rpc, name)
  return owner && isAddressEqual(owner, address) ? name : null
}

/**
 * The address that a name leads to, or null. Its owner chose the contract that answers, so the answer alone proves
 * nothing: see `resolveName`.
 * @throws like `readName`
 */
async function readNameAddress(rpc: Rpc, name: string): Promise<Address | null> {
  const node = namehash(name)
  const resolver = await resolverOf(rpc, node)
  const address = resolver && (await readContract(rpc, { address: resolver, abi }, 'addr', [node]))
  return address === zeroAddress ? null : address
}

async function resolverOf(rpc: Rpc, of: Hash): Promise<Address | null> {
  const resolver = await readContract(rpc, { address: SPACE_ID_REGISTRY, abi }, 'resolver', [of])
  return resolver === zeroAddress ? null : resolver
}
