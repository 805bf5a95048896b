import { describe, expect, test } from 'vitest'
import type { Since } from '#account/Activity.ts'
import type { Submission } from '#account/Submission.ts'
import { type Call, transfer, transfersOf } from '#chain/money/Call.ts'
import { PortalError, type PortalErrorKind } from '#chain/PortalError.ts'
import { attemptIds, submissionOf } from '#domain/ledger/Attempt.ts'
import { findEarlierPayments } from '#domain/ledger/earlierPayments.ts'
import { foldStatuses } from '#domain/ledger/foldStatus.ts'
import { LOOK_BACK } from '#domain/shared/calendar.ts'
import { anAttempt, batchAt } from '#tests/support/attempts.ts'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { txHash } from '#tests/support/fakeSafe.ts'
import { contextOf, noConsent, payoutRow, planned, queued } from '#tests/support/payoutContext.ts'
import { PAYEE, PAYOUT_HASH, payoutCall, REJECTION_HASH, SAFE, USDT } from '#tests/support/safeExamples.ts'
import {
  attemptOf,
  batchCalls,
  type Payout,
  planPayout,
  RATE_LIFE,
  type UsdRate,
  withRetry,
} from './Payout.ts'
import { earlierContext, type PayoutContext, payBatch } from './payBatch.ts'
import { payoutStore } from './payoutStore.ts'

/** In ms. */
const NOW = 1_795_300_000_000

/** Three rows for a Safe. The second is for a request of 250 dollars, made a day ago. */
function inDollars(rate: Partial<UsdRate> = {}): Payout {
  const usual: UsdRate = {
    cents: 25_000n,
    tolerance: 100,
    madeAt: NOW / 1_000 - 86_400,
    until: NOW / 1_000 + 86_400,
    price: { value: 61_240_000_000n, at: NOW },
    readAt: NOW,
    link: '',
  }
  const whole = planned()
  return {
    ...whole,
    rows: whole.rows.map((row, index) => (index === 1 ? { ...row, rate: { ...usual, ...rate } } : row)),
  }
}

