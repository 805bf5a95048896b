import { describe, expect, test } from 'vitest'
import type { RecentPayment } from '#account/Activity.ts'
import type { Submission } from '#account/Submission.ts'
import { transfersOf } from '#chain/money/Call.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { submissionOf } from '#domain/ledger/Attempt.ts'
import { foldStatuses, payableAgain } from '#domain/ledger/foldStatus.ts'
import { batchAt, reconcile, withBatch } from '#tests/support/attempts.ts'
import { hashOf } from '#tests/support/backupWorld.ts'
import { contextOf, noConsent, payoutRow, planned, queued } from '#tests/support/payoutContext.ts'
import { PAYOUT_HASH, SAFE } from '#tests/support/safeExamples.ts'
import { attemptOf, batchCalls, planPayout, withRetry } from './Payout.ts'
import { payBatch } from './payBatch.ts'

const DAY = 86_400_000
const NOW = 1_795_300_000_000
const paid: PaymentStatus = { kind: 'paid', hash: hashOf('a') }
const failed: PaymentStatus = { kind: 'not-paid', why: 'failed', hash: hashOf('b') }

const wallet = () => planPayout({ address: SAFE, kind: 'eoa' }, [payoutRow(500n)], 1, 1)
const sent = (digit: string): Submission => ({
  kind: 'sent',
  from: SAFE,
  hash: hashOf(digit),
  nonce: null,
  since: null,
  calls: batchCalls(wallet(), { rows: [0] }),
})

describe('a row that was requested twice', () => {
  test('error: is not offered as “not paid” eight days later, because its first request paid it', async () => {
    let now = NOW
    const asked: string[] = []
    const { context: usual } = contextOf({ kind: 'eoa' })
    const statusOf = (submission: Submission) =>
      submission.kind === 'sent' && submission.hash === hashOf('a') ? paid : failed
    const account: typeof usual.account = {
      ...usual.account,
      status: async (submission) => submission.calls.map(() => statusOf(submission)),
      submit: async () => {
        asked.push('third')
        return sent('c')
      },
    }
    const context = { ...usual, account, now: () => now }
    const attempt = (digit: string, at: number) => ({
      attempt: { at, position: { block: 9n, nonce: 1n }, known: [], submission: sent(digit) },
    })
    const again = withRetry(withBatch(wallet(), 0, attempt('a', NOW)), [0], 1)
    const payout = context.payouts.write(withBatch(again, 1, attempt('b', NOW + 1)))
    now += 8 * DAY
    const places = payableAgain(
      foldStatuses(payout, (one) => {
        const submission = submissionOf(one)
        return submission ? [statusOf(submission)] : undefined
      }),
    )
    if (places.length > 0) {
      const retried = context.payouts.write(withRetry(payout, places, 1))
      await payBatch(context, retried.id, 2, noConsent)
    }
    expect(asked).toEqual([])
  })
})

describe('a row that is paid, and planned once more', () => {
  const asked = (digit: string) => ({
    at: NOW,
    position: { block: 9n, nonce: 1n },
    known: [],
    submission: digit === '' ? null : sent(digit),
  })
  const repeated = withRetry(withBatch(wallet(), 0, { attempt: asked('a') }), [0], 1)

  test.each<[string, ReturnType<typeof wallet>]>([
    ['that the person rejected', withBatch(repeated, 1, { rejected: asked('') })],
    ['that was never requested', repeated],
  ])('error: is not paid again eight days later by a batch %s', async (_, payout) => {
    const { context: usual, asked: requests } = contextOf({
      kind: 'eoa',
      status: paid,
      timeOf: async () => NOW,
      read: { time: NOW + 8 * DAY },
      submit: async () => sent('c'),
    })
    const context = { ...usual, now: () => NOW + 8 * DAY }
    const { id } = context.payouts.write(payout)
    expect(await payBatch(context, id, 1, noConsent)).toMatchObject({
      kind: 'found',
      found: [{ isOld: false, isPaid: true }],
    })
    expect(requests).toEqual([])
    expect(await payBatch(context, id, 1, { ...noConsent, again: new Set([hashOf('a')]) })).toMatchObject({
      kind: 'submitted',
    })
  })
})

