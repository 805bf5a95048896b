import { encodeFunctionData, type Hex, hashMessage, parseAbi, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { createRpc } from '#chain/rpc/createRpc.ts'
import { checkTextSignature } from '#safe/signature/textSignature.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { the } from '#tests/integration/rig/ask.ts'
import { borrowRig } from '#tests/integration/rig/borrowRig.ts'
import { executeOn, nonces } from '#tests/integration/rig/proposals.ts'
import { failureOf } from '#tests/support/failureOf.ts'
import { legacy, solo, treasury, undeployed } from '../../rig/seed/safes.ts'
import type { Rig } from '../../rig/startRig.ts'
import { influencers, owners, stranger } from '../../safe-app/accounts.ts'
import { type Subject, safeSubject, walletSubject } from './accountSubjects.ts'

const [ada, ben] = owners
const [dana] = influencers

let rig: Rig
let snapshot: Hex
let count = 0

beforeAll(async () => {
  rig = await borrowRig()
})
afterAll(() => rig.stop())

beforeEach(async () => {
  snapshot = await rig.chain.client.snapshot()
})
afterEach(async () => {
  rig.service.faults.reset()
  await rig.chain.client.revert({ id: snapshot })
})

const erc1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
const signal = () => new AbortController().signal
/** A new text each time, so that none counts as signed before. */
const freshText = () => `This account is ours, text ${++count}.`
const payment = Call.transfer(dana.address, { token: Token.BNB, value: 1n })

describe.each([
  ['a wallet', () => walletSubject(rig)],
  ['a Safe 1.4.1, 2 of 3', () => safeSubject(rig, treasury)],
  ['a Safe 1.4.1, 1 of 1', () => safeSubject(rig, solo)],
  ['a Safe 1.3.0, 2 of 2', () => safeSubject(rig, legacy)],
] as const)('the account of %s', (_, make) => {
  let subject: Subject

  beforeEach(() => {
    subject = make()
  })

  test('behavior: signs a text, valid for the chain and viem, and finds the signature by the text alone', async () => {
    const { account } = subject
    const text = freshText()
    const first = await account.signMessage(text)
    const need = account.safe?.threshold ?? 1
    if (need > 1) expect(first).toMatchObject({ kind: 'collecting', have: 1, need })
    if (account.safe) expect(await make().account.messageSignature(text, signal())).toEqual(first)
    await subject.signAlong(text)
    const last = first.kind === 'signed' ? first : await make().account.messageSignature(text, signal())
    if (last?.kind !== 'signed') throw new Error('All have signed')
    const { signature } = last
    const proof = { address: account.address, message: text, signature }
    expect(await rig.chain.client.verifyMessage(proof)).toBe(true)
    const check = (signer = account.address, message = text) =>
      checkTextSignature(createRpc([rig.chain.rpcUrl]), signer, message, signature)
    expect(await check()).toMatchObject({ kind: 'valid', by: account.safe ? 'contract' : 'key' })
    expect((await check(stranger.address)).kind).toBe('wrong')
    expect((await check(account.address, `${text}!`)).kind).toBe('wrong')
  })

  test('error: a text that the person rejects is not signed', async () => {
    const text = freshText()
    subject.meet({ no: true })
    expect((await failureOf(subject.account.signMessage(text))).kind).toBe('rejected')
    expect(await subject.account.messageSignature(text, signal())).toBeNull()
  })

  test('error: refuses a payment or another text while a text is being signed', async () => {
    const [text, other] = [freshText(), freshText()]
    let answer = () => {}
    const until = new Promise<void>((resolve) => {
      answer = resolve
    })
    subject.meet({ until })
    const first = subject.account.signMessage(text)
    expect((await failureOf(subject.account.signMessage(other))).kind).toBe('busy')
    expect((await failureOf(subject.account.submit([payment], { id: '0x', since: null }))).kind).toBe('busy')
    answer()
    expect((await first).kind).toMatch(/^(signed|collecting)$/)
    expect(await subject.account.messageSignature(other, signal())).toBeNull()
  })
})

describe('a host', () => {
  test('behavior: may return only the hash', async () => {
    const subject = safeSubject(rig, treasury)
    subject.host.answer = async () => ({ kind: 'sign-and-say-hash' })
    expect(await subject.account.signMessage(freshText())).toMatchObject({
      kind: 'collecting',
      have: 1,
      need: 2,
    })
    const own = safeSubject(rig, solo)
    own.host.answer = async () => ({ kind: 'sign-and-say-hash' })
    expect(await own.account.signMessage(freshText())).toMatchObject({ kind: 'signed' })
  })

  test('behavior: that reports "rejected" after signing is corrected by the Safe’s messages', async () => {
    const subject = safeSubject(rig, solo)
    subject.host.answer = async () => ({ kind: 'sign-but-say-closed' })
    expect(await subject.account.signMessage(freshText())).toMatchObject({ kind: 'signed' })
  })

  test('behavior: may sign on the chain unasked', async () => {
    const subject = safeSubject(rig, treasury)
    subject.host.answer = async () => ({ kind: 'propose-on-chain' })
    expect(await subject.account.signMessage(freshText())).toEqual({
      kind: 'proposed',
      safeTxHash: SafeTx.hash(treasury.address, the(subject.host.proposed[0])),
      compared: true,
    })
  })

  test('behavior: can supply the signature while the service is down', async () => {
    const subject = safeSubject(rig, solo)
    const text = freshText()
    const signed = await subject.account.signMessage(text)
    if (signed.kind !== 'signed') throw new Error('One owner is enough')
    subject.host.signatureOf = async () => signed.signature
    rig.service.faults.set({ status: 503 })
    expect(await subject.account.messageSignature(text, signal())).toEqual(signed)
  })
})

describe('on the chain', () => {
  test('behavior: the owners of a Safe sign by a transaction, and the signature is found by the text alone', async () => {
    const subject = safeSubject(rig, treasury)
    const text = freshText()
    const asked = await subject.account.signMessage(text, { onChain: true })
    const proposed = the(subject.host.proposed[0])
    expect(asked).toMatchObject({ kind: 'proposed', compared: true })
    expect(await subject.account.messageSignature(text, signal())).toBeNull()
    await executeOn(rig, proposed, [ada, ben])
    const block = await rig.chain.client.getBlockNumber()
    const signed = { kind: 'signed-on-chain', block }
    expect(await safeSubject(rig, treasury).account.messageSignature(text, signal())).toEqual(signed)
    // No further signature is requested.
    expect(await subject.account.signMessage(text)).toEqual(signed)
    expect(subject.host.proposed).toHaveLength(1)
  })

  test('error: an on-chain signature is valid for this Safe and text only, and an empty signature stays invalid', async () => {
    const subject = safeSubject(rig, treasury)
    const text = freshText()
    await subject.account.signMessage(text, { onChain: true })
    await executeOn(rig, the(subject.host.proposed[0]), [ada, ben])
    expect(await subject.account.messageSignature(`${text}!`, signal())).toBeNull()
    expect(await safeSubject(rig, solo).account.messageSignature(text, signal())).toBeNull()
    const rpc = createRpc([rig.chain.rpcUrl])
    expect(await checkTextSignature(rpc, treasury.address, text, '0x')).toMatchObject({ kind: 'wrong' })
    // viem's call to the contract itself accepts it, because the text is signed.
    const how = { address: treasury.address, abi: erc1271, functionName: 'isValidSignature' } as const
    const args = [hashMessage(text), '0x'] as const
    expect(await rig.chain.client.readContract({ ...how, args })).toBe('0x1626ba7e')
  })
})

describe('a text that cannot be signed or looked up', () => {
  test('error: an unreachable service is reported, and the state returns with the service', async () => {
    const { account, host } = safeSubject(rig, treasury)
    host.signatureOf = async () => undefined
    const text = freshText()
    const stands = await account.signMessage(text)
    rig.service.faults.set({ status: 503 })
    expect((await failureOf(account.messageSignature(text, signal()))).kind).toBe('unreachable')
    rig.service.faults.reset()
    expect(await account.messageSignature(text, signal())).toEqual(stands)
  })

  test('error: a Safe that is not deployed yet cannot sign', async () => {
    const { account } = safeSubject(rig, undeployed)
    expect(await failureOf(account.signMessage(freshText()))).toMatchObject({ kind: 'refused' })
    expect(await account.messageSignature(freshText(), signal())).toBeNull()
  })

  test('error: a Safe without a fallback handler is refused before any request', async () => {
    const abi = parseAbi(['function setFallbackHandler(address handler)'])
    const data = encodeFunctionData({ abi, functionName: 'setFallbackHandler', args: [zeroAddress] })
    const { current } = await nonces(rig)
    await executeOn(rig, SafeTx.fromCall({ to: treasury.address, value: 0n, data }, current), [ada, ben])
    const subject = safeSubject(rig, treasury)
    subject.host.answer = () => Promise.reject(new Error('not to be asked'))
    expect(await failureOf(subject.account.signMessage(freshText()))).toMatchObject({ kind: 'refused' })
  })
})
