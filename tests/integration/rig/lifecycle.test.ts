import { encodeFunctionData, type Hex, parseAbi, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { executionData, sign } from '../../../rig/seed/SafeActs.ts'
import { legacy, type SeededSafe, solo, TREASURY, treasury } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { influencers, owners, stranger } from '../../../safe-app/accounts.ts'
import { join } from '../../../safe-app/service/read/Signature.ts'
import { ask } from './ask.ts'
import { borrowRig } from './borrowRig.ts'
import { history, type KitTransaction, type ListPage } from './documents.ts'
import { confirmAt, detailsOf, executeOn, nonces, payout, proposeTo, usdtOf } from './proposals.ts'

const [ada, ben, cleo] = owners
const [dana] = influencers

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

async function statusOf(tx: SafeTx.SafeTx, safe: SeededSafe = treasury): Promise<string> {
  return (await detailsOf(rig, tx, safe)).body.txStatus
}

const latest = async () => (await history(rig.service.url, TREASURY))[0]

describe('a payment of the treasury', () => {
  test('behavior: waits for signatures, then for execution, then succeeds', async () => {
    const { current } = await nonces(rig)
    const tx = payout(current, '21')
    const proposed = await proposeTo(rig, tx, ada)
    expect(proposed.status).toBe(200)
    expect(proposed.body).toMatchObject({
      safeAddress: TREASURY,
      txStatus: 'AWAITING_CONFIRMATIONS',
      txHash: null,
    })
    const confirmed = await confirmAt(rig, tx, cleo)
    expect(confirmed.status).toBe(200)
    expect(confirmed.body.txStatus).toBe('AWAITING_EXECUTION')

    const before = await usdtOf(rig, dana.address)
    const txHash = await executeOn(rig, tx, [ada, cleo])
    expect(await usdtOf(rig, dana.address)).toBe(before + 21n * 10n ** 18n)
    const { body } = await ask(rig.service.url, `/v1/chains/56/transactions/${proposed.body.txId}`)
    expect(body).toMatchObject({
      txStatus: 'SUCCESS',
      txHash,
      detailedExecutionInfo: { executor: { value: ada.address } },
    })
    expect(await latest()).toMatchObject({ txHash, txStatus: 'SUCCESS' })
  })

  test('behavior: is cancelled when its rejection is executed at the same nonce', async () => {
    const { current } = await nonces(rig)
    const tx = payout(current, '22')
    await proposeTo(rig, tx, ben)
    await executeOn(rig, SafeTx.rejection(TREASURY, current), [ada, cleo])
    expect(await statusOf(tx)).toBe('CANCELLED')
    const queued = await ask<ListPage>(rig.service.url, '/v1/chains/56/safes/T/transactions/queued')
    expect(JSON.stringify(queued.body)).not.toContain(SafeTx.hash(TREASURY, tx))
    expect(queued.body.results[0]).toEqual({ type: 'LABEL', label: 'Next' })
    expect((await latest())?.txInfo).toMatchObject({ type: 'Custom', isCancellation: true })
  })

  test('behavior: when fully signed and overtaken, stays awaiting execution for a minute before it is cancelled', async () => {
    const { current } = await nonces(rig)
    const tx = payout(current, '23')
    await proposeTo(rig, tx, ben)
    await confirmAt(rig, tx, ada)
    await executeOn(rig, SafeTx.rejection(TREASURY, current), [ada, cleo])
    expect(await statusOf(tx)).toBe('AWAITING_EXECUTION')
    await ask(rig.service.url, '/rig/clock', { body: { now: Date.now() + 61_000 } })
    expect(await statusOf(tx)).toBe('CANCELLED')
    await ask(rig.service.url, '/rig/clock', { body: { now: null } })
  })

  test('behavior: fails and uses up its nonce if gas was set aside', async () => {
    const { current } = await nonces(rig)
    const tx = { ...payout(current, '99999999'), safeTxGas: 120_000n }
    await proposeTo(rig, tx, ada)
    const txHash = await executeOn(rig, tx, [ada, ben])
    const receipt = await rig.chain.client.getTransactionReceipt({ hash: txHash })
    expect(receipt.status).toBe('success')
    expect(await statusOf(tx)).toBe('FAILED')
    expect((await nonces(rig)).current).toBe(current + 1n)
    expect(await latest()).toMatchObject({ txHash, txStatus: 'FAILED' })
  })

  test('behavior: moves no BNB when it fails', async () => {
    const { current } = await nonces(rig)
    const tooMuch = SafeTx.fromCall({ to: dana.address, value: 10n ** 24n, data: '0x' }, current)
    const tx = { ...tooMuch, safeTxGas: 60_000n }
    await executeOn(rig, tx, [ada, ben])
    expect(await statusOf(tx)).toBe('FAILED')
    const all = await ask(rig.service.url, '/tx-service/bnb/api/v2/safes/T/all-transactions/?limit=1')
    expect(all.body).toMatchObject({
      results: [{ safeTxHash: SafeTx.hash(TREASURY, tx), isSuccessful: false, transfers: [] }],
    })
  })

  test('error: reverts as a whole without gas set aside (GS013), and keeps the nonce', async () => {
    const { current } = await nonces(rig)
    const tx = payout(current, '99999999')
    const parts = await Promise.all(
      [ada, ben].map(async (signer) => ({
        owner: signer.address,
        signature: await sign(treasury, tx, signer),
      })),
    )
    const call = { account: ada.address, to: TREASURY, data: executionData(tx, join(parts)) }
    await expect(rig.chain.client.call(call)).rejects.toThrow('GS013')
    expect((await nonces(rig)).current).toBe(current)
  })

  test('behavior: appears even if it was never proposed, with the signatures of its execution', async () => {
    const { current } = await nonces(rig)
    const tx = payout(current, '24')
    const txHash = await executeOn(rig, tx, [cleo, ben])
    const hash = SafeTx.hash(TREASURY, tx)
    expect(await latest()).toMatchObject({ id: `multisig_${TREASURY}_${hash}`, txHash })
    const { detailedExecutionInfo: details } = (await detailsOf(rig, tx)).body
    expect(details).toMatchObject({ safeTxHash: hash, nonce: Number(current), proposer: null, trusted: true })
    const signers = details.confirmations.map(({ signer }) => signer.value)
    expect(signers.toSorted()).toEqual([ben.address, cleo.address].toSorted())
  })

  test('behavior: counts an on-chain approval as a confirmation, which is valid for the execution', async () => {
    const { current } = await nonces(rig)
    const tx = payout(current, '25')
    await proposeTo(rig, tx, ada)
    const hash = SafeTx.hash(TREASURY, tx)
    const abi = parseAbi(['function approveHash(bytes32 hash)'])
    await rig.chain.client.sendTransactionSync({
      account: ben.account,
      to: TREASURY,
      data: encodeFunctionData({ abi, functionName: 'approveHash', args: [hash] }),
    })
    const url = `/tx-service/bnb/api/v2/multisig-transactions/${hash}/`
    const { body } = await ask<KitTransaction>(rig.service.url, url)
    expect(body.confirmations).toHaveLength(2)
    expect(body.confirmations.find(({ owner }) => owner === ben.address)).toMatchObject({
      signatureType: 'APPROVED_HASH',
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
    expect(await statusOf(tx)).toBe('AWAITING_EXECUTION')
    const data = executionData(tx, body.signatures)
    const { data: answer } = await rig.chain.client.call({ account: stranger.address, to: TREASURY, data })
    expect(answer).toBe(toHex(1, { size: 32 }))
  })
})

describe('other Safes', () => {
  test('behavior: in a 1-of-1 Safe the proposer’s signature is sufficient', async () => {
    const tx = SafeTx.fromCall(Call.transfer(dana.address, { token: Token.BNB, value: 5n }), 1n)
    expect((await proposeTo(rig, tx, ada, solo)).body.txStatus).toBe('AWAITING_EXECUTION')
    await executeOn(rig, tx, [ada], solo)
    expect(await statusOf(tx, solo)).toBe('SUCCESS')
  })

  test('behavior: a 1.3.0 Safe can be proposed to, confirmed and executed in the same way', async () => {
    const tx = payout(1n, '1')
    expect((await proposeTo(rig, tx, ada, legacy)).status).toBe(200)
    await confirmAt(rig, tx, ben, legacy)
    await executeOn(rig, tx, [ada, ben], legacy)
    expect(await statusOf(tx, legacy)).toBe('SUCCESS')
    const failing = { ...payout(2n, '99999999'), safeTxGas: 120_000n }
    await executeOn(rig, failing, [ada, ben], legacy)
    expect(await statusOf(failing, legacy)).toBe('FAILED')
  })
})
