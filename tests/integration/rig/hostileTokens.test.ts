import { encodeFunctionData, erc20Abi, type Hex, parseEventLogs, parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { TREASURY } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { influencers, owners, stranger } from '../../../safe-app/accounts.ts'
import { setTokenBalance } from '../../../safe-app/chain/localTokens.ts'
import { borrowRig } from './borrowRig.ts'
import {
  deployHostileTokens,
  type HostileKind,
  hostileKinds,
  hostileTokens,
  setBlocked,
  setPaused,
  TOKEN_FEE_COLLECTOR,
} from './hostileTokens.ts'
import { executeOn, nonces } from './proposals.ts'

const [ada, ben] = owners
const [dana, eli] = influencers
const START = parseUnits('1000', 18)
const AMOUNT = parseUnits('50', 18)

let rig: Rig
let snapshot: Hex

beforeAll(async () => {
  rig = await borrowRig()
  await deployHostileTokens(rig.chain.client, stranger.address)
  for (const { address } of Object.values(hostileTokens)) {
    await setTokenBalance(rig.chain.client, address, ada.address, START)
    await setTokenBalance(rig.chain.client, address, TREASURY, START)
  }
})

beforeEach(async () => {
  snapshot = await rig.chain.client.snapshot()
})

afterEach(() => rig.chain.client.revert({ id: snapshot }))

afterAll(() => rig.stop())

const balance = (kind: HostileKind, account: Hex) =>
  rig.chain.client.readContract({
    address: hostileTokens[kind].address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account],
  })

const call = (kind: HostileKind, to: Hex = dana.address, value = AMOUNT) => ({
  to: hostileTokens[kind].address,
  value: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] }),
})

/** Ada sends. Returns the receipt's status and transfers for any result. */
async function pay(kind: HostileKind, to?: Hex, value?: bigint) {
  const { to: token, data } = call(kind, to, value)
  const hash = await rig.chain.client.sendTransaction({
    account: ada.address,
    to: token,
    data,
    gas: 200_000n,
  })
  const receipt = await rig.chain.client.waitForTransactionReceipt({ hash })
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs })
  return { status: receipt.status, transfers: transfers.map(({ args }) => args) }
}

/** The return value of a simulated `transfer`. */
const returned = async (kind: HostileKind) =>
  (await rig.chain.client.call({ account: ada.address, ...call(kind) })).data

describe('a hostile token', () => {
  test('behavior: reports name, symbol and decimals like an ordinary token', async () => {
    for (const kind of hostileKinds) {
      const { address, symbol, name } = hostileTokens[kind]
      const read = { address, abi: erc20Abi } as const
      const { client } = rig.chain
      expect(await client.readContract({ ...read, functionName: 'symbol' })).toBe(symbol)
      expect(await client.readContract({ ...read, functionName: 'name' })).toBe(name)
      expect(await client.readContract({ ...read, functionName: 'decimals' })).toBe(18)
      expect(await client.readContract({ ...read, functionName: 'totalSupply' })).toBeGreaterThan(0n)
    }
  })

  test('behavior: deploying again changes nothing', async () => {
    const before = await rig.chain.client.getBlockNumber()
    await deployHostileTokens(rig.chain.client, stranger.address)
    expect(await rig.chain.client.getBlockNumber()).toBe(before)
  })

  test('behavior: with a fee, the payee gets less, and a second event shows the fee', async () => {
    const fee = AMOUNT / 10n
    expect(await pay('feeOnTransfer')).toEqual({
      status: 'success',
      transfers: [
        { from: ada.address, to: dana.address, value: AMOUNT - fee },
        { from: ada.address, to: TOKEN_FEE_COLLECTOR, value: fee },
      ],
    })
    expect(await balance('feeOnTransfer', ada.address)).toBe(START - AMOUNT)
    expect(await balance('feeOnTransfer', dana.address)).toBe(AMOUNT - fee)
    expect(await balance('feeOnTransfer', TOKEN_FEE_COLLECTOR)).toBe(fee)
  })

  test('behavior: noReturn returns nothing and pays', async () => {
    expect(await returned('noReturn')).toBe(undefined)
    expect(await pay('noReturn')).toEqual({
      status: 'success',
      transfers: [{ from: ada.address, to: dana.address, value: AMOUNT }],
    })
    expect(await balance('noReturn', dana.address)).toBe(AMOUNT)
  })

  test('behavior: returnsFalse returns false and moves nothing, though the receipt is a success', async () => {
    expect(await returned('returnsFalse')).toBe(`0x${'0'.repeat(64)}`)
    expect(await pay('returnsFalse')).toEqual({ status: 'success', transfers: [] })
    expect(await balance('returnsFalse', ada.address)).toBe(START)
  })

  test('behavior: reverting reverts', async () => {
    expect(await pay('reverting')).toEqual({ status: 'reverted', transfers: [] })
    expect(await balance('reverting', ada.address)).toBe(START)
  })

  test('behavior: pausable pays unless it is paused', async () => {
    expect((await pay('pausable')).status).toBe('success')
    await setPaused(rig.chain.client, true)
    expect((await pay('pausable')).status).toBe('reverted')
    await setPaused(rig.chain.client, false)
    expect((await pay('pausable')).status).toBe('success')
    expect(await balance('pausable', dana.address)).toBe(2n * AMOUNT)
  })

  test('behavior: blocklisting pays everyone except a blocked payee', async () => {
    await setBlocked(rig.chain.client, dana.address, true)
    expect((await pay('blocklisting')).status).toBe('reverted')
    expect((await pay('blocklisting', eli.address)).status).toBe('success')
    await setBlocked(rig.chain.client, dana.address, false)
    expect((await pay('blocklisting')).status).toBe('success')
  })

  test.each(['feeOnTransfer', 'noReturn', 'pausable', 'blocklisting'] as const)(
    'error: %s does not pay more than the balance',
    async (kind) => {
      expect((await pay(kind, dana.address, START + 1n)).status).toBe('reverted')
      expect(await balance(kind, ada.address)).toBe(START)
    },
  )
})

describe('a Safe that pays in a hostile token', () => {
  test('behavior: the Safe’s execution succeeds when the token returns false, although nothing moves', async () => {
    const { current } = await nonces(rig)
    await executeOn(rig, SafeTx.fromCall(call('returnsFalse'), current), [ada, ben])
    expect(await balance('returnsFalse', TREASURY)).toBe(START)
  })

  test('behavior: less than the amount arrives from the Safe’s fee-on-transfer payment', async () => {
    const { current } = await nonces(rig)
    await executeOn(rig, SafeTx.fromCall(call('feeOnTransfer'), current), [ada, ben])
    expect(await balance('feeOnTransfer', TREASURY)).toBe(START - AMOUNT)
    expect(await balance('feeOnTransfer', dana.address)).toBe((AMOUNT * 9n) / 10n)
  })

  test('error: a reverting token reverts the Safe’s execution', async () => {
    const { current } = await nonces(rig)
    await expect(executeOn(rig, SafeTx.fromCall(call('reverting'), current), [ada, ben])).rejects.toThrow()
  })
})
