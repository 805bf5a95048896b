import { keccak256, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Submission } from '#account/Submission.ts'
import * as Token from '#chain/money/Token.ts'
import { leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { readFinalTime } from '#chain/settlement/settlement.ts'
import { idsOf, submissionOf } from '#domain/ledger/Attempt.ts'
import { countRows, foldStatuses } from '#domain/ledger/foldStatus.ts'
import { newAttempt, openBatches, type Payout, planPayout, wasRejected } from '#domain/payout/Payout.ts'
import { type PayoutContext, payBatch } from '#domain/payout/payBatch.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { the } from '#tests/integration/rig/ask.ts'
import { borrowRig } from '#tests/integration/rig/borrowRig.ts'
import { usdtOf } from '#tests/integration/rig/proposals.ts'
import { batchAt, reconcile } from '#tests/support/attempts.ts'
import { localRpc } from '#tests/support/localRpc.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { legacy, treasury } from '../../rig/seed/safes.ts'
import type { Rig } from '../../rig/startRig.ts'
import { brand, influencers } from '../../safe-app/accounts.ts'
import { setTokenBalance } from '../../safe-app/chain/localTokens.ts'
import { type Subject, safeSubject, walletSubject } from './accountSubjects.ts'

const usdt = the(Token.pinned.find(({ symbol }) => symbol === 'USDT'))
const [dana, eli, fay] = influencers
const UNIT = 10n ** 18n
const nothing = { again: new Set<string>(), unkept: false, unread: false }

let rig: Rig
/** Each test pays a different amount, so that no payment is mistaken for another. */
let amount = 1_000n

beforeAll(async () => {
  rig = await borrowRig()
})

afterAll(() => rig.stop())

beforeEach(async () => {
  rig.service.faults.reset()
  await rig.chain.client.setAutomine(true)
  for (const payer of [brand.address, treasury.address, legacy.address]) {
    await setTokenBalance(rig.chain.client, the(usdt.address), payer, 1_000n * UNIT)
  }
})

function contextOf({ account }: Subject): PayoutContext {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return {
    account,
    payouts: payoutStore(storage, account.address),
    withPayerLock: (work) => work(),
    isKept: () => true,
    now: Date.now,
    timeOf: (hash) => readFinalTime(localRpc(rig.chain.rpcUrl), hash),
  }
}

/** A payout of three rows, in batches as large as the account allows. */
async function newPayout(context: PayoutContext): Promise<Payout> {
  const batching = await context.account.batching(new AbortController().signal)
  const rows = [dana, eli, fay].map(({ address: payee }) => {
    amount += 1n
    return { payee, amount: { token: usdt, value: amount }, note: null, reference: null }
  })
  const payout = planPayout(
    context.account,
    rows,
    batching.kind === 'single' ? 1 : batching.limit,
    Date.now(),
  )
  return context.payouts.write(payout)
}

const statusesOf = ({ account }: Subject, submission: Submission) =>
  account.status(submission, new AbortController().signal)

async function statesOf(subject: Subject, payout: Payout) {
  const statuses = new Map<string, readonly PaymentStatus[]>()
  for (const attempt of payout.attempts) {
    const submission = submissionOf(attempt)
    if (submission) statuses.set(attempt.id, await statusesOf(subject, submission))
  }
  return countRows(foldStatuses(payout, ({ id }) => statuses.get(id)))
}

/** Requests one batch after another, and lets everyone else act in between. */
async function payAll(subject: Subject, context: PayoutContext, id: string): Promise<Payout> {
  for (;;) {
    const payout = the(context.payouts.read(id))
    const [next] = openBatches(payout)
    if (next === undefined) return payout
    await subject.hold()
    const result = await payBatch(context, id, next, nothing)
    if (result.kind !== 'submitted') throw new Error('It was found to be paid before')
    await subject.carryOut(the(batchAt(result.payout, next)?.attempt?.submission))
    await rig.chain.client.mine({ blocks: 3 })
  }
}

describe.each([
  ['a wallet', () => walletSubject(rig)],
  ['a wallet that sends several at once', () => walletSubject(rig, 'supported')],
  ['a Safe 1.4.1, 2 of 3', () => safeSubject(rig, treasury)],
  ['a Safe 1.3.0, 2 of 2', () => safeSubject(rig, legacy)],
] as const)('a payout from %s', (_, make) => {
  let subject: Subject
  let context: PayoutContext

  beforeEach(() => {
    subject = make()
    context = contextOf(subject)
  })

  test('behavior: is followed to the last receipt, and each row is paid exactly once', async () => {
    const payout = await newPayout(context)
    const payees = payout.rows.map(({ payee }) => payee)
    const before = await Promise.all(payees.map((payee) => usdtOf(rig, payee)))
    const paid = await payAll(subject, context, payout.id)
    expect(await statesOf(subject, paid)).toMatchObject({ paid: 3, 'not-requested': 0 })
    const after = await Promise.all(payees.map((payee) => usdtOf(rig, payee)))
    expect(after.map((now, index) => now - the(before[index]))).toEqual(
      payout.rows.map(({ amount: { value } }) => value),
    )
  })

  test('error: the same rows again are found in the queue, then on the chain, and nothing is requested', async () => {
    const payout = await newPayout(context)
    await subject.hold()
    const first = await payBatch(context, payout.id, 0, nothing)
    if (first.kind !== 'submitted') throw new Error('Nothing like it was there before')
    const submission = the(batchAt(first.payout, 0)?.attempt?.submission)
    const again = { ...payout, id: crypto.randomUUID() }
    context.payouts.write(again)
    const waiting = await payBatch(context, again.id, 0, nothing)
    expect(waiting).toMatchObject({ kind: 'found', found: [{ payment: { id: idsOf(submission)[0] } }] })
    await subject.carryOut(submission)
    const executed = await payBatch(context, again.id, 0, nothing)
    if (executed.kind !== 'found') throw new Error('It was paid')
    // Whatever the lists say, it is found by its own id, and is not proven unpaid.
    expect(executed.found.map(({ payment }) => payment.id)).toContain(idsOf(submission)[0])
    expect(batchAt(the(context.payouts.read(again.id)), 0)?.attempt).toBeNull()
  })

  test('error: a submission whose answer was lost with the page is found by its content', async () => {
    const payout = await newPayout(context)
    await subject.hold()
    const made = await context.account.recentPayments({ at: 0, block: null, tokens: [] })
    const id = keccak256(toHex(payout.id))
    const attempt = newAttempt(payout, 0, {
      id,
      at: Date.now(),
      time: null,
      position: made.position,
      known: [],
    })
    context.payouts.ledger.append([attempt])
    // The page closes while the request is still open in the wallet or Safe.
    const submission = await context.account.submit(attempt.calls, { id, since: made.position.block })
    await subject.carryOut(submission)
    // A transaction is an answer once its block is final: until then the chain may still drop it.
    await rig.chain.client.mine({ blocks: 3 })
    const found = batchAt(the(await reconcile(context, payout.id)), 0)?.attempt?.submission
    expect(leastSettled(await statusesOf(subject, the(found))).kind).toMatch(/^(paid|confirming)$/)
    expect(idsOf(the(found))[0]).toBe(idsOf(submission)[0])
  })

  test('error: a rejection leaves the batch open, and it can be requested again', async () => {
    const payout = await newPayout(context)
    subject.meet({ no: true })
    await expect(payBatch(context, payout.id, 0, nothing)).rejects.toMatchObject({ kind: 'rejected' })
    expect(wasRejected(the(context.payouts.read(payout.id)), 0)).toBe(true)
    const paid = await payAll(subject, context, payout.id)
    expect(await statesOf(subject, paid)).toMatchObject({ paid: 3 })
  })
})

test('behavior: a 2-of-3 Safe pays 250 rows as three proposals, one after another, to the last receipt', async () => {
  const subject = safeSubject(rig, treasury)
  subject.host.answer = async () => ({ kind: 'sign' })
  const context = contextOf(subject)
  const rows = Array.from({ length: 250 }, (_, index) => ({
    payee: payeeAt(index),
    amount: { token: usdt, value: BigInt(index + 1) },
    note: null,
    reference: null,
  }))
  const payout = planPayout(context.account, rows, 100, Date.now())
  expect(payout.batches.map(({ rows: places }) => places.length)).toEqual([100, 100, 50])
  context.payouts.write(payout)
  const paid = await payAll(subject, context, payout.id)
  expect(await statesOf(subject, paid)).toMatchObject({ paid: 250 })
  for (const index of [0, 99, 100, 249]) expect(await usdtOf(rig, payeeAt(index))).toBe(BigInt(index + 1))
})
