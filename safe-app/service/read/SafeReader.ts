import { type Address, getAddress, type Hex, parseAbi, slice, zeroAddress } from 'viem'
import type { ChainClient } from '../../chain/chainClient.ts'
import { MULTICALL3 } from '../../chain/multicall.ts'
import { perBlock } from './perBlock.ts'

/** A deployed Safe's current state on the chain. */
export type SafeState = {
  readonly address: Address
  readonly nonce: number
  readonly threshold: number
  readonly owners: readonly Address[]
  readonly masterCopy: Address
  readonly modules: readonly Address[]
  readonly fallbackHandler: Address
  readonly guard: Address
  readonly version: string
}

/** Reads Safes from the chain, never from the service's memory. */
export type SafeReader = {
  /** Null if there is no Safe at the address. */
  state(safe: Address): Promise<SafeState | null>
}

const safeAbi = parseAbi([
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function nonce() view returns (uint256)',
  'function VERSION() view returns (string)',
  'function getModulesPaginated(address start, uint256 pageSize) view returns (address[] modules, address next)',
])

/** Storage of the Safe contract: keccak256 of `fallback_manager.handler.address` and `guard_manager.guard.address`. */
const slots = {
  masterCopy: '0x0',
  fallbackHandler: '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5',
  guard: '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8',
} as const satisfies Record<string, Hex>

/** The start of a Safe's linked lists. */
const SENTINEL: Address = '0x0000000000000000000000000000000000000001'

/** Reads Safes with a client, each once per block: `head` is the hash of the current block. */
export function safeReader(client: ChainClient, head: () => Hex | null): SafeReader {
  return { state: perBlock(head, (address) => read(client, address)) }
}

async function read(client: ChainClient, address: Address): Promise<SafeState | null> {
  const contract = { address, abi: safeAbi } as const
  const [calls, masterCopy, fallbackHandler, guard] = await Promise.all([
    client.multicall({
      multicallAddress: MULTICALL3,
      contracts: [
        { ...contract, functionName: 'getOwners' },
        { ...contract, functionName: 'getThreshold' },
        { ...contract, functionName: 'nonce' },
        { ...contract, functionName: 'VERSION' },
        { ...contract, functionName: 'getModulesPaginated', args: [SENTINEL, 50n] },
      ],
    }),
    addressAt(client, address, slots.masterCopy),
    addressAt(client, address, slots.fallbackHandler),
    addressAt(client, address, slots.guard),
  ])
  const [owners, threshold, nonce, version, modules] = calls
  if (owners.status !== 'success' || threshold.status !== 'success' || threshold.result === 0n) return null
  if (nonce.status !== 'success' || version.status !== 'success') return null
  return {
    address,
    owners: owners.result,
    threshold: Number(threshold.result),
    nonce: Number(nonce.result),
    version: version.result,
    modules: modules.status === 'success' ? modules.result[0] : [],
    masterCopy,
    fallbackHandler,
    guard,
  }
}

async function addressAt(client: ChainClient, address: Address, slot: Hex): Promise<Address> {
  const word = await client.getStorageAt({ address, slot })
  return word === undefined ? zeroAddress : getAddress(slice(word, 12))
}
