import { decodeEventLog, type Hex, parseAbi, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type * as Call from '#chain/money/Call.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { TREASURY } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'
import { bsc } from '../../../safe-app/chain/Network.ts'
import { buildSafeTx } from '../../../safe-app/host/chain/buildSafeTx.ts'
import {
  FEE_COLLECTOR,
  feeTokensOf,
  networkFeeOf,
  withNetworkFee,
} from '../../../safe-app/host/chain/networkFee.ts'
import { the } from './ask.ts'
import { borrowRig } from './borrowRig.ts'
import { detailsOf, executeOn, nonces, payout, proposeTo, usdtOf } from './proposals.ts'

const [ada, ben, cleo] = owners
const [dana, eli] = influencers
const abi = parseAbi([
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
  'function nonce() view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
])

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

/** The fee collector's balance of a token or, for the zero address, of BNB. */
function collected(token: `0x${string}`): Promise<bigint> {
  const { client } = rig.chain
  if (token === zeroAddress) return client.getBalance({ address: FEE_COLLECTOR })
  return client.readContract({ address: token, abi, functionName: 'balanceOf', args: [FEE_COLLECTOR] })
}

const nonceNow = () => rig.chain.client.readContract({ address: TREASURY, abi, functionName: 'nonce' })

/** The event that the Safe contract emits at the end of an execution. */
async function endOf(hash: Hex) {
  const receipt = await rig.chain.client.getTransactionReceipt({ hash })
  const ends = receipt.logs.flatMap(({ address, topics, data }) => {
    if (address.toLowerCase() !== TREASURY.toLowerCase()) return []
    try {
      return [decodeEventLog({ abi, topics, data })]
    } catch {
      return []
    }
  })
  return { status: receipt.status, ...the(ends.at(-1)) }
}

describe('a network fee that the Safe pays', () => {
  test.each(feeTokensOf(bsc))(
    'behavior: in %s, the collector gets the fee, and no more than the host announced',
    async (token) => {
      const { current } = await nonces(rig)
      const tx = withNetworkFee(bsc, payout(current, '31'), token, { calls: 1, signatures: 2 })
      const paidBefore = await usdtOf(rig, dana.address)
      const before = await collected(tx.gasToken)
      const hash = await executeOn(rig, tx, [ada, ben])
      expect(await usdtOf(rig, dana.address)).toBe(paidBefore + 31n * 10n ** 18n)
      const refund = (await collected(tx.gasToken)) - before
      expect(refund).toBeGreaterThan(0n)
      expect(refund).toBeLessThanOrEqual(the(networkFeeOf(bsc, tx)).value)
      expect(await endOf(hash)).toMatchObject({
        status: 'success',
        eventName: 'ExecutionSuccess',
        args: { txHash: SafeTx.hash(TREASURY, tx), payment: refund },
      })
    },
  )

  test('behavior: the safeTxHash covers the changed fields, and the service reports them', async () => {
    const { current } = await nonces(rig)
    const plain = payout(current, '32')
    const tx = withNetworkFee(bsc, plain, 'USDT', { calls: 1, signatures: 2 })
    expect(SafeTx.hash(TREASURY, tx)).not.toBe(SafeTx.hash(TREASURY, plain))
    expect((await proposeTo(rig, tx, ada)).status).toBe(200)
    expect((await detailsOf(rig, tx)).body.detailedExecutionInfo).toMatchObject({
      safeTxHash: SafeTx.hash(TREASURY, tx),
      safeTxGas: `${tx.safeTxGas}`,
      baseGas: `${tx.baseGas}`,
      gasPrice: `${tx.gasPrice}`,
      gasToken: tx.gasToken,
      refundReceiver: { value: FEE_COLLECTOR },
    })
  })

  test('behavior: a payment that fails inside uses its nonce, emits ExecutionFailure, and still pays the fee', async () => {
    const { current } = await nonces(rig)
    const tx = withNetworkFee(bsc, payout(current, '999999999'), 'USDT', { calls: 1, signatures: 2 })
    await proposeTo(rig, tx, ada)
    const paidBefore = await usdtOf(rig, dana.address)
    const before = await collected(tx.gasToken)
    const hash = await executeOn(rig, tx, [ada, cleo])
    expect(await endOf(hash)).toMatchObject({
      status: 'success',
      eventName: 'ExecutionFailure',
      args: { txHash: SafeTx.hash(TREASURY, tx) },
    })
    expect(await nonceNow()).toBe(current + 1n)
    expect(await usdtOf(rig, dana.address)).toBe(paidBefore)
    expect(await collected(tx.gasToken)).toBeGreaterThan(before)
    expect((await detailsOf(rig, tx)).body.txStatus).toBe('FAILED')
  })

  test('behavior: one failing payment in a multisend prevents all of them', async () => {
    const { current } = await nonces(rig)
    const calls = [payout(0n, '33'), payout(0n, '999999999')].map(({ to, value, data }) => ({
      to,
      value,
      data,
    }))
    const bnb = { to: eli.address, value: 7n, data: '0x' } satisfies Call.Call
    const tx = withNetworkFee(bsc, buildSafeTx([...calls, bnb], current, '1.4.1'), 'BNB', {
      calls: 3,
      signatures: 2,
    })
    const before = await usdtOf(rig, dana.address)
    const hash = await executeOn(rig, tx, [ada, ben])
    expect(await endOf(hash)).toMatchObject({ status: 'success', eventName: 'ExecutionFailure' })
    expect(await usdtOf(rig, dana.address)).toBe(before)
    expect(await nonceNow()).toBe(current + 1n)
  })

  test('error: without a fee, the same payment reverts and keeps its nonce', async () => {
    const { current } = await nonces(rig)
    await expect(executeOn(rig, payout(current, '999999999'), [ada, ben])).rejects.toThrow()
    expect(await nonceNow()).toBe(current)
  })

  test('behavior: keeps the higher gas that an app requests', () => {
    const wish = { ...payout(0n), safeTxGas: 3_000_000n }
    expect(withNetworkFee(bsc, wish, 'BNB', { calls: 1, signatures: 1 }).safeTxGas).toBe(3_000_000n)
    expect(networkFeeOf(bsc, wish)).toBeNull()
  })
})
