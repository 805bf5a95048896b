import {
  type Address,
  concatHex,
  encodeFunctionData,
  encodePacked,
  getContractAddress,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  zeroAddress,
} from 'viem'
import type { ChainClient } from './chainClient.ts'
import { oldSafeContracts } from './oldSafeContracts.ts'
import { type SafeVersion, safeContracts, safeContracts150 } from './safeContracts.ts'

/**
 * A Safe's creation data, which determines its address: the same owners and number give the same Safe on
 * every chain.
 */
export type SafeSetup = {
  readonly version: SafeVersion
  readonly owners: readonly Address[]
  readonly threshold: number
  readonly saltNonce: bigint
}

const setupAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
])

const factoryAbi = parseAbi([
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address proxy)',
  'function proxyCreationCode() view returns (bytes)',
])

const contracts = {
  '1.5.0': {
    singleton: safeContracts150.safeL2.address,
    factory: safeContracts150.proxyFactory.address,
    handler: safeContracts150.fallbackHandler.address,
  },
  '1.4.1': {
    singleton: safeContracts.safeL2.address,
    factory: safeContracts.proxyFactory.address,
    handler: safeContracts.fallbackHandler.address,
  },
  '1.3.0': {
    singleton: safeContracts.safeL2130.address,
    factory: safeContracts.proxyFactory130.address,
    handler: safeContracts.fallbackHandler130.address,
  },
  '1.2.0': {
    singleton: oldSafeContracts.safe120.address,
    factory: oldSafeContracts.proxyFactory111.address,
    handler: oldSafeContracts.callbackHandler111.address,
  },
  '1.1.1': {
    singleton: oldSafeContracts.safe111.address,
    factory: oldSafeContracts.proxyFactory111.address,
    handler: oldSafeContracts.callbackHandler111.address,
  },
} as const satisfies Record<SafeVersion, object>

/** The address of a Safe, deployed or not (CREATE2). */
export async function safeAddress(client: ChainClient, setup: SafeSetup): Promise<Address> {
  const { factory, singleton } = contracts[setup.version]
  const code = await client.readContract({
    address: factory,
    abi: factoryAbi,
    functionName: 'proxyCreationCode',
  })
  return getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt: keccak256(encodePacked(['bytes32', 'uint256'], [keccak256(initializer(setup)), setup.saltNonce])),
    bytecode: concatHex([code, pad(singleton)]),
  })
}

/** The factory call that deploys a Safe, which any account may send. */
export function creationCall(setup: SafeSetup): { readonly to: Address; readonly data: Hex } {
  const { factory, singleton } = contracts[setup.version]
  const args = [singleton, initializer(setup), setup.saltNonce] as const
  return {
    to: factory,
    data: encodeFunctionData({ abi: factoryAbi, functionName: 'createProxyWithNonce', args }),
  }
}

function initializer({ version, owners, threshold }: SafeSetup): Hex {
  const { handler } = contracts[version]
  return encodeFunctionData({
    abi: setupAbi,
    functionName: 'setup',
    args: [owners, BigInt(threshold), zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress],
  })
}
