import SafeApiKit from '@safe-global/api-kit'
import { parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { sign } from '../../../rig/seed/SafeActs.ts'
import { solo, TREASURY, treasury } from '../../../rig/seed/safes.ts'
import { TREASURY_NONCE } from '../../../rig/seed/story.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { influencers, owners, type Persona, stranger } from '../../../safe-app/accounts.ts'
import { borrowRig } from './borrowRig.ts'
import { executeOn, payout, proposeWith, usdtOf } from './proposals.ts'

const [ada, ben, cleo] = owners
const [dana] = influencers

let rig: Rig
let kit: SafeApiKit

beforeAll(async () => {
  rig = await borrowRig()
  kit = new SafeApiKit({ chainId: 56n, txServiceUrl: rig.service.txServiceUrl })
})

afterAll(() => rig.stop())

const propose = (tx: SafeTx.SafeTx, sender: Persona) => proposeWith(kit, tx, sender)

describe('reading', () => {
  test('behavior: returns a Safe with the chain’s values', async () => {
    expect(await kit.getSafeInfo(TREASURY)).toMatchObject({
      address: TREASURY,
      nonce: `${TREASURY_NONCE}`,
      threshold: 2,
      owners: owners.map(({ address }) => address),
      singleton: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
      version: '1.4.1',
    })
  })

  test('behavior: finds an owner’s Safes', async () => {
    const { safes } = await kit.getSafesByOwner(cleo.address)
    expect(safes).toEqual([TREASURY])
    expect((await kit.getSafesByOwner(ada.address)).safes).toContain(solo.address)
    expect((await kit.getSafesByOwner(stranger.address)).safes).toEqual([])
  })

  test('behavior: the creation names the factory and the salt', async () => {
    expect(await kit.getSafeCreationInfo(TREASURY)).toMatchObject({
      creator: ada.address,
      factoryAddress: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
      saltNonce: '7',
    })
  })

  test('behavior: pages everything executed by twenty, latest first', async () => {
    const first = await kit.getAllTransactions(TREASURY)
    expect(first.results).toHaveLength(20)
    const second = await kit.getAllTransactions(TREASURY, { limit: 20, offset: 20 })
    // The three forgeries and the airdrop are included: this list hides nothing.
    expect(first.results.length + second.results.length).toBe(first.count)
    const dates = [...first.results, ...second.results].map(({ executionDate }) =>
      Date.parse(`${executionDate}`),
    )
    expect(dates).toEqual([...dates].sort((a, b) => b - a))
  })

  test('behavior: incoming transfers carry the token', async () => {
    const { results } = await kit.getIncomingTransactions(TREASURY, { limit: 1 })
    expect(results[0]).toMatchObject({ type: 'ETHER_TRANSFER', to: TREASURY, value: '4000000000000000000' })
    const tokens = await kit.getIncomingTransactions(TREASURY, { limit: 3 })
    expect(tokens.results[1]?.tokenInfo).toMatchObject({ symbol: 'USDC', decimals: 18, trusted: true })
  })

  test('behavior: decodes a call', async () => {
    const decoded = await kit.decodeData(payout(0n).data)
    expect(decoded).toMatchObject({
      method: 'transfer',
      parameters: [{ name: 'to', value: dana.address }, {}],
    })
  })

  test('behavior: the service reports its name and its contracts', async () => {
    expect((await kit.getServiceInfo()).name).toBe('Safe Transaction Service')
    expect((await kit.getServiceSingletonsInfo()).map(({ version }) => version)).toContain('1.4.1+L2')
  })
})

describe('proposing', () => {
  test('behavior: propose, list, read, confirm, execute: the payee is paid and the service reports it', async () => {
    const nonce = BigInt(await kit.getNextNonce(TREASURY))
    expect(nonce).toBe(TREASURY_NONCE + 2n)
    // The next nonces are taken, so the payment replaces the first one in the queue.
    const tx = payout(TREASURY_NONCE, '33')
    const hash = await propose(tx, ada)

    const pending = await kit.getPendingTransactions(TREASURY)
    expect(pending.results.map(({ safeTxHash }) => safeTxHash)).toContain(hash)
    expect(await kit.getTransaction(hash)).toMatchObject({
      nonce: `${TREASURY_NONCE}`,
      proposer: ada.address,
      proposedByDelegate: null,
      isExecuted: false,
      trusted: true,
      confirmationsRequired: 2,
      origin: '"Influencer Portal"',
    })

    const { signature } = await kit.confirmTransaction(hash, await sign(treasury, tx, ben))
    const confirmations = await kit.getTransactionConfirmations(hash)
    expect(confirmations.results.map(({ owner }) => owner)).toEqual([ada.address, ben.address])
    expect(confirmations.results[1]).toMatchObject({ signature, signatureType: 'EOA' })

    const before = await usdtOf(rig, dana.address)
    const txHash = await executeOn(rig, tx, [ada, ben])
    expect(await usdtOf(rig, dana.address)).toBe(before + 33n * 10n ** 18n)
    expect(await kit.getTransaction(hash)).toMatchObject({
      isExecuted: true,
      isSuccessful: true,
      transactionHash: txHash,
      executor: ada.address,
    })
    const left = await kit.getPendingTransactions(TREASURY)
    expect(left.results.map(({ nonce }) => nonce)).toEqual([`${TREASURY_NONCE + 1n}`])
  })

  test('behavior: the signatures that the service returns are valid for an execution', async () => {
    const { current } = { current: BigInt((await kit.getSafeInfo(TREASURY)).nonce) }
    const tx = payout(current, '1')
    const hash = await propose(tx, cleo)
    await kit.confirmTransaction(hash, await sign(treasury, tx, ada))
    const { signatures } = (await kit.getTransaction(hash)) as unknown as { signatures: `0x${string}` }
    const checkAbi = parseAbi([
      'function checkSignatures(bytes32 dataHash, bytes data, bytes signatures) view',
    ])
    const check = rig.chain.client.readContract({
      address: TREASURY,
      abi: checkAbi,
      functionName: 'checkSignatures',
      args: [SafeTx.hash(TREASURY, tx), '0x', signatures],
    })
    await expect(check).resolves.toBeUndefined()
  })

  test('error: an account that is neither owner nor delegate cannot propose', async () => {
    await expect(propose(payout(20n), stranger)).rejects.toThrow(/is not an owner or delegate/)
  })

  test('error: refuses a signature of another transaction', async () => {
    const tx = payout(21n)
    const wrong = await sign(treasury, payout(22n), ada)
    const safeTransactionData = {
      to: tx.to,
      value: '0',
      data: tx.data,
      operation: 0,
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      gasToken: tx.gasToken,
      refundReceiver: tx.refundReceiver,
      nonce: 21,
    }
    const safeTxHash = SafeTx.hash(TREASURY, tx)
    const request = { safeAddress: TREASURY, safeTransactionData, safeTxHash, senderAddress: ada.address }
    await expect(kit.proposeTransaction({ ...request, senderSignature: wrong })).rejects.toThrow(
      /is not an owner/,
    )
    const right = await sign(treasury, tx, ada)
    const other = SafeTx.hash(TREASURY, payout(22n))
    await expect(
      kit.proposeTransaction({ ...request, safeTxHash: other, senderSignature: right }),
    ).rejects.toThrow(/does not match provided contract-tx-hash/)
  })

  test('error: refuses an executed nonce, and a confirmation for it', async () => {
    await expect(propose(payout(0n, '7'), ada)).rejects.toThrow(
      /Tx with nonce=0 .* already executed in tx-hash=0x/,
    )
    const { results } = await kit.getMultisigTransactions(TREASURY, { executed: true })
    const done = results.at(-1)?.safeTxHash ?? ''
    const late = kit.confirmTransaction(done, await sign(treasury, payout(0n), ada))
    const reason = expect.stringContaining('was already executed')
    await expect(late).rejects.toMatchObject({ statusCode: 400, data: { signature: [reason] } })
  })
})
