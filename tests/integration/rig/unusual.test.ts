import { type Address, encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { type SeededSafe, setupOf, TREASURY, treasury, undeployed } from '../../../rig/seed/safes.ts'
import { type Rig, startRig } from '../../../rig/startRig.ts'
import { influencers, owners, stranger } from '../../../safe-app/accounts.ts'
import { creationCall } from '../../../safe-app/chain/createSafe.ts'
import { safeContracts } from '../../../safe-app/chain/safeContracts.ts'
import { ask } from './ask.ts'
import { history } from './documents.ts'
import { executeOn, nonces, payout, proposeTo } from './proposals.ts'

const [ada, ben] = owners
const [dana] = influencers

let rig: Rig

beforeAll(async () => {
  rig = await startRig({ chainPort: 0, servicePort: 0 })
})

afterAll(() => rig.stop())

const rows = (safe: Address) => history(rig.service.url, safe)

test('behavior: lists a module’s transactions without signatures, including a failed one', async () => {
  const { client } = rig.chain
  const moduleAbi = parseAbi([
    'function enableModule(address module)',
    'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation) returns (bool)',
  ])
  const enable = encodeFunctionData({
    abi: moduleAbi,
    functionName: 'enableModule',
    args: [stranger.address],
  })
  const { current } = await nonces(rig)
  await executeOn(rig, SafeTx.fromCall({ to: TREASURY, value: 0n, data: enable }, current), [ada, ben])
  const spend = async (to: Address, value: bigint) => {
    const args = [to, value, '0x', 0] as const
    const data = encodeFunctionData({ abi: moduleAbi, functionName: 'execTransactionFromModule', args })
    await client.sendTransactionSync({ account: stranger.account, to: TREASURY, data, gas: 500_000n })
  }
  await spend(dana.address, 7n)
  await spend(dana.address, 10n ** 24n)

  const [failed, paid, enabled] = await rows(TREASURY)
  const byModule = { type: 'MODULE', address: { value: stranger.address, name: null, logoUri: null } }
  expect(failed).toMatchObject({ txStatus: 'FAILED', executionInfo: byModule })
  expect(paid).toMatchObject({
    txStatus: 'SUCCESS',
    executionInfo: byModule,
    txInfo: { type: 'Transfer', direction: 'OUTGOING', transferInfo: { type: 'NATIVE_COIN', value: '7' } },
  })
  expect(enabled?.txInfo).toMatchObject({ type: 'SettingsChange', settingsInfo: { type: 'ENABLE_MODULE' } })

  const { body } = await ask(rig.service.url, `/v1/chains/56/transactions/${paid?.id}`)
  expect(body).toMatchObject({ txId: paid?.id, txStatus: 'SUCCESS', detailedExecutionInfo: byModule })
  const list = await ask(rig.service.url, '/v1/chains/56/safes/T/module-transactions')
  expect(list.body).toMatchObject({ count: 2, results: [{}, {}] })
  const state = await ask(rig.service.url, '/v1/chains/56/safes/T')
  expect(state.body).toMatchObject({ modules: [{ value: stranger.address }] })
  const transfers = await ask(rig.service.url, '/tx-service/bnb/api/v1/safes/T/transfers/?limit=1')
  expect(transfers.body).toMatchObject({
    results: [{ type: 'ETHER_TRANSFER', to: dana.address, value: '7' }],
  })
})

test('behavior: reads the unproposed execution of a Safe that is not L2 from the call itself', async () => {
  const { client } = rig.chain
  const address = await makeSafe(safeContracts.safe.address, 1n)
  await client.sendTransactionSync({ account: ada.account, to: address, value: 1000n })

  const plain: SeededSafe = { ...treasury, address, owners: [ada], threshold: 1, name: 'Not an L2 Safe' }
  const tx = SafeTx.fromCall({ to: dana.address, value: 400n, data: '0x' }, 0n)
  const txHash = await executeOn(rig, tx, [ada], plain)
  const [latest, received] = await rows(address)
  expect(latest).toMatchObject({
    id: `multisig_${address}_${SafeTx.hash(address, tx)}`,
    txHash,
    txStatus: 'SUCCESS',
    txInfo: { direction: 'OUTGOING', transferInfo: { value: '400' } },
    executionInfo: { nonce: 0, confirmationsSubmitted: 1 },
  })
  expect(received?.txInfo).toMatchObject({ direction: 'INCOMING', transferInfo: { value: '1000' } })
})

test('behavior: a Safe is unknown until it is deployed, and accepts proposals afterwards', async () => {
  const { address } = undeployed
  const tx = payout(0n)
  expect((await proposeTo(rig, tx, ada, undeployed)).status).toBe(404)
  await rig.chain.client.sendTransactionSync({ account: dana.account, ...creationCall(setupOf(undeployed)) })
  const { body } = await ask(rig.service.url, `/v1/chains/56/safes/${address}`)
  expect(body).toMatchObject({ address: { value: address }, nonce: 0, threshold: 2, txHistoryTag: null })
  expect((await proposeTo(rig, tx, ada, undeployed)).status).toBe(200)
  expect(await rows(address)).toMatchObject([
    { id: `creation_${address}`, txInfo: { creator: { value: dana.address } } },
  ])
})

test('behavior: a Safe with code that Safe never deployed is not recognised, though it acts and signs like one', async () => {
  const { client } = rig.chain
  const copy: Address = '0x00000000000000000000000000000000000c0de1'
  const bytecode = await client.getCode({ address: safeContracts.safeL2.address })
  await client.setCode({ address: copy, bytecode: bytecode ?? '0x' })
  const address = await makeSafe(copy, 2n)
  const tx = SafeTx.rejection(address, 0n)
  await executeOn(rig, tx, [ada], { ...treasury, address, owners: [ada], threshold: 1 })
  expect((await ask(rig.service.url, `/v1/chains/56/safes/${address}`)).status).toBe(404)
  const owned = await ask<{ safes: Address[] }>(rig.service.url, `/v1/chains/56/owners/${ada.address}/safes`)
  expect(owned.body.safes).toContain(TREASURY)
  expect(owned.body.safes).not.toContain(address)
})

/** Deploys a 1-of-1 Safe owned by Ada on any singleton. */
async function makeSafe(singleton: Address, salt: bigint): Promise<Address> {
  const { client } = rig.chain
  const abi = parseAbi([
    'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address proxy)',
    'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  ])
  const handler = safeContracts.fallbackHandler.address
  const set = [[ada.address], 1n, zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress] as const
  const initializer = encodeFunctionData({ abi, functionName: 'setup', args: set })
  const creation = {
    address: safeContracts.proxyFactory.address,
    abi,
    functionName: 'createProxyWithNonce',
    args: [singleton, initializer, salt],
    account: ada.account,
  } as const
  const { result } = await client.simulateContract(creation)
  await client.writeContractSync(creation)
  return result
}

test('error: while the chain is down, the service reports that it is unavailable', async () => {
  const gone = await startRig({ chainPort: 0, servicePort: 0 })
  await gone.chain.stop()
  expect(await ask(gone.service.url, '/v1/chains/56/safes/T')).toMatchObject({
    status: 503,
    body: { code: 503, message: 'Service unavailable' },
  })
  await gone.stop()
})
