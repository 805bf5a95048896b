import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exclusive } from '#account/exclusive.ts'
import type { Call } from '#chain/money/Call.ts'
import { safeOwner } from '#modes/wallet/safeOwner.ts'
import { gateway, proposalService, txService } from '#safe/service/sources.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { the } from '#tests/integration/rig/ask.ts'
import { borrowRig } from '#tests/integration/rig/borrowRig.ts'
import {
  confirmAt,
  detailsOf,
  executeOn,
  nonces,
  payout,
  proposeTo,
  usdtOf,
} from '#tests/integration/rig/proposals.ts'
import { failureOf } from '#tests/support/failureOf.ts'
import { localRpc } from '#tests/support/localRpc.ts'
import { treasury } from '../../rig/seed/safes.ts'
import type { Rig } from '../../rig/startRig.ts'
import { influencers, owners, type Persona, stranger } from '../../safe-app/accounts.ts'
import { sandboxRequest } from './sandboxRequest.ts'

const [ada, ben, cleo] = owners
const [dana] = influencers

let rig: Rig
/** Each payment has a different amount, so that none is mistaken for another. */
let amount = 200

beforeAll(async () => {
  rig = await borrowRig()
})

afterAll(() => rig.stop())

beforeEach(async () => {
  rig.service.faults.reset()
  amount += 1
  for (let { current, free } = await nonces(rig); current < free; current++) {
    await executeOn(rig, SafeTx.rejection(treasury.address, current), [ada, ben])
  }
})

/**
 * A user of the sandbox wallet, acting with the portal's sources: both services and the chain. `onSign` runs once the
 * wallet has signed, before the portal has the signature.
 */
function person(who: Persona, { approves = true, onSign = async () => {} } = {}) {
  const { asked, ...sandbox } = sandboxRequest(rig, who, '', async () => approves)
  const request: typeof sandbox.request = async (method, params) => {
    const answer = await sandbox.request(method, params)
    if (method === 'eth_signTypedData_v4') await onSign()
    return answer
  }
  const { txServiceUrl, url } = rig.service
  const acts = safeOwner({
    owner: who.address,
    rpc: localRpc(rig.chain.rpcUrl),
    request,
    send: ({ to, value, data }: Call) =>
      request('eth_sendTransaction', [{ from: who.address, to, value: `0x${value.toString(16)}`, data }]),
    exclusive: exclusive('your wallet'),
    service: proposalService(txServiceUrl),
    sources: [txService(txServiceUrl), gateway(url)],
  })
  return { ...acts, asked }
}

/** A payment at the next nonce, proposed and signed by Ada. */
async function proposed(text = `${amount}`, ahead = 0n) {
  const { free } = await nonces(rig)
  const tx = payout(free + ahead, text)
  expect((await proposeTo(rig, tx, ada)).status).toBe(200)
  return { tx, hash: SafeTx.hash(treasury.address, tx) }
}

/** The signers that the service lists for a proposal. */
async function signersOf(tx: SafeTx.SafeTx): Promise<readonly string[]> {
  const { body } = await detailsOf(rig, tx)
  const { confirmations } = the(body.detailedExecutionInfo)
  return the(confirmations).map(({ signer }: { signer: { value: string } }) => signer.value)
}