describe('requesting a batch', () => {
  test('error: never requests the same batch twice, whatever the search finds', async () => {
    const { context, asked } = contextOf()
    const payout = planned()
    context.payouts.write(payout)
    await payBatch(context, payout.id, 0, noConsent)
    await expect(payBatch(context, payout.id, 0, noConsent)).rejects.toThrow('was already started')
    expect(asked).toEqual([3])
  })

  test.each([
    ['after an hour', RATE_LIFE + 1, Number.MAX_SAFE_INTEGER, true],
    ['from the future', -RATE_LIFE - 1, Number.MAX_SAFE_INTEGER, true],
    ['once its request has expired', 0, -1, true],
    ['within an hour', RATE_LIFE - 60_000, 60, false],
  ])('error: a row in US dollars %s', async (_, age, left, isRefused) => {
    const { context: usual, asked } = contextOf()
    const context = { ...usual, now: () => NOW }
    const until = Math.floor(NOW / 1_000) + Math.min(left, 10 ** 9)
    const payout = inDollars({ until, readAt: NOW - age })
    context.payouts.write(payout)
    const paying = payBatch(context, payout.id, 0, noConsent)
    if (isRefused) await expect(paying).rejects.toThrow('is out of date')
    else await paying
    expect(asked).toEqual(isRefused ? [] : [3])
    if (isRefused) expect(batchAt(context.payouts.read(payout.id), 0)?.attempt).toBeNull()
  })

  test.each([
    ['since its request is found', 0, true],
    ['up to a day before its request is found, because clocks differ', -86_400_000, true],
    ['before that is another payment', -86_400_001, false],
  ])(
    'error: a payment of another amount to the payee of a row in US dollars %s',
    async (_, after, isFound) => {
      const other = planPayout({ address: SAFE, kind: 'safe' }, [payoutRow(77n)], 1, 0)
      const at = NOW - 86_400_000 + after
      const { context: usual, asked } = contextOf({ made: [queued(other, PAYOUT_HASH, { at })] })
      const context = { ...usual, now: () => NOW }
      const payout = inDollars()
      context.payouts.write(payout)
      const result = await payBatch(context, payout.id, 0, noConsent)
      expect(result).toMatchObject(
        isFound ? { kind: 'found', found: [{ rows: [1] }] } : { kind: 'submitted' },
      )
      expect(asked).toEqual(isFound ? [] : [3])
    },
  )

  test('error: requests nothing of a payout from a backup, which nobody has reviewed here', async () => {
    const { context, asked } = contextOf()
    const payout = planned()
    context.payouts.write({ ...payout, restored: true })
    await expect(payBatch(context, payout.id, 0, noConsent)).rejects.toThrow('came from a backup')
    expect(asked).toEqual([])
  })

  test.each<[PortalErrorKind, 'open' | 'unknown']>([
    ['rejected', 'open'],
    ['refused', 'open'],
    ['busy', 'open'],
    ['unknown-result', 'unknown'],
    ['malformed', 'unknown'],
    ['unreachable', 'unknown'],
  ])('error: after "%s" the batch is %s', async (kind, state) => {
    const { context } = contextOf({ submit: () => Promise.reject(new PortalError(kind, 'No.')) })
    const payout = planned()
    context.payouts.write(payout)
    await expect(payBatch(context, payout.id, 0, noConsent)).rejects.toThrow('No.')
    const after = context.payouts.read(payout.id)
    const [first] = after ? foldStatuses(after, () => undefined) : []
    expect(first).toMatchObject({
      submission: null,
      status: state === 'open' ? { kind: 'not-requested', rejected: true } : { kind: 'unknown' },
    })
  })

  test('error: any other error proves nothing', async () => {
    const { context } = contextOf({ submit: () => Promise.reject(new TypeError('boo')) })
    const payout = planned()
    context.payouts.write(payout)
    await expect(payBatch(context, payout.id, 0, noConsent)).rejects.toThrow('boo')
    expect(batchAt(context.payouts.read(payout.id), 0)).toMatchObject({ attempt: { submission: null } })
  })

  test('behavior: pays again only the payments that were named and consented to', async () => {
    const payout = planned()
    const { context, asked } = contextOf({ made: [queued(payout), queued(payout, REJECTION_HASH)] })
    context.payouts.write(payout)
    const some = { ...noConsent, again: new Set([PAYOUT_HASH as string]) }
    expect(await payBatch(context, payout.id, 0, some)).toMatchObject({ kind: 'found', found: [{}, {}] })
    const all = { ...noConsent, again: new Set<string>([PAYOUT_HASH, REJECTION_HASH]) }
    expect((await payBatch(context, payout.id, 0, all)).kind).toBe('submitted')
    expect(asked).toHaveLength(1)
  })

  test('behavior: one payment counts for one of several equal rows', async () => {
    const same = planPayout(
      { address: SAFE, kind: 'safe' },
      planned().rows.flatMap((row) => [row, row]),
      9,
      0,
    )
    const { context } = contextOf({ made: [queued(planned())] })
    context.payouts.write(same)
    const result = await payBatch(context, same.id, 0, noConsent)
    expect(result).toMatchObject({ kind: 'found', found: [{ rows: [0, 2, 4] }] })
  })
})

