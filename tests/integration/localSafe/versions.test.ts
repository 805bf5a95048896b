import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  hashMessage,
  hashTypedData,
  parseAbi,
  parseEther,
} from 'viem'
import { describe, expect, test } from 'vitest'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { someOf } from '#tests/support/deep.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { chainClient } from '../../../safe-app/chain/chainClient.ts'
import { networkOf } from '../../../safe-app/chain/Network.ts'
import { sendSync } from '../../../safe-app/chain/sendSync.ts'
import { buildSafeTx } from '../../../safe-app/host/chain/buildSafeTx.ts'
import { executeSafeTx } from '../../../safe-app/host/chain/executeSafeTx.ts'
import * as Message from '../../../safe-app/host/chain/Message.ts'
import * as Proposal from '../../../safe-app/host/chain/Proposal.ts'
import type { LocalSafe } from '../../../safe-app/local/LocalSafe.ts'
import { the } from '../rig/ask.ts'
import { localSafesForTests } from './localSafesForTests.ts'

const start = localSafesForTests({ chain: 56, blockTime: 0 })

async function read<T>({ service, chainId }: LocalSafe, path: string): Promise<T> {
  const response = await fetch(`${service}/v1/chains/${chainId}${path}`)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

const clientOf = (world: LocalSafe) => chainClient(world.rpc, networkOf(world.chainId))
const [ada, ben] = owners
const payee = getAddress('0x000000000000000000000000000000000000beef')
const versions = ['1.1.1', '1.2.0', '1.3.0', '1.4.1', '1.5.0'] as const
const old = ['1.1.1', '1.2.0'] as const
const safeOf = (version: (typeof versions)[number]) => ({
  name: version,
  owners: ['Ada', 'Ben', 'Cleo'],
  threshold: 2,
  version,
})

type Transfer = { readonly from: Address; readonly to: Address; readonly value: string }
type Row = {
  readonly transaction?: { readonly txStatus: string; readonly txInfo: { readonly type: string } }
}

const history = async (world: LocalSafe, safe: Address) =>
  (await read<{ results: readonly Row[] }>(world, `/safes/${safe}/transactions/history`)).results.flatMap(
    ({ transaction }) => (transaction ? [`${transaction.txInfo.type} ${transaction.txStatus}`] : []),
  )

const safeAbi = parseAbi([
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function getMessageHash(bytes message) view returns (bytes32)',
])

describe('Safes of every version', () => {
  test('behavior: each pays from its own Safe after two signatures, and all balances are exact', async () => {
    const world = await start({ chain: 56, safes: versions.map(safeOf) })
    const client = clientOf(world)
    for (const [index, version] of versions.entries()) {
      const safe = the(world.safes[index])
      const value = parseEther(`${index + 1}`)
      const before = await client.getBalance({ address: payee })
      const { nonce, safeTxHash } = await world.propose([{ to: payee, value }], { safe: version })
      await expect(world.execute(nonce, { safe: version })).rejects.toThrow()
      await world.sign(nonce, { safe: version, as: 'Ben' })
      await world.execute(nonce, { safe: version, as: 'Ben' })
      expect(await client.getBalance({ address: payee })).toBe(before + value)
      expect(await client.getBalance({ address: safe.address })).toBe(parseEther('100') - value)
      expect(await read(world, `/transactions/${safeTxHash}`)).toMatchObject({
        txStatus: 'SUCCESS',
        txInfo: { type: 'Transfer', transferInfo: { value: `${value}` } },
        detailedExecutionInfo: { nonce: 0, confirmations: [{}, {}] },
      })
      expect(await history(world, safe.address)).toEqual(['Transfer SUCCESS', 'Creation SUCCESS'])
    }
  })
})

describe.each(someOf(old, 1))('a Safe of version %s', (version) => {
  const singleton = {
    '1.1.1': '0x34CfAC646f301356fAa8B21e94227e3583Fe3F5F',
    '1.2.0': '0x6851D6fDFAfD08c0295C392436245E5bc78B0185',
  }[version]

  test('behavior: the gateway answers its version, contract and handler, and no guard', async () => {
    const world = await start({ safes: [safeOf(version)] })
    const { address } = the(world.safes[0])
    expect(await read(world, `/safes/${address}`)).toMatchObject({
      version,
      nonce: 0,
      threshold: 2,
      implementation: { value: singleton, name: `Safe: GnosisSafe ${version}` },
      implementationVersionState: 'OUTDATED',
      fallbackHandler: {
        value: '0xd5D82B6aDDc9027B22dCA772Aa68D5d74cdBdF44',
        name: 'Safe: DefaultCallbackHandler 1.1.1',
      },
      modules: null,
      guard: null,
    })
    expect(await read(world, `/safes/${address}/transactions/creation`)).toMatchObject({
      masterCopy: singleton,
      factoryAddress: '0x76E2cFc1F5Fa8F6a5b3fC4c8F4788F0116861F9B',
    })
  })

  test('behavior: its hashes have no chain id, and equal those of the contract on every chain', async () => {
    const tx = SafeTx.fromCall({ to: payee, value: 7n, data: '0x1234' }, 3n)
    const args = [tx.to, tx.value, tx.data, 0, 0n, 0n, 0n, tx.gasToken, tx.refundReceiver, tx.nonce] as const
    const hashes: Hex[] = []
    for (const chain of [1, 56]) {
      const world = await start({ chain, safes: [safeOf(version)] })
      const { address } = the(world.safes[0])
      const contract = { address, abi: safeAbi } as const
      const client = clientOf(world)
      const hash = await client.readContract({ ...contract, functionName: 'getTransactionHash', args })
      expect(SafeTx.hash(address, tx, version, chain)).toBe(hash)
      const types = { SafeMessage: [{ name: 'message', type: 'bytes' }] } as const
      const domain = SafeTx.domain(address, version, chain)
      expect(domain).toEqual({ verifyingContract: address })
      const message = { message: '0xabcd' } as const
      expect(
        await client.readContract({ ...contract, functionName: 'getMessageHash', args: ['0xabcd'] }),
      ).toBe(hashTypedData({ domain, types, primaryType: 'SafeMessage', message }))
      hashes.push(hash)
    }
    expect(hashes[0]).toBe(hashes[1])
  })

  test('behavior: a batch goes through MultiSendCallOnly 1.3.0, and each payment is a transfer', async () => {
    const world = await start({ safes: [safeOf(version)] })
    const { address } = the(world.safes[0])
    const calls = [
      { to: payee, value: 1n },
      { to: ben.address, value: 2n },
    ]
    const { safeTxHash } = await world.propose(calls)
    await world.execute(safeTxHash, { as: 'Ben' })
    expect(await clientOf(world).getBalance({ address: payee })).toBe(1n)
    expect(await read(world, `/transactions/${safeTxHash}`)).toMatchObject({
      txStatus: 'SUCCESS',
      txInfo: { methodName: 'multiSend', actionCount: 2 },
      txData: { to: { value: '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D' }, operation: 1 },
    })
    const { results } = await ofTxService<{
      results: readonly { readonly transfers: readonly Transfer[] }[]
    }>(world, `/v2/safes/${address}/all-transactions/`)
    const sent = results[0]?.transfers.map(({ from, to, value }) => ({ from, to, value }))
    expect(sent).toEqual(calls.map(({ to, value }) => ({ from: address, to, value: `${value}` })))
  })

  test('behavior: the service takes a message that owners signed without a chain id', async () => {
    const world = await start({ safes: [safeOf(version)] })
    const { address } = the(world.safes[0])
    const safe = { address, version, chainId: 56 }
    const gatewayUrl = `${world.service}/v1/chains/56`
    for (const { account } of [ada, ben]) {
      await Message.sign({ gatewayUrl, safe, message: 'Hello', account, origin: '{}' })
    }
    expect(await Message.find(gatewayUrl, Message.safeMessageHash(safe, 'Hello'))).toMatchObject({
      status: 'CONFIRMED',
    })
  })

  test('behavior: coins that it receives are in its history, though it emits no event', async () => {
    const world = await start({ safes: [safeOf(version), safeOf('1.4.1')] })
    const { address } = the(world.safes[0])
    await sendSync(clientOf(world), { from: ada.address, to: address, value: 5n, gas: 100_000n })
    await world.propose([{ to: address, value: 6n }], { safe: '1.4.1' })
    await world.execute(0, { safe: '1.4.1', as: 'Ben' })
    type Page = { results: readonly { readonly transaction: { txInfo: { transferInfo: Transfer } } }[] }
    const { results } = await read<Page>(world, `/safes/${address}/incoming-transfers`)
    expect(results.map(({ transaction }) => transaction.txInfo.transferInfo.value)).toEqual(['6', '5'])
    expect(await history(world, address)).toEqual([
      'Transfer SUCCESS',
      'Transfer SUCCESS',
      'Creation SUCCESS',
    ])
  })

  test('behavior: a call that fails is executed, uses up the nonce, and is listed as failed', async () => {
    const world = await start({ safes: [safeOf(version)] })
    const { address } = the(world.safes[0])
    const { safeTxHash } = await world.propose([{ to: payee, value: parseEther('101') }])
    await world.execute(safeTxHash, { as: 'Ben' })
    expect(await clientOf(world).getBalance({ address })).toBe(parseEther('100'))
    expect(await read(world, `/transactions/${safeTxHash}`)).toMatchObject({ txStatus: 'FAILED' })
    expect(await read(world, `/safes/${address}`)).toMatchObject({ nonce: 1 })
    expect(await history(world, address)).toEqual(['Transfer FAILED', 'Creation SUCCESS'])
  })

  test('behavior: a proposal has the estimated safeTxGas, which covers its call', async () => {
    const world = await start({ safes: [safeOf(version)] })
    const { safeTxHash } = await world.propose([{ to: payee, value: 1n }])
    const details = await read<{ detailedExecutionInfo: { safeTxGas: string } }>(
      world,
      `/transactions/${safeTxHash}`,
    )
    // A transfer to a new account costs 34,300 gas, and the service adds 36,000.
    expect(Number(details.detailedExecutionInfo.safeTxGas)).toBeGreaterThan(70_000)
    expect(Number(details.detailedExecutionInfo.safeTxGas)).toBeLessThan(90_000)
  })

  test('behavior: what a module pays is in its history', async () => {
    const world = await start({ safes: [{ ...safeOf(version), modules: [ada.address] }] })
    const { address } = the(world.safes[0])
    const abi = parseAbi([
      'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)',
    ])
    const data = encodeFunctionData({
      abi,
      functionName: 'execTransactionFromModule',
      args: [payee, 9n, '0x', 0],
    })
    await sendSync(clientOf(world), { from: ada.address, to: address, data, gas: 300_000n })
    expect(await clientOf(world).getBalance({ address: payee })).toBe(9n)
    expect(await history(world, address)).toEqual(['Transfer SUCCESS', 'Creation SUCCESS'])
    expect(await read(world, `/safes/${address}`)).toMatchObject({ modules: [{ value: ada.address }] })
  })

  test('behavior: after an update to 1.4.1 each payment is listed once, those before too', async () => {
    const world = await start({ safes: [safeOf(version)] })
    const { address } = the(world.safes[0])
    const client = clientOf(world)
    await world.propose([{ to: payee, value: 1n }])
    await world.execute(0, { as: 'Ben' })
    await client.impersonateAccount({ address })
    const data = encodeFunctionData({
      abi: parseAbi(['function changeMasterCopy(address _masterCopy)']),
      args: ['0x29fcB43b46531BcA003ddC8FCB67FFE91900C762'],
    })
    await sendSync(client, { from: address, to: address, data, gas: 300_000n })
    expect(await read(world, `/safes/${address}`)).toMatchObject({ version: '1.4.1', nonce: 1 })
    await sendSync(client, { from: ada.address, to: address, value: 2n, gas: 100_000n })

    const safe = { address, version: '1.4.1', chainId: 56 }
    const calls = [3n, 4n].map((value) => ({ to: payee, value, data: '0x' }) as const)
    const tx = buildSafeTx(calls, 1n, '1.4.1')
    const confirmations = await Promise.all(
      [ada, ben].map(async ({ account }) => ({
        owner: account.address,
        signature: await Proposal.sign(account, safe, tx),
      })),
    )
    const context = { network: networkOf(56), rpcUrl: world.rpc }
    await executeSafeTx(context, ada.account, address, tx, confirmations)
    expect(await client.getBalance({ address: payee })).toBe(8n)
    expect(await history(world, address)).toEqual([
      'Custom SUCCESS',
      'Transfer SUCCESS',
      'Transfer SUCCESS',
      'Creation SUCCESS',
    ])
    const { results } = await ofTxService<{ results: readonly Transfer[] }>(
      world,
      `/v1/safes/${address}/transfers/`,
    )
    expect(results.map(({ value }) => value).toSorted()).toEqual(['1', '2', '3', '4'])
  })

  test('behavior: a Safe that is not deployed has an address and no code', async () => {
    const world = await start({ safes: [{ ...safeOf(version), deployed: false }] })
    expect(await clientOf(world).getCode({ address: the(world.safes[0]).address })).toBeUndefined()
  })
})

test('behavior: a Safe of 1.3.0 signs a message on chain too, and the contract confirms it', async () => {
  const world = await start({ safes: [safeOf('1.3.0')] })
  const { address } = the(world.safes[0])
  const safe = { address, version: '1.3.0', chainId: 56 }
  const queued = SafeTx.fromCall(Message.onChainCall('Hello', '1.3.0'), 0n, 1)
  const { safeTxHash } = Proposal.hashesOf(safe, queued)
  await Proposal.propose(`${world.service}/v1/chains/56`, {
    safe: address,
    tx: queued,
    safeTxHash,
    sender: ada.address,
    signature: await Proposal.sign(ada.account, safe, queued),
    origin: '{}',
  })
  await world.execute(safeTxHash, { as: 'Ben' })
  const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
  const isValid = clientOf(world).readContract({
    address,
    abi,
    functionName: 'isValidSignature',
    args: [hashMessage('Hello'), '0x'],
  })
  expect(await isValid).toBe('0x1626ba7e')
})

async function ofTxService<T>({ service, chainId }: LocalSafe, path: string): Promise<T> {
  const response = await fetch(`${service}/tx-service/${networkOf(chainId).shortName}/api${path}`)
  return (await response.json()) as T
}
