import { concatHex, type Hash, isAddressEqual, keccak256, pad, stringToHex, zeroAddress } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readContract } from '#chain/rpc/readContract.ts'
import { isAddressLike } from './addressLike.ts'
import { isBnbName } from './bnbName.ts'

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
export async function readNameAddress(rpc: Rpc, name: string): Promise<Address | null> {
  const node = namehash(name)
  const resolver = await resolverOf(rpc, node)
  const address = resolver && (await readContract(rpc, { address: resolver, abi }, 'addr', [node]))
  return address === zeroAddress ? null : address
}

async function resolverOf(rpc: Rpc, of: Hash): Promise<Address | null> {
  const resolver = await readContract(rpc, { address: SPACE_ID_REGISTRY, abi }, 'resolver', [of])
  return resolver === zeroAddress ? null : resolver
}