describe('stopping during the search for earlier payments', () => {
  test('error: sends no request, reports it, and leaves the batch unchanged', async () => {
    const { context, asked } = contextOf()
    const payout = context.payouts.write(planned(1))
    const leave = new AbortController()
    const account = {
      ...context.account,
      recentPayments: async () => {
        leave.abort()
        return leave.signal.throwIfAborted() as never
      },
    }
    await expect(
      payBatch({ ...context, account }, payout.id, 0, noConsent, leave.signal),
    ).rejects.toMatchObject({
      kind: 'rejected',
      message: 'You cancelled it.',
    })
    expect(asked).toEqual([])
    expect(batchAt(context.payouts.read(payout.id), 0)).toEqual(batchAt(payout, 0))
  })

  test('error: sends no request if the search finishes after the user stopped', async () => {
    const { context, asked } = contextOf()
    const { id } = context.payouts.write(planned(1))
    const leave = new AbortController()
    const account = {
      ...context.account,
      recentPayments: async (since: Since) => {
        leave.abort()
        return context.account.recentPayments(since)
      },
    }
    await expect(payBatch({ ...context, account }, id, 0, noConsent, leave.signal)).rejects.toMatchObject({
      kind: 'rejected',
    })
    expect(asked).toEqual([])
    expect(batchAt(context.payouts.read(id), 0)?.attempt).toBeNull()
  })
})

describe('unreadable earlier payments', () => {
  const down = new PortalError('unreachable', 'Can’t reach BNB Smart Chain.')

  test('error: block the request, unless the user has checked in another way', async () => {
    const { context, asked } = contextOf()
    const account = { ...context.account, recentPayments: () => Promise.reject(down) }
    const { id } = context.payouts.write(planned())
    await expect(payBatch({ ...context, account }, id, 0, noConsent)).rejects.toBe(down)
    expect(asked).toEqual([])
    expect(batchAt(context.payouts.read(id), 0)?.attempt).toBeNull()
    const result = await payBatch({ ...context, account }, id, 0, { ...noConsent, unread: true })
    expect(result).toMatchObject({ payout: { attempts: [{ position: null, known: [], at: 1_000 }] } })
  })

  test.each([
    [1, 'A payout saved in this browser can’t be read and may contain the same payments.'],
    [2, '2 payouts saved in this browser can’t be read and may contain the same payments.'],
  ])('error: %i damaged records block the request, and are named', async (count, message) => {
    const { context, asked, kept } = contextOf()
    for (let made = 0; made < count; made++) {
      const { id } = context.payouts.write(planned())
      for (const key of kept.keys()) if (key.endsWith(`${id}.parts`)) kept.set(key, '{')
    }
    const { id } = context.payouts.write(planned())
    await expect(payBatch(context, id, 0, noConsent)).rejects.toMatchObject({ kind: 'malformed', message })
    expect(asked).toEqual([])
    expect((await payBatch(context, id, 0, { ...noConsent, unread: true })).kind).toBe('submitted')
  })

  test('error: damaged attempts are counted with damaged payouts', async () => {
    const { context, kept } = contextOf()
    const paid = context.payouts.write(planned())
    await payBatch(context, paid.id, 0, noConsent)
    const { id } = context.payouts.write(planned())
    for (const key of kept.keys()) {
      if (key.endsWith(`${id}.parts`) || /^portal\.ledger\.\d/.test(key)) kept.set(key, '{')
    }
    const other = context.payouts.write(planned())
    await expect(payBatch(context, other.id, 0, noConsent)).rejects.toThrow('2 payouts saved')
  })

  test('behavior: a payout missing from a damaged index can be paid once the person has made sure', async () => {
    const { context, kept } = contextOf()
    const { id } = context.payouts.write(planned())
    for (const key of kept.keys()) if (key.startsWith('portal.payouts.')) kept.set(key, '{')
    await expect(payBatch(context, id, 0, noConsent)).rejects.toMatchObject({ kind: 'malformed' })
    expect((await payBatch(context, id, 0, { ...noConsent, unread: true })).kind).toBe('submitted')
  })

  test('error: readable payments are still compared', async () => {
    const { context } = contextOf()
    const account = { ...context.account, recentPayments: () => Promise.reject(down) }
    const [first, second] = [context.payouts.write(planned()), context.payouts.write(planned())]
    const unread = { ...noConsent, unread: true }
    await payBatch({ ...context, account }, first.id, 0, unread)
    expect(await payBatch({ ...context, account }, second.id, 0, unread)).toMatchObject({ kind: 'found' })
    const { found } = await findEarlierPayments(
      earlierContext({ ...context, account }),
      { calls: batchCalls(second, { rows: [0, 1, 2] }), requests: [], own: null },
      true,
    )
    expect(found).toMatchObject([{ rows: [0, 1, 2], isOld: false }])
  })
})

