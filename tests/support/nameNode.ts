import { encodeAbiParameters, type Hex, toFunctionSelector } from 'viem'
import { namehash } from 'viem/ens'
import type { Address } from '#chain/money/Address.ts'
import { SPACE_ID_REGISTRY } from '#chain/names/spaceId.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { callOf, type FakeAnswer, fakeRpc } from './fakeRpc.ts'

/** The records in SPACE ID's contracts. A test may change both maps while nodes answer from them. */
export type NameRecords = {
  /** The address that a name leads to. */
  readonly leads: Map<string, Address>
  /** The name that an address claims. */
  readonly claims: Map<Address, string>
}

/** Names that lead to addresses which claim them. */
export function nameRecords(names: Readonly<Record<string, Address>>): NameRecords {
  return {
    leads: new Map(Object.entries(names)),
    claims: new Map(Object.entries(names).map(([name, address]) => [address, name])),
  }
}

const RESOLVER: Address = '0x2222222222222222222222222222222222222222'
const NOBODY: Address = '0x0000000000000000000000000000000000000000'
const selectors = {
  resolver: toFunctionSelector('resolver(bytes32)'),
  name: toFunctionSelector('name(bytes32)'),
  addr: toFunctionSelector('addr(bytes32)'),
} as const

/** Texts and addresses as contracts return them. */
export const encoded = {
  text: (value: string) => encodeAbiParameters([{ type: 'string' }], [value]),
  address: (value: Address) => encodeAbiParameters([{ type: 'address' }], [value]),
}

/**
 * A node that answers for SPACE ID's contracts, with hashes computed by viem.
 * @param answers replace the answers of a function, for any input
 * @param other answers everything else
 */
export function nameNode(
  { leads, claims }: NameRecords,
  answers: { readonly [name in keyof typeof selectors]?: FakeAnswer } = {},
  other: Rpc = fakeRpc({}),
): Rpc {
  return async (method, params = []) => {
    const { to, data } = method === 'eth_call' ? callOf(params) : { to: '', data: '' }
    const [asked] = Object.entries(selectors).find(([, selector]) => data.startsWith(selector)) ?? []
    if (!asked) return other(method, params)
    const answer = answers[asked as keyof typeof selectors]
    if (answer !== undefined) return typeof answer === 'function' ? answer(params) : answer
    const isRegistry = to === SPACE_ID_REGISTRY.toLowerCase()
    const reply = replies(leads, claims).get(`${isRegistry ? '' : to} ${asked} 0x${data.slice(10)}`)
    return reply ?? encoded.address(NOBODY)
  }
}

function replies(leads: NameRecords['leads'], claims: NameRecords['claims']): ReadonlyMap<string, Hex> {
  const all = new Map<string, Hex>()
  for (const [name, address] of leads) {
    const node = namehash(name)
    all.set(` resolver ${node}`, encoded.address(RESOLVER))
    all.set(`${RESOLVER} addr ${node}`, encoded.address(address))
  }
  for (const [who, name] of claims) {
    const node = namehash(`${who.slice(2).toLowerCase()}.addr.reverse`)
    all.set(` resolver ${node}`, encoded.address(RESOLVER))
    all.set(`${RESOLVER} name ${node}`, encoded.text(name))
  }
  return all
}
