import type { Address } from 'viem'
import type { World } from '../World.ts'
import { tokenLogo } from './logos.ts'

/** The ERC-721 tokens that a Safe holds, according to its transfers. Their contracts' own data is not read. */
export async function collectiblesOf(world: World, safe: Address) {
  const held = new Map<string, { readonly address: Address; readonly id: string }>()
  for (const { type, from, to, token, value } of world.indexer.facts().transfers) {
    if (type !== 'ERC721_TRANSFER' || token === null) continue
    const key = `${token} ${value}`
    if (from === safe) held.delete(key)
    if (to === safe) held.set(key, { address: token, id: `${value}` })
  }
  return [...held.values()].map(({ address, id }) => ({
    address,
    tokenName: '',
    tokenSymbol: '',
    logoUri: tokenLogo(address),
    id,
    uri: null,
    name: null,
    description: null,
    imageUri: null,
    metadata: {},
  }))
}