describe('a device with a wrong clock', () => {
  const DAY = 86_400_000

  test.each([
    [-1_000, '9 days behind', 9 * DAY + 1_000],
    [9 * DAY, '9 days ahead', 0],
    [DAY + 1, '1 day ahead', 0],
    [100 * DAY, '9 days ahead', 91 * DAY],
  ])('error: a clock %i ms off the chain’s blocks the request and says "%s"', async (now, words, time) => {
    const { context, asked } = contextOf({ read: { time } })
    const { id } = context.payouts.write(planned())
    await expect(payBatch({ ...context, now: () => now }, id, 0, noConsent)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(words),
    })
    expect(asked).toEqual([])
    expect(batchAt(context.payouts.read(id), 0)?.attempt).toBeNull()
  })

  test('behavior: a day off does not block the request, nor does a node that reports no time', async () => {
    for (const time of [1_000 + DAY, 1_000 - DAY, null]) {
      const { context } = contextOf({ read: { time } })
      const { id } = context.payouts.write(planned())
      expect((await payBatch(context, id, 0, noConsent)).kind).toBe('submitted')
    }
    const { context } = contextOf({ read: { time: null } })
    const { id } = context.payouts.write(planned())
    expect((await payBatch({ ...context, now: () => 1_790_000_000_000 }, id, 0, noConsent)).kind).toBe(
      'submitted',
    )
  })
})

describe('a browser that stores nothing', () => {
  test.each(['eoa', 'safe'] as const)('error: %s: requests only with the user’s consent', async (kind) => {
    const { context, asked } = contextOf({ kind, isKept: () => false })
    const { id } = context.payouts.write(planned())
    await expect(payBatch(context, id, 0, noConsent)).rejects.toMatchObject({ kind: 'refused' })
    expect(batchAt(context.payouts.read(id), 0)?.attempt).toBeNull()
    expect((await payBatch(context, id, 0, { ...noConsent, unkept: true })).kind).toBe('submitted')
    expect(asked).toEqual([3])
  })

  test('error: notices storage that fails just before the request', async () => {
    const answers = [true, false]
    const { context, asked } = contextOf({ kind: 'eoa', isKept: () => answers.shift() ?? false })
    const { id } = context.payouts.write(planned())
    await expect(payBatch(context, id, 0, noConsent)).rejects.toMatchObject({ kind: 'refused' })
    expect(asked).toEqual([])
    expect(batchAt(context.payouts.read(id), 0)?.attempt).toBeNull()
    const willing = contextOf({ kind: 'eoa', isKept: () => false })
    const other = willing.context.payouts.write(planned())
    expect((await payBatch(willing.context, other.id, 0, { ...noConsent, unkept: true })).kind).toBe(
      'submitted',
    )
  })
})

describe('batches that cannot be requested', () => {
  test('error: belong to another account, to an unstored payout, or do not exist', async () => {
    const { context, asked } = contextOf()
    const { id } = context.payouts.write(planned())
    const account = { ...context.account, address: PAYEE } as typeof context.account
    for (const asking of [
      payBatch({ ...context, account }, id, 0, noConsent),
      payBatch(context, 'none', 0, noConsent),
      payBatch(context, id, 1, noConsent),
    ])
      await expect(asking).rejects.toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('another address'),
      })
    expect(asked).toEqual([])
  })
})