describe('signing', () => {
  test('behavior: an owner’s signature reaches the service, and the Safe’s contract accepts it', async () => {
    const { tx, hash } = await proposed()
    const { sign, asked } = person(ben)
    await sign(treasury.address, hash, [])
    expect(asked).toEqual(['eth_signTypedData_v4'])
    expect(await signersOf(tx)).toEqual([ada.address, ben.address])
    const before = await usdtOf(rig, dana.address)
    const sent = await person(cleo).execute(treasury.address, hash, [])
    await rig.chain.client.waitForTransactionReceipt({ hash: sent })
    expect((await usdtOf(rig, dana.address)) - before).toBe(BigInt(amount) * 10n ** 18n)
  })

  test('error: a warning that nobody has seen is said before the wallet is asked', async () => {
    const { free } = await nonces(rig)
    const tx = SafeTx.fromCall({ to: dana.address, value: 0n, data: '0x12345678' }, free)
    expect((await proposeTo(rig, tx, ada)).status).toBe(200)
    const hash = SafeTx.hash(treasury.address, tx)
    const { sign, asked } = person(ben)
    const error = await failureOf(sign(treasury.address, hash, []))
    expect(error).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/^Something changed: .*cannot read/),
    })
    expect(asked).toEqual([])
    await sign(treasury.address, hash, [`calls ${dana.address} with data that this portal cannot read.`])
    expect(await signersOf(tx)).toContain(ben.address)
  })

  test('error: a warning that came beside those that were seen is said before the wallet is asked', async () => {
    const { free } = await nonces(rig)
    const tx = SafeTx.fromCall({ to: dana.address, value: 5n, data: '0x12345678' }, free)
    expect((await proposeTo(rig, tx, ada)).status).toBe(200)
    const { sign, execute, asked } = person(ben)
    const seen = [`calls ${dana.address} with data that this portal cannot read.`]
    for (const act of [sign, execute]) {
      const error = await failureOf(act(treasury.address, SafeTx.hash(treasury.address, tx), seen))
      expect(error).toMatchObject({
        kind: 'refused',
        message: expect.stringMatching(/^Something changed: sends .* BNB with this call/),
      })
    }
    expect(asked).toEqual([])
  })

  test('error: a gas refund to a stranger is refused, whatever was seen', async () => {
    const { free } = await nonces(rig)
    const tx = { ...payout(free, `${amount}`), gasPrice: 1n, baseGas: 1n, refundReceiver: dana.address }
    expect((await proposeTo(rig, tx, ada)).status).toBe(200)
    const { sign, asked } = person(ben)
    const error = await failureOf(sign(treasury.address, SafeTx.hash(treasury.address, tx), []))
    expect(error).toMatchObject({ kind: 'refused', message: expect.stringMatching(/refunds gas/) })
    expect(asked).toEqual([])
  })

  test('error: a rejection leaves nothing behind', async () => {
    const { tx, hash } = await proposed()
    expect((await failureOf(person(ben, { approves: false }).sign(treasury.address, hash, []))).kind).toBe(
      'rejected',
    )
    expect(await signersOf(tx)).toEqual([ada.address])
  })

  test('behavior: a signature that the service took without saying so counts', async () => {
    const { tx, hash } = await proposed()
    const onSign = async () => {
      await confirmAt(rig, tx, ben)
      rig.service.faults.set({ status: 504, match: 'confirmations' })
    }
    await person(ben, { onSign }).sign(treasury.address, hash, [])
    expect(await signersOf(tx)).toEqual([ada.address, ben.address])
  })

  test('error: whether a signature was taken is unknown if the service does not say, and does not list it', async () => {
    const { hash } = await proposed()
    const onSign = async () => {
      rig.service.faults.set({ status: 504, match: 'confirmations' })
    }
    const error = await failureOf(person(ben, { onSign }).sign(treasury.address, hash, []))
    expect(error.kind).toBe('unknown-result')
  })

  test('error: a service that changes a field is refused before the wallet is asked', async () => {
    const { hash } = await proposed()
    const { sign, asked } = person(ben)
    const bare = (one: Persona) => one.address.slice(2).toLowerCase()
    rig.service.faults.set({ rewrite: [[bare(dana), bare(stranger)]] })
    const error = await failureOf(sign(treasury.address, hash, []))
    expect(error).toMatchObject({ kind: 'refused', message: expect.stringMatching(/^Don’t sign this/) })
    expect(asked).toEqual([])
  })

  test('error: an account that owns nothing is not asked for a signature', async () => {
    const { hash } = await proposed()
    const { sign, asked } = person(stranger)
    expect((await failureOf(sign(treasury.address, hash, []))).message).toMatch(/not an owner/)
    expect(asked).toEqual([])
  })

  test('error: a settled proposal is not signed', async () => {
    const { tx, hash } = await proposed()
    await executeOn(rig, tx, [ada, ben])
    await rig.chain.client.mine({ blocks: 3 })
    const { sign, asked } = person(cleo)
    expect((await failureOf(sign(treasury.address, hash, []))).message).toMatch(/isn’t open any more/)
    expect(asked).toEqual([])
  })
})

describe('executing', () => {
  test('behavior: the last owner signs by executing, and exactly the payment moves', async () => {
    const { hash } = await proposed()
    const before = await usdtOf(rig, dana.address)
    const { execute, asked } = person(cleo)
    const sent = await execute(treasury.address, hash, [])
    expect(asked.filter((method) => /sign|send/i.test(method))).toEqual(['eth_sendTransaction'])
    const receipt = await rig.chain.client.waitForTransactionReceipt({ hash: sent })
    expect(receipt.status).toBe('success')
    expect((await usdtOf(rig, dana.address)) - before).toBe(BigInt(amount) * 10n ** 18n)
  })

  test('error: with two signatures missing nothing is sent', async () => {
    const { free } = await nonces(rig)
    const tx = payout(free, `${amount}`)
    await proposeTo(rig, tx, ada)
    const { execute, asked } = person(ada)
    const error = await failureOf(execute(treasury.address, SafeTx.hash(treasury.address, tx), []))
    expect(error).toMatchObject({ kind: 'refused', message: expect.stringMatching(/more signatures/) })
    expect(asked).toEqual([])
  })

  test('error: a payment that the balance does not cover is found out before the wallet is asked', async () => {
    const { hash } = await proposed('99000000')
    const { execute, asked } = person(ben)
    const error = await failureOf(execute(treasury.address, hash, []))
    expect(error).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/would fail now: one of its calls reverts/),
    })
    expect(asked).toEqual([])
  })

  test('error: one that has to wait for an earlier nonce is not sent', async () => {
    const { tx, hash } = await proposed(undefined, 1n)
    await confirmAt(rig, tx, ben)
    const { execute, asked } = person(ben)
    expect((await failureOf(execute(treasury.address, hash, []))).message).toMatch(/not its turn/)
    expect(asked).toEqual([])
  })

  test('error: a second execution is refused once the first is in a block', async () => {
    const { hash } = await proposed()
    const { execute } = person(ben)
    const sent = await execute(treasury.address, hash, [])
    await rig.chain.client.waitForTransactionReceipt({ hash: sent })
    const before = await usdtOf(rig, dana.address)
    expect((await failureOf(execute(treasury.address, hash, []))).kind).toBe('refused')
    expect(await usdtOf(rig, dana.address)).toBe(before)
  })

  test('error: a rejection sends nothing', async () => {
    const { hash } = await proposed()
    const before = await usdtOf(rig, dana.address)
    expect((await failureOf(person(ben, { approves: false }).execute(treasury.address, hash, []))).kind).toBe(
      'rejected',
    )
    expect(await usdtOf(rig, dana.address)).toBe(before)
  })
})
