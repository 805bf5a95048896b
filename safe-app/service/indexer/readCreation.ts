import {
  type Address,
  decodeFunctionData,
  getAddress,
  type Hex,
  isAddressEqual,
  parseAbi,
  slice,
  toHex,
} from 'viem'
import type { ChainClient } from '../../chain/chainClient.ts'
import { everySafeDeployment } from '../../chain/oldSafeContracts.ts'
import type { Creation, Moment } from './ChainFacts.ts'

const factoryAbi = parseAbi([
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address proxy)',
])

const singletons = everySafeDeployment.filter(({ deployment }) => /safe(_l2)?$/.test(deployment))

/**
 * How a Safe was created. Null if the contract is not a proxy of one of Safe's own.
 */
export async function readCreation(
  client: ChainClient,
  safe: Address,
  initiator: Address,
  moment: Moment,
): Promise<Creation | null> {
  const [singleton, transaction] = await Promise.all([
    client.getStorageAt({ address: safe, slot: toHex(0) }),
    client.getTransaction({ hash: moment.txHash }),
  ])
  const masterCopy = getAddress(slice(singleton ?? toHex(0, { size: 32 }), 12))
  if (!singletons.some(({ address }) => isAddressEqual(address, masterCopy))) return null
  return {
    ...moment,
    safe,
    creator: getAddress(transaction.from),
    factory: initiator,
    masterCopy,
    ...readFactoryCall(transaction.input),
  }
}

function readFactoryCall(input: Hex): { setupData: Hex | null; saltNonce: string | null } {
  try {
    const [, setupData, saltNonce] = decodeFunctionData({ abi: factoryAbi, data: input }).args
    return { setupData, saltNonce: `${saltNonce}` }
  } catch {
    // Created by another contract within a larger transaction.
    return { setupData: null, saltNonce: null }
  }
}
