import {
  getCompatibilityFallbackHandlerDeployment,
  getCreateCallDeployment,
  getMultiSendCallOnlyDeployment,
  getMultiSendDeployment,
  getProxyFactoryDeployment,
  getSafeL2SingletonDeployment,
  getSafeSingletonDeployment,
  getSignMessageLibDeployment,
  getSimulateTxAccessorDeployment,
} from '@safe-global/safe-deployments'
import { erc20Abi, keccak256 } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pinned } from '#chain/money/Token.ts'
import { deployContracts } from '../../../rig/chain/deployContracts.ts'
import { IMITATION_TOKEN } from '../../../rig/chain/portalTokens.ts'
import { MULTICALL3 } from '../../../safe-app/chain/multicall.ts'
import { safeContracts } from '../../../safe-app/chain/safeContracts.ts'
import { type Chain, startChain } from '../../../safe-app/chain/startChain.ts'

let chain: Chain

beforeAll(async () => {
  chain = await startChain({ port: 0 })
  await deployContracts(chain.client)
})

afterAll(() => chain.stop())

/** Safe's own registry of deployments: its package's functions, by the registry's file names. */
const registry: Readonly<Record<string, typeof getSafeSingletonDeployment>> = {
  safe: getSafeSingletonDeployment,
  safe_l2: getSafeL2SingletonDeployment,
  safe_proxy_factory: getProxyFactoryDeployment,
  gnosis_safe: getSafeSingletonDeployment,
  gnosis_safe_l2: getSafeL2SingletonDeployment,
  proxy_factory: getProxyFactoryDeployment,
  multi_send: getMultiSendDeployment,
  multi_send_call_only: getMultiSendCallOnlyDeployment,
  compatibility_fallback_handler: getCompatibilityFallbackHandlerDeployment,
  sign_message_lib: getSignMessageLibDeployment,
  create_call: getCreateCallDeployment,
  simulate_tx_accessor: getSimulateTxAccessorDeployment,
}

test.each(Object.entries(safeContracts))(
  'behavior: %s is at Safe’s BSC address, with identical code',
  async (_, { version, deployment, address }) => {
    const known = registry[deployment]?.({ version, network: '56' })?.deployments.canonical
    expect(known?.address).toBe(address)
    const code = await chain.client.getCode({ address })
    expect(keccak256(code ?? '0x')).toBe(known?.codeHash)
  },
)

test('behavior: there are nine contracts of 1.4.1 and eight of 1.3.0', () => {
  const versions = Object.values(safeContracts).map(({ version }) => version)
  expect(versions.filter((version) => version === '1.4.1')).toHaveLength(9)
  expect(versions.filter((version) => version === '1.3.0')).toHaveLength(8)
})

test('behavior: deploying again changes nothing', async () => {
  const before = await chain.client.getBlockNumber()
  await deployContracts(chain.client)
  expect(await chain.client.getBlockNumber()).toBe(before)
})

test('behavior: every pinned token has its BSC address, symbol and decimals', async () => {
  for (const { address, symbol, name, decimals } of pinned) {
    if (address === null) continue
    const contract = { address, abi: erc20Abi } as const
    expect(await chain.client.readContract({ ...contract, functionName: 'symbol' })).toBe(symbol)
    expect(await chain.client.readContract({ ...contract, functionName: 'name' })).toBe(name)
    expect(await chain.client.readContract({ ...contract, functionName: 'decimals' })).toBe(decimals)
  }
})

test('behavior: the imitation is called USDT but has another address', async () => {
  const contract = { address: IMITATION_TOKEN.address, abi: erc20Abi } as const
  expect(await chain.client.readContract({ ...contract, functionName: 'symbol' })).toBe('USDT')
  expect(pinned.map(({ address }) => address)).not.toContain(IMITATION_TOKEN.address)
})

test('behavior: Multicall3 answers several calls at once', async () => {
  const [chainId, number] = await chain.client.multicall({
    multicallAddress: MULTICALL3,
    allowFailure: false,
    contracts: [
      { address: MULTICALL3, abi: blockAbi, functionName: 'getChainId' },
      { address: MULTICALL3, abi: blockAbi, functionName: 'getBlockNumber' },
    ],
  })
  expect(chainId).toBe(56n)
  expect(number).toBe(await chain.client.getBlockNumber())
})

const blockAbi = [
  {
    type: 'function',
    name: 'getChainId',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'getBlockNumber',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'uint256' }],
  },
] as const
