import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  stringToHex,
  zeroAddress,
} from 'viem'
import { namehash, SPACE_ID_REGISTRY } from '#chain/names/spaceId.ts'
import type { ChainClient } from '../../safe-app/chain/chainClient.ts'
import { readArtifact } from '../../safe-app/chain/readArtifact.ts'
import { sendSync } from '../../safe-app/chain/sendSync.ts'

/**
 * An otherwise unused account that administers SPACE ID here. Its first two transactions create the contracts
 * and so fix their addresses.
 */
const KEEPER: Address = '0x0000000000000000000000000000000000005bd1'
const REVERSE_REGISTRAR = getContractAddress({ from: KEEPER, nonce: 0n })
const RESOLVER = getContractAddress({ from: KEEPER, nonce: 1n })

const build = '@siddomains/sid-contracts/artifacts/contracts'
const artifacts = {
  registry: `${build}/registry/SIDRegistry.sol/SIDRegistry.json`,
  reverseRegistrar: `${build}/registry/ReverseRegistrar.sol/ReverseRegistrar.json`,
  resolver: `${build}/resolvers/PublicResolver.sol/PublicResolver.json`,
} as const

/** SIDRegistry's first slot is the mapping from a node to its record, and a record starts with the owner. */
const ROOT_OWNER_SLOT = keccak256(pad('0x', { size: 64 }))

const abi = parseAbi([
  'function setSubnodeOwner(bytes32 node, bytes32 label, address owner) returns (bytes32)',
  'function setSubnodeRecord(bytes32 node, bytes32 label, address owner, address resolver, uint64 ttl)',
  'function setController(address controller, bool enabled)',
  'function setNameForAddr(address addr, address owner, address resolver, string name) returns (bytes32)',
  'function setAddr(bytes32 node, address a)',
])

type Send = (to: Address | undefined, data: Hex) => Promise<unknown>

/**
 * Deploys SPACE ID's own contracts to the local chain: the registry at its BSC address, a resolver and the
 * registrar of reverse records. Does nothing if it has run before. Throws if one gets another address.
 */
export async function placeSpaceId(client: ChainClient): Promise<void> {
  if ((await client.getCode({ address: RESOLVER })) !== undefined) return
  const { deployedBytecode } = readArtifact(artifacts.registry)
  await client.setCode({ address: SPACE_ID_REGISTRY, bytecode: deployedBytecode })
  await client.setStorageAt({ address: SPACE_ID_REGISTRY, index: ROOT_OWNER_SLOT, value: pad(KEEPER) })
  await asKeeper(client, async (send) => {
    await send(undefined, creation(artifacts.reverseRegistrar, [SPACE_ID_REGISTRY]))
    await send(
      undefined,
      creation(artifacts.resolver, [SPACE_ID_REGISTRY, zeroAddress, zeroAddress, REVERSE_REGISTRAR]),
    )
    for (const [parent, label, owner] of [
      ['', 'bnb', KEEPER],
      ['', 'reverse', KEEPER],
      ['reverse', 'addr', REVERSE_REGISTRAR],
    ] as const) {
      const args = [namehash(parent), labelhash(label), owner] as const
      await send(SPACE_ID_REGISTRY, encodeFunctionData({ abi, functionName: 'setSubnodeOwner', args }))
    }
    const args = [KEEPER, true] as const
    await send(REVERSE_REGISTRAR, encodeFunctionData({ abi, functionName: 'setController', args }))
  })
  for (const address of [REVERSE_REGISTRAR, RESOLVER]) {
    if ((await client.getCode({ address })) === undefined) throw new Error(`SPACE ID is not at ${address}`)
  }
}

/**
 * Gives a `.bnb` name to an address, which the name then resolves to. `name` has one label before its suffix.
 */
export async function registerName(client: ChainClient, name: string, address: Address): Promise<void> {
  const [label = ''] = name.split('.')
  await asKeeper(client, async (send) => {
    const record = [namehash('bnb'), labelhash(label), KEEPER, RESOLVER, 0n] as const
    await send(SPACE_ID_REGISTRY, encodeFunctionData({ abi, functionName: 'setSubnodeRecord', args: record }))
    const args = [namehash(name), address] as const
    await send(RESOLVER, encodeFunctionData({ abi, functionName: 'setAddr', args }))
  })
}

/** Sets the name that an address claims, which may be any name. */
export async function claimName(client: ChainClient, address: Address, name: string): Promise<void> {
  const args = [address, address, RESOLVER, name] as const
  const data = encodeFunctionData({ abi, functionName: 'setNameForAddr', args })
  await asKeeper(client, (send) => send(REVERSE_REGISTRAR, data))
}

async function asKeeper(client: ChainClient, work: (send: Send) => Promise<unknown>): Promise<void> {
  await client.impersonateAccount({ address: KEEPER })
  await client.setBalance({ address: KEEPER, value: 10n ** 20n })
  await work((to, data) => sendSync(client, { from: KEEPER, to, data, gas: 8_000_000n }))
  await client.stopImpersonatingAccount({ address: KEEPER })
}

function creation(artifact: string, args: readonly unknown[]): Hex {
  const { abi, bytecode } = readArtifact(artifact)
  return encodeDeployData({ abi, bytecode, args })
}

function labelhash(label: string): Hex {
  return keccak256(stringToHex(label))
}
