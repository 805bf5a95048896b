import { type Hex, parseEther, parseEventLogs, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { sandboxRequest } from '#tests/integration/sandboxRequest.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { influencers, owners, stranger } from '../../../safe-app/accounts.ts'
import { bundleAbi, ENTRY_POINT } from '../../../safe-app/chain/bundleContracts.ts'
import { broadcastErrors } from '../../../safe-app/wallet/Faults.ts'
import { the } from './ask.ts'
import { borrowRig } from './borrowRig.ts'
import { usdtOf } from './proposals.ts'

const [ada] = owners
const [dana] = influencers
const usdt = the(Token.pinned.find(({ symbol }) => symbol === 'USDT'))
const value = parseEther('0.4')

let rig: Rig
let snapshot: Hex

beforeAll(async () => {
  rig = await borrowRig()
})

beforeEach(async () => {
  snapshot = await rig.chain.client.snapshot()
})

afterEach(() => rig.chain.client.revert({ id: snapshot }))

afterAll(() => rig.stop())

const bnbOf = (address: Hex) => rig.chain.client.getBalance({ address })
const bnb = { to: dana.address, value, data: '0x' } satisfies Call.Call

/** Ada pays through the wallet; returns its answer and the wallet itself. */
async function pay(faults: object, call: Call.Call) {
  const sandbox = sandboxRequest(rig, ada, '')
  sandbox.wallet.setFaults(faults)
  const params = [{ from: ada.address, to: call.to, value: toHex(call.value), data: call.data }]
  return { sandbox, answer: sandbox.request('eth_sendTransaction', params) }
}

/** Reads the bundle by its hash, with the event for its operation. */
async function bundleOf(hash: unknown) {
  const { client } = rig.chain
  const receipt = await client.waitForTransactionReceipt({ hash: hash as Hex })
  const [operation] = parseEventLogs({ abi: bundleAbi, logs: receipt.logs })
  return { receipt, operation: the(operation).args }
}

describe('a wallet that returns a bundle', () => {
  test('behavior: the bundle succeeds with another sender, and its operation fails', async () => {
    const before = await bnbOf(dana.address)
    const own = await bnbOf(ada.address)
    const { receipt, operation } = await bundleOf(await (await pay({ bundle: 'fails' }, bnb)).answer)
    expect(receipt).toMatchObject({
      status: 'success',
      from: stranger.address.toLowerCase(),
      to: ENTRY_POINT.toLowerCase(),
    })
    expect(operation).toMatchObject({ sender: ada.address, success: false })
    expect(await bnbOf(dana.address)).toBe(before)
    expect(await bnbOf(ada.address)).toBe(own)
  })

  test('behavior: BNB paid by an operation shows only in the balances', async () => {
    const before = await bnbOf(dana.address)
    const own = await bnbOf(ada.address)
    const { receipt, operation } = await bundleOf(await (await pay({ bundle: 'pays' }, bnb)).answer)
    expect(receipt.logs).toHaveLength(1)
    expect(operation).toMatchObject({ sender: ada.address, success: true })
    expect(await bnbOf(dana.address)).toBe(before + value)
    expect(await bnbOf(ada.address)).toBe(own - value)
  })

  test.each(['pays', 'fails'] as const)(
    'behavior: an operation’s token transfer follows its success: %s',
    async (bundle) => {
      const before = await usdtOf(rig, dana.address)
      const call = Call.transfer(dana.address, { token: usdt, value: 7n })
      const { receipt, operation } = await bundleOf(await (await pay({ bundle }, call)).answer)
      expect(receipt.status).toBe('success')
      expect(operation.success).toBe(bundle === 'pays')
      expect(await usdtOf(rig, dana.address)).toBe(before + (bundle === 'pays' ? 7n : 0n))
    },
  )

  test('behavior: an operation without enough balance fails on its own', async () => {
    const call = { ...bnb, value: parseEther('1000000') }
    const { receipt, operation } = await bundleOf(await (await pay({ bundle: 'pays' }, call)).answer)
    expect(receipt.status).toBe('success')
    expect(operation.success).toBe(false)
  })

  test('behavior: the wallet reports a batch that failed in its bundle as a success', async () => {
    const before = await bnbOf(dana.address)
    const { request, wallet } = sandboxRequest(rig, ada, 'supported')
    wallet.setFaults({ bundle: 'fails' })
    const calls = [1n, 2n].map((value) => ({ to: dana.address, value: toHex(value) }))
    const batch = { version: '2.0.0', id: '0x78', chainId: '0x38', from: ada.address, calls }
    await request('wallet_sendCalls', [batch])
    // The node may answer before the block is mined.
    const status = () => request('wallet_getCallsStatus', ['0x78'])
    await expect.poll(status).toMatchObject({ status: 200, atomic: true })
    expect(await bnbOf(dana.address)).toBe(before)
    wallet.setFaults({ bundle: 'pays' })
    await request('wallet_sendCalls', [{ ...batch, id: '0x79' }])
    await expect.poll(() => bnbOf(dana.address)).toBe(before + 3n)
  })

  test('error: only the account itself and the entry point can use a delegated account', async () => {
    await bundleOf(await (await pay({ bundle: 'pays' }, bnb)).answer)
    const theft = rig.chain.client.call({ account: stranger.address, to: ada.address, data: '0x8d80ff0a' })
    await expect(theft).rejects.toThrow('revert')
  })
})

describe('a wallet that fails after broadcasting', () => {
  test.each(broadcastErrors)('behavior: answers %i although the payment is made', async (code) => {
    const before = await bnbOf(dana.address)
    const { sandbox, answer } = await pay({ afterBroadcast: code }, bnb)
    const heard: unknown[] = []
    sandbox.wallet.on('disconnect', (error) => heard.push((error as { code: number }).code))
    await expect(answer).rejects.toMatchObject({ code })
    await expect.poll(() => bnbOf(dana.address)).toBe(before + value)
    expect(heard).toEqual(code === 4900 ? [4900] : [])
  })

  test('behavior: does the same with a batch', async () => {
    const before = await bnbOf(dana.address)
    const { request, wallet } = sandboxRequest(rig, ada, 'supported')
    wallet.setFaults({ afterBroadcast: -32603 })
    const calls = [{ to: dana.address, value: toHex(value) }]
    const batch = { version: '2.0.0', id: '0x77', chainId: '0x38', from: ada.address, calls }
    await expect(request('wallet_sendCalls', [batch])).rejects.toMatchObject({ code: -32603 })
    await expect.poll(() => bnbOf(dana.address)).toBe(before + value)
    expect(await request('wallet_getCallsStatus', ['0x77'])).toMatchObject({ status: 200 })
  })
})