describe('an answer that another payment already has', () => {
  const sent = (calls: Submission['calls']): Submission => ({
    kind: 'sent',
    from: SAFE,
    calls,
    hash: txHash(1),
    nonce: 7n,
    since: 9n,
  })

  test('error: a proposal belongs to one batch only: what became of the second is unknown, and only consent repeats it', async () => {
    const proposal =
      (inLargerBatch: boolean) =>
      async (calls: Submission['calls']): Promise<Submission> => ({
        kind: 'proposed',
        safe: SAFE,
        calls,
        safeTxHash: PAYOUT_HASH,
        inLargerBatch,
      })
    const { context } = contextOf({ submit: proposal(false) })
    const { id } = context.payouts.write(planned(1))
    await payBatch(context, id, 0, noConsent)
    await expect(payBatch(context, id, 1, noConsent)).rejects.toMatchObject({
      kind: 'unknown-result',
      message: expect.stringContaining('we don’t know whether this one was proposed'),
    })
    expect(batchAt(context.payouts.read(id), 1)).toMatchObject({ attempt: { submission: null } })
    context.payouts.write(withRetry(context.payouts.read(id) as Payout, [1], 1))
    expect(await payBatch(context, id, 3, noConsent)).toMatchObject({ kind: 'found' })
    const shared = contextOf({ submit: proposal(true) })
    const both = shared.context.payouts.write(planned(1))
    for (const batch of [0, 1])
      expect((await payBatch(shared.context, both.id, batch, noConsent)).kind).toBe('submitted')
  })

  test('error: a wallet’s transaction belongs to one batch only, and the second batch’s result is unknown', async () => {
    const { context } = contextOf({ kind: 'eoa', submit: async (calls) => sent(calls) })
    const [first, second] = [context.payouts.write(planned(1)), context.payouts.write(planned(1))]
    await payBatch(context, first.id, 0, noConsent)
    await expect(payBatch(context, second.id, 1, noConsent)).rejects.toMatchObject({ kind: 'unknown-result' })
    expect(batchAt(context.payouts.read(second.id), 1)?.attempt).toMatchObject({ submission: null })
    const rows = [payoutRow(9n)]
    const third = context.payouts.write(planPayout({ address: SAFE, kind: 'eoa' }, rows, 1, 0))
    await expect(payBatch(context, third.id, 0, noConsent)).rejects.toMatchObject({ kind: 'unknown-result' })
  })

  test('error: a proposal that was there before the request is no answer to it, and only consent repeats it', async () => {
    const earlier = { id: PAYOUT_HASH, transfers: transfersOf([payoutCall]) }
    const { context } = contextOf({
      made: [{ ...queued(planned()), ...earlier, reported: 'sent' }],
      submit: async (calls) => ({
        kind: 'proposed',
        safe: SAFE,
        calls,
        safeTxHash: PAYOUT_HASH,
        inLargerBatch: false,
      }),
    })
    const { id } = context.payouts.write(planned(1))
    await expect(payBatch(context, id, 0, noConsent)).rejects.toMatchObject({ kind: 'unknown-result' })
    expect(batchAt(context.payouts.read(id), 0)).toMatchObject({ attempt: { submission: null } })
    context.payouts.write(withRetry(context.payouts.read(id) as Payout, [0], 1))
    expect(await payBatch(context, id, 3, noConsent)).toMatchObject({ kind: 'found' })
  })

  test('error: of a Safe’s payout that was asked of its wallet connection can be read back', async () => {
    const { context, kept } = contextOf({ kind: 'eoa', submit: async (calls) => sent(calls) })
    const { id } = context.payouts.write(planned(1))
    await payBatch(context, id, 0, noConsent)
    const storage = { ...memoryStorage().storage, getItem: (key: string) => kept.get(key) ?? null }
    const again = payoutStore(storage, SAFE)
    expect([again.list().unreadable, again.ledger.list().unreadable]).toEqual([0, 0])
    const payout = again.read(id)
    expect(batchAt(payout, 0)?.attempt?.submission).toMatchObject({ hash: txHash(1) })
  })

  test('error: is taken by nothing that a file claims', async () => {
    const { context } = contextOf({ kind: 'eoa', submit: async (calls) => sent(calls) })
    const submission = sent([transfer(PAYEE, payoutRow(77n).amount)])
    const calls = submission.calls
    context.payouts.ledger.append([
      anAttempt({ account: SAFE, kind: 'eoa', calls, submission, restored: true }),
    ])
    const { id } = context.payouts.write(planned(1))
    expect((await payBatch(context, id, 0, noConsent)).kind).toBe('submitted')
    expect(batchAt(context.payouts.read(id), 0)?.attempt?.submission).toMatchObject({ hash: txHash(1) })
  })

  test('error: a batch with the same transaction is the same, even under another id', async () => {
    let batches = 0
    const { context } = contextOf({
      kind: 'eoa',
      submit: async (calls) => ({
        kind: 'batched',
        from: SAFE,
        calls,
        id: `b${++batches}`,
        hashes: [txHash(1)],
        since: 9n,
      }),
    })
    const { id } = context.payouts.write(planned(1))
    await payBatch(context, id, 0, noConsent)
    await expect(payBatch(context, id, 1, noConsent)).rejects.toMatchObject({ kind: 'unknown-result' })
  })
})