describe('a record of a file', () => {
  test('error: does not date a payment of an hour ago a month back', async () => {
    const { context: usual, asked } = contextOf({
      kind: 'eoa',
      status: paid,
      timeOf: async () => NOW - 3_600_000,
      read: { time: NOW },
      // Found in the token’s logs: paid from another device.
      made: [
        {
          id: hashOf('a'),
          submission: sent('a'),
          reported: 'logged',
          at: null,
          transfers: transfersOf(batchCalls(wallet(), { rows: [0] })),
        },
      ],
    })
    const context = { ...usual, now: () => NOW }
    const file = withBatch(wallet(), 0, {
      attempt: { at: NOW - 30 * DAY, position: null, known: [], submission: sent('a') },
    })
    const attempts = file.attempts.map((one) => ({ ...one, restored: true }))
    context.payouts.write({ ...file, attempts, restored: true })
    const mine = context.payouts.write(wallet())
    expect(await payBatch(context, mine.id, 0, noConsent)).toMatchObject({ kind: 'found' })
    expect(asked).toEqual([])
  })

  test('error: that claims the coming proposal neither refuses it nor opens it again', async () => {
    const { context } = contextOf()
    const payout = context.payouts.write(planned())
    // The author of the file knows the rows and the next nonce, so the safeTxHash.
    const theirs = planPayout({ address: SAFE, kind: 'safe' }, [payoutRow(77n)], 1, 0)
    const submission: Submission = {
      kind: 'proposed',
      safe: SAFE,
      inLargerBatch: false,
      calls: batchCalls(theirs, { rows: [0] }),
      safeTxHash: `0x${'0'.repeat(63)}1` as never,
    }
    const claimed = withBatch(theirs, 0, {
      attempt: { at: 1, position: { block: 9n, nonce: 1n }, known: [], submission },
    })
    const attempts = claimed.attempts.map((one) => ({ ...one, restored: true }))
    context.payouts.write({ ...claimed, attempts, restored: true })
    expect(await payBatch(context, payout.id, 0, noConsent)).toMatchObject({ kind: 'submitted' })
    const after = context.payouts.read(payout.id)
    expect(after && attemptOf(after, 0)?.facts).toMatchObject([
      { submission: { safeTxHash: submission.safeTxHash } },
    ])
  })
})

describe('what answers a request', () => {
  const month = (of: ReturnType<typeof planned>, more: Partial<RecentPayment> = {}) =>
    queued(of, PAYOUT_HASH, { reported: 'sent', at: NOW, nonce: 40n, ...more })
  const march = (kind: 'rejected' | 'attempt') =>
    withBatch(planned(), 0, {
      [kind]: { at: NOW - 31 * DAY, position: { block: 9n, nonce: 4n }, known: [], submission: null },
    })

  test.each(['rejected', 'attempt'] as const)(
    'error: not the same payments a month later, if it was %s',
    async (kind) => {
      const { context: usual } = contextOf({ made: [month(march(kind))] })
      const context = { ...usual, now: () => NOW }
      const payout = context.payouts.write(march(kind))
      const after = await reconcile(context, payout.id)
      expect(batchAt(after, 0)?.attempt?.submission ?? null).toBeNull()
    },
  )

  test.each([
    ['a day after it, to the millisecond', DAY, true],
    ['later than a day after it', DAY + 1, false],
  ])('behavior: a proposal that a source first listed %s', async (_, after, isFound) => {
    const asked = { at: NOW, position: { block: 9n, nonce: 4n }, known: [], submission: null }
    const payout = withBatch(planned(), 0, { attempt: asked })
    // It was executed weeks later, which does not show when it was proposed.
    const one = month(payout, { at: NOW + 21 * DAY, listedAt: NOW + after })
    const { context } = contextOf({ made: [one] })
    context.payouts.write(payout)
    const found = batchAt(await reconcile(context, payout.id), 0)?.attempt?.submission
    expect(found !== null).toBe(isFound)
  })

  test('error: the proposal of a payout that is just running belongs to it, though another page looks', async () => {
    const old = withBatch(planned(), 0, {
      rejected: { at: NOW - 3_600_000, position: { block: 9n, nonce: 4n }, known: [], submission: null },
    })
    const fresh = planned()
    let inQueue: readonly RecentPayment[] = []
    const { context: usual } = contextOf()
    const account: typeof usual.account = {
      ...usual.account,
      recentPayments: async () => ({
        payments: inQueue,
        gaps: [],
        position: { block: 20n, nonce: 12n },
        time: null,
      }),
      submit: async () => {
        inQueue = [queued(fresh, PAYOUT_HASH, { at: NOW, nonce: 12n })]
        await reconcile(context, old.id)
        return {
          kind: 'proposed',
          safe: SAFE,
          inLargerBatch: false,
          safeTxHash: PAYOUT_HASH,
          calls: batchCalls(fresh, { rows: [0, 1, 2] }),
        }
      },
    }
    const context = { ...usual, account, now: () => NOW }
    context.payouts.write({ ...old, closed: true })
    context.payouts.write(fresh)
    expect(await payBatch(context, fresh.id, 0, noConsent)).toMatchObject({ kind: 'submitted' })
    expect(batchAt(context.payouts.read(fresh.id), 0)?.attempt?.submission).toMatchObject({
      safeTxHash: PAYOUT_HASH,
    })
    expect(batchAt(context.payouts.read(old.id), 0)?.attempt).toBeNull()
  })
})
