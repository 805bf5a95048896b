import { concatHex, encodeFunctionData, type Hex, hashMessage, pad, parseAbi, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { executionData } from '../../../rig/seed/SafeActs.ts'
import { type SeededSafe, solo, TREASURY } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { influencers, owners, type Persona, stranger } from '../../../safe-app/accounts.ts'
import { ask } from './ask.ts'
import { borrowRig } from './borrowRig.ts'
import { type Details, history, type KitTransaction } from './documents.ts'
import { executeOn, nonces, payout, proposeTo } from './proposals.ts'

const [ada, ben, _cleo] = owners
const [_dana] = influencers

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

const latest = async () => (await history(rig.service.url, TREASURY))[0]

describe('signatures of every kind', () => {
  const parts = (signature: Hex) => ({ body: { signature } })

  async function eligible(
    text: string,
  ): Promise<{ tx: SafeTx.SafeTx; hash: SafeTx.SafeTxHash; url: string }> {
    const tx = payout((await nonces(rig)).current, text)
    const hash = SafeTx.hash(TREASURY, tx)
    await proposeTo(rig, tx, ada)
    return { tx, hash, url: `/v1/chains/56/transactions/${hash}/confirmations` }
  }

  test('behavior: recovers the owner from an eth_sign signature, whose v is raised by four', async () => {
    const { hash, url } = await eligible('26')
    const plain = await ben.account.signMessage({ message: { raw: hash } })
    const v = Number.parseInt(plain.slice(-2), 16)
    const answer = await ask<Details>(
      rig.service.url,
      url,
      parts(`${plain.slice(0, -2)}${(v + 4).toString(16)}` as Hex),
    )
    expect(answer.status).toBe(200)
    expect(answer.body.detailedExecutionInfo.confirmations[1]?.signer.value).toBe(ben.address)
    // Without the four it recovers to another account.
    const { url: other } = await eligible('27')
    expect(await ask(rig.service.url, other, parts(plain))).toMatchObject({
      status: 422,
      body: { message: 'Invalid signature', statusCode: 422 },
    })
  })

  test('error: refuses an approved-hash signature without the approval', async () => {
    const { url } = await eligible('28')
    const claimed = concatHex([pad(ben.address), toHex(0, { size: 32 }), '0x01'])
    expect((await ask(rig.service.url, url, parts(claimed))).status).toBe(400)
  })

  test('behavior: an owner that is itself a Safe has its signature checked by that Safe', async () => {
    const abi = parseAbi(['function addOwnerWithThreshold(address owner, uint256 threshold)'])
    const { current } = await nonces(rig)
    const data = encodeFunctionData({ abi, functionName: 'addOwnerWithThreshold', args: [solo.address, 2n] })
    await executeOn(rig, SafeTx.fromCall({ to: TREASURY, value: 0n, data }, current), [ada, ben])
    expect((await latest())?.txInfo).toMatchObject({
      type: 'SettingsChange',
      settingsInfo: { type: 'ADD_OWNER', owner: { value: solo.address }, threshold: 2 },
    })

    const { tx, hash, url } = await eligible('29')
    const { domainHash, messageHash } = SafeTx.hashes(TREASURY, tx)
    const nested = await signAsSafe(solo, ada, concatHex(['0x1901', domainHash, messageHash]))
    const head = concatHex([pad(solo.address), toHex(65, { size: 32 }), '0x00'])
    const signature = concatHex([head, toHex(65, { size: 32 }), nested])
    const answer = await ask<Details>(rig.service.url, url, parts(signature))
    expect(answer.body.detailedExecutionInfo.confirmations[1]?.signer.value).toBe(solo.address)

    const kitUrl = `/tx-service/bnb/api/v2/multisig-transactions/${hash}/`
    const { body } = await ask<KitTransaction>(rig.service.url, kitUrl)
    expect(body.confirmations[1]).toMatchObject({ owner: solo.address, signatureType: 'CONTRACT_SIGNATURE' })
    const call = { account: stranger.address, to: TREASURY, data: executionData(tx, body.signatures) }
    expect((await rig.chain.client.call(call)).data).toBe(toHex(1, { size: 32 }))

    const forged = concatHex([head, toHex(65, { size: 32 }), await signAsSafe(solo, ben, hashMessage('no'))])
    expect((await ask(rig.service.url, url, parts(forged))).status).toBe(400)
  })

  /** The owner of a 1-of-1 Safe 1.4.1 signs some bytes for the Safe. */
  function signAsSafe(safe: SeededSafe, { account }: Persona, message: Hex): Promise<Hex> {
    return account.signTypedData({
      domain: SafeTx.domain(safe.address),
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message },
    })
  }
})

describe('deleting', () => {
  async function deletion(
    hash: Hex,
    { account }: Persona,
    hoursAgo: bigint,
  ): Promise<{ method: string; body: object }> {
    const signature = await account.signTypedData({
      domain: { name: 'Safe Transaction Service', version: '1.0', chainId: 56, verifyingContract: TREASURY },
      types: {
        DeleteRequest: [
          { name: 'safeTxHash', type: 'bytes32' },
          { name: 'totp', type: 'uint256' },
        ],
      },
      primaryType: 'DeleteRequest',
      message: { safeTxHash: hash, totp: BigInt(Math.floor(Date.now() / 3_600_000)) - hoursAgo },
    })
    return { method: 'DELETE', body: { safeTxHash: hash, signature } }
  }

  test('behavior: only the proposer can delete a proposal', async () => {
    const { free } = await nonces(rig)
    const tx = payout(free, '31')
    const hash = SafeTx.hash(TREASURY, tx)
    await proposeTo(rig, tx, ada)
    const url = `/v1/chains/56/transactions/${hash}`
    expect((await ask(rig.service.url, url, await deletion(hash, ben, 0n))).status).toBe(400)
    expect((await ask(rig.service.url, url, await deletion(hash, ada, 2n))).status).toBe(400)
    expect((await ask(rig.service.url, url)).status).toBe(200)
    expect((await ask(rig.service.url, url, await deletion(hash, ada, 1n))).status).toBe(200)
    expect((await ask(rig.service.url, url)).status).toBe(404)
  })
})