describe('with other tabs open', () => {
  test.each(['submitted', 'rejected'])(
    'behavior: another tab’s writes stay when the request is %s',
    async (end) => {
      const { context } = contextOf({
        submit: async (calls) => {
          const now = context.payouts.read(id)
          if (now) context.payouts.write({ ...now, closed: true })
          if (end === 'rejected') throw new PortalError('rejected', 'No.')
          return { kind: 'proposed', safe: SAFE, calls, safeTxHash: PAYOUT_HASH, inLargerBatch: false }
        },
      })
      const { id } = context.payouts.write(planned())
      await payBatch(context, id, 0, noConsent).catch(() => null)
      const after = context.payouts.read(id)
      expect(after?.closed).toBe(true)
      expect(batchAt(after, 0)?.attempt?.submission?.kind).toBe(end === 'submitted' ? 'proposed' : undefined)
      expect(batchAt(after, 0)?.rejected !== null).toBe(end === 'rejected')
    },
  )

  /** Another tab sees the answer to a request first and records it. */
  const recordElsewhere = ({ payouts }: PayoutContext, id: string, calls: readonly Call[]): Submission => {
    const submission = {
      kind: 'proposed',
      safe: SAFE,
      calls,
      safeTxHash: PAYOUT_HASH,
      inLargerBatch: false,
    } as const
    const now = payouts.read(id)
    const attempt = now && attemptOf(now, 0)
    if (attempt) payouts.ledger.add(attempt.id, { kind: 'found', at: 1, submission, by: 'content' })
    return submission
  }

  test('behavior: an answer that another tab has already recorded for this request is accepted', async () => {
    const { context } = contextOf({
      submit: async (calls) => {
        return recordElsewhere(context, id, calls)
      },
    })
    const { id } = context.payouts.write(planned())
    expect((await payBatch(context, id, 0, noConsent)).kind).toBe('submitted')
    expect(batchAt(context.payouts.read(id), 0)?.attempt?.submission).toMatchObject({
      safeTxHash: PAYOUT_HASH,
    })
  })

  test('error: a rejection does not erase an answer that another tab has recorded meanwhile', async () => {
    const { context } = contextOf({
      submit: async (calls) => {
        recordElsewhere(context, id, calls)
        throw new PortalError('rejected', 'No.')
      },
    })
    const { id } = context.payouts.write(planned())
    await expect(payBatch(context, id, 0, noConsent)).rejects.toThrow('No.')
    const [attempt] = context.payouts.ledger.list().attempts
    expect(attempt?.facts).toMatchObject([{ kind: 'found', submission: { safeTxHash: PAYOUT_HASH } }])
  })

  test('error: a rejection is that of its own request, whatever others were answered', async () => {
    const answers: (Submission | null)[] = [
      { kind: 'proposed', safe: SAFE, calls: [], safeTxHash: PAYOUT_HASH, inLargerBatch: false },
      null,
    ]
    const { context } = contextOf({
      submit: async (calls) => {
        const answer = answers.shift()
        if (!answer) throw new PortalError('rejected', 'No.')
        return { ...answer, calls }
      },
    })
    const { id } = context.payouts.write(planned(1))
    await payBatch(context, id, 0, noConsent)
    await expect(payBatch(context, id, 1, noConsent)).rejects.toThrow('No.')
    expect(context.payouts.ledger.list().attempts.map(({ facts }) => facts.map(({ kind }) => kind))).toEqual([
      ['answered'],
      ['rejected'],
    ])
  })

  test('error: a rejection is still reported after another tab has dropped the request', async () => {
    const { context } = contextOf({
      submit: async () => {
        const now = context.payouts.read(id)
        const attempt = now && attemptOf(now, 0)
        if (attempt) context.payouts.ledger.add(attempt.id, { kind: 'rejected', at: 1 })
        throw new PortalError('rejected', 'No.')
      },
    })
    const { id } = context.payouts.write(planned())
    await expect(payBatch(context, id, 0, noConsent)).rejects.toThrow('No.')
    expect(batchAt(context.payouts.read(id), 0)).toMatchObject({
      attempt: null,
      rejected: { submission: null },
    })
  })

  test('behavior: the account gets the block from which an answer counts, and the signal to stop waiting', async () => {
    const { context, looked } = contextOf()
    const hows: unknown[] = []
    const account = {
      ...context.account,
      submit: (...asked: Parameters<typeof context.account.submit>) => {
        hows.push(asked[1])
        return context.account.submit(...asked)
      },
    }
    const { signal } = new AbortController()
    const { id } = context.payouts.write(planned(2))
    await payBatch({ ...context, account }, id, 0, noConsent, signal)
    await payBatch({ ...context, account }, id, 1, noConsent)
    expect(looked[0]).toEqual({ at: 1_000 - LOOK_BACK, block: null, tokens: [USDT] })
    const [first, second] = context.payouts.read(id)?.attempts ?? []
    expect(hows).toEqual([
      { id: first?.id, since: 9n, signal, onAnswer: expect.any(Function), recent: [] },
      // Its nonce must not be that of the proposal right before it.
      { id: second?.id, since: 9n, onAnswer: expect.any(Function), recent: [word(1)] },
    ])
    expect(first?.id).toMatch(/^0x[0-9a-f]{64}$/)
    expect(second?.id).not.toBe(first?.id)
  })

  test('error: two equal proposals that answer one request are both followed, and both may pay', async () => {
    const { context } = contextOf()
    let late = (_: Submission) => {}
    const account: typeof context.account = {
      ...context.account,
      async submit(calls, { onAnswer }) {
        late = onAnswer ?? late
        return context.account.submit(calls, { id: '0x', since: null })
      },
    }
    const { id } = context.payouts.write(planned())
    await payBatch({ ...context, account }, id, 0, noConsent)
    const [first] = context.payouts.read(id)?.attempts ?? []
    const answer = first && submissionOf(first)
    if (answer?.kind !== 'proposed') throw new Error('Not a proposal')
    late(answer)
    expect(context.payouts.read(id)?.attempts).toHaveLength(1)
    late({ ...answer, safeTxHash: PAYOUT_HASH })
    const payout = context.payouts.read(id)
    expect(payout?.attempts.map(attemptIds)).toEqual([[word(1)], [PAYOUT_HASH]])
    const paid = foldStatuses(payout ?? planned(), ({ calls, id: own }) =>
      calls.map(() => ({ kind: 'paid', hash: txHash(own === first?.id ? 1 : 2) })),
    )
    expect(paid.map(({ status }) => status.kind)).toEqual(['paid-twice', 'paid-twice', 'paid-twice'])
  })

  test('behavior: the account gets the purpose of the payments, and the proposals of the last minute made here', async () => {
    const { context } = contextOf()
    const hows: { recent?: unknown; note?: unknown }[] = []
    const account = {
      ...context.account,
      submit: (...asked: Parameters<typeof context.account.submit>) => {
        hows.push(asked[1])
        return context.account.submit(...asked)
      },
    }
    const { id } = context.payouts.write(planned(1))
    const file = {
      kind: 'proposed',
      safe: SAFE,
      calls: [],
      safeTxHash: PAYOUT_HASH,
      inLargerBatch: false,
    } as const
    context.payouts.ledger.append([
      anAttempt({ account: SAFE, kind: 'safe', calls: [], at: 1_000, submission: file, restored: true }),
    ])
    await payBatch({ ...context, account }, id, 0, { ...noConsent, note: 'October' })
    const later = (ms: number) => ({ ...context, account, now: () => 1_000 + ms })
    await payBatch(later(60_000), id, 1, { ...noConsent, note: null })
    await payBatch(later(60_001), id, 2, noConsent)
    expect(hows.map(({ note }) => note)).toEqual(['October', undefined, undefined])
    expect(hows.map(({ recent }) => recent)).toEqual([[], [word(1)], [word(2)]])
    expect(Object.keys(hows[1] ?? {})).not.toContain('note')
  })

  test('behavior: records only payments of exactly the same content as known before', async () => {
    const payout = planned()
    const [one, other] = [queued(payout), queued(payout, REJECTION_HASH)]
    const { context } = contextOf({ made: [one, { ...other, transfers: other.transfers.slice(1) }] })
    context.payouts.write(payout)
    const again = { ...noConsent, again: new Set<string>([one.id, other.id]) }
    const result = await payBatch(context, payout.id, 0, again)
    expect(result).toMatchObject({
      payout: { attempts: [{ known: [one.id] }], batches: [{ again: [one.id, other.id] }] },
    })
  })
})

describe('equal rows of one list', () => {
  const twice = () => planPayout({ address: SAFE, kind: 'safe' }, [payoutRow(5n), payoutRow(5n)], 1, 0)

  test('behavior: are intended: the second does not repeat the first', async () => {
    const { context, asked } = contextOf()
    const { id } = context.payouts.write(twice())
    await payBatch(context, id, 0, noConsent)
    const first = batchAt(context.payouts.read(id), 0)?.attempt?.submission
    const made = [
      {
        ...queued(twice()),
        id: first?.kind === 'proposed' ? first.safeTxHash : '',
        submission: first ?? null,
      },
    ]
    const account = {
      ...context.account,
      recentPayments: async (since: Since) => ({
        ...(await context.account.recentPayments(since)),
        payments: made,
      }),
    }
    expect((await payBatch({ ...context, account }, id, 1, noConsent)).kind).toBe('submitted')
    expect(asked).toEqual([1, 1])
  })

  test('error: in another payout are a repetition, at any position', async () => {
    const { context } = contextOf()
    const account = { address: SAFE, kind: 'safe' } as const
    const own = context.payouts.write(planPayout(account, [payoutRow(2n)], 1, 0))
    const other = context.payouts.write(planned(1))
    await payBatch(context, other.id, 1, noConsent)
    expect(await payBatch(context, own.id, 0, noConsent)).toMatchObject({
      kind: 'found',
      found: [{ rows: [0] }],
    })
  })

  test('error: that are requested again are a repetition, with all rows of their batch', async () => {
    const { context } = contextOf()
    const { id } = context.payouts.write(planned(2))
    await payBatch(context, id, 0, noConsent)
    const once = context.payouts.read(id)
    if (once) context.payouts.write(withRetry(once, [1], 1))
    expect(await payBatch(context, id, 2, noConsent)).toMatchObject({ kind: 'found', found: [{ rows: [0] }] })
  })
})
