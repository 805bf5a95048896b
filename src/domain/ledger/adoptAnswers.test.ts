import { describe, expect, test } from 'vitest'
import type { RecentPayment, Since } from '#account/Activity.ts'
import type { Submission } from '#account/Submission.ts'
import { fromTransfer, transfersOf } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { CLOCK_SKEW } from '#domain/request/requestStatus.ts'
import { anAttempt, batchAt, reconcile, withBatch } from '#tests/support/attempts.ts'
import { hashOf, memoryStorage } from '#tests/support/backupWorld.ts'
import { txHash } from '#tests/support/fakeSafe.ts'
import { contextOf, planned, queued } from '#tests/support/payoutContext.ts'
import { PAYEE, PAYOUT_HASH, REJECTION_HASH, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { refuseTaken } from '../payout/payBatch.ts'
import type { Attempt, Fact } from './Attempt.ts'
import { type AdoptContext, adoptAnswers, chooseAnswer } from './adoptAnswers.ts'
import { ledger } from './ledger.ts'

const DAY = 86_400_000
const attempt = { at: 1_000, position: { block: 9n, nonce: 4n }, known: [] as string[], submission: null }

describe('searching for an answer', () => {
  test('error: an earlier payment is not the answer', async () => {
    const payout = withBatch(planned(), 0, { attempt: { ...attempt, known: [PAYOUT_HASH] } })
    const { context } = contextOf({ made: [queued(payout)] })
    context.payouts.write(payout)
    expect(batchAt(await reconcile(context, payout.id), 0)?.attempt?.submission).toBeNull()
  })

  test('behavior: a payout without unanswered requests reads nothing, and an unstored one is null', async () => {
    const { context, looked } = contextOf()
    const payout = context.payouts.write(planned())
    expect(await reconcile(context, payout.id)).toEqual(payout)
    expect(await reconcile(context, 'none')).toBeNull()
    expect(looked).toEqual([])
  })

  test('behavior: starts before the oldest unanswered request', async () => {
    const { context, looked } = contextOf()
    const at = 10 * DAY
    const attempts = [5n, 3n, 4n].map((block, index) => ({
      ...attempt,
      at: at + index,
      position: { block, nonce: 1n },
    }))
    const payout = attempts.reduce(
      (whole, one, index) => withBatch(whole, index, { attempt: one }),
      planned(1),
    )
    context.payouts.write(payout)
    await reconcile(context, payout.id)
    expect(looked).toEqual([{ at: 8 * DAY, block: 3n, tokens: [Token.USDT.address] }])
  })

  test('behavior: uses only the time for a request without a block', async () => {
    const { context, looked } = contextOf()
    const [first, second] = [attempt, { ...attempt, position: null }]
    const payout = withBatch(withBatch(planned(1), 0, { attempt: first }), 1, { attempt: second })
    context.payouts.write(payout)
    await reconcile(context, payout.id)
    expect(looked).toMatchObject([{ block: null }])
  })

  test('behavior: a rejected request that is found later is no longer rejected', async () => {
    const payout = withBatch(planned(), 0, { rejected: attempt })
    const { context } = contextOf({ made: [queued(payout)] })
    context.payouts.write(payout)
    expect(batchAt(await reconcile(context, payout.id), 0)).toMatchObject({
      attempt: { at: attempt.at, submission: { safeTxHash: PAYOUT_HASH, inLargerBatch: false } },
      rejected: null,
    })
    expect(batchAt(context.payouts.read(payout.id), 0)?.attempt?.submission).not.toBeNull()
  })

  test('error: a draft that no owner has signed is not the answer, and what it becomes is', async () => {
    const payout = withBatch(planned(), 0, { attempt })
    const draft = queued(payout, REJECTION_HASH, { isUnsigned: true })
    const waiting = contextOf({ made: [draft] })
    waiting.context.payouts.write(payout)
    expect(batchAt(await reconcile(waiting.context, payout.id), 0)?.attempt?.submission).toBeNull()
    // The batch is proposed under another safeTxHash, and the draft stays in the queue until its nonce is used.
    const batch = queued(payout, PAYOUT_HASH, {
      transfers: [...draft.transfers, ...draft.transfers.slice(0, 1)],
    })
    const signed = contextOf({ made: [draft, batch] })
    signed.context.payouts.write(payout)
    expect(batchAt(await reconcile(signed.context, payout.id), 0)?.attempt?.submission).toMatchObject({
      safeTxHash: PAYOUT_HASH,
      inLargerBatch: true,
    })
  })

  test('error: another payout’s submission is not the answer', async () => {
    const payout = withBatch(planned(), 0, { attempt })
    const answer = queued(payout)
    const { context } = contextOf({ made: [answer] })
    context.payouts.write(payout)
    context.payouts.write(withBatch(planned(), 0, { attempt: { ...attempt, submission: answer.submission } }))
    expect(batchAt(await reconcile(context, payout.id), 0)?.attempt?.submission).toBeNull()
  })

  test('error: a proposal of other rows, or only some of them, is not the answer', async () => {
    const payout = withBatch(planned(), 0, { attempt })
    const [first, ...others] = queued(payout).transfers
    for (const transfers of [others, first ? [first] : [], []]) {
      const { context } = contextOf({ made: [queued(payout, PAYOUT_HASH, { transfers })] })
      context.payouts.write(payout)
      expect(batchAt(await reconcile(context, payout.id), 0)?.attempt?.submission).toBeNull()
    }
  })

  test('behavior: a larger batch of the Safe with the rows is the answer, once per payout in it', async () => {
    const [one, two] = [withBatch(planned(), 0, { attempt }), withBatch(planned(), 0, { attempt })]
    const { transfers } = queued(one)
    const batch = queued(one, PAYOUT_HASH, { transfers: [...transfers, ...transfers.slice(0, 1)] })
    const { context } = contextOf({ made: [batch] })
    context.payouts.write(one)
    expect(batchAt(await reconcile(context, one.id), 0)?.attempt?.submission).toMatchObject({
      inLargerBatch: true,
    })
    context.payouts.write(two)
    expect(batchAt(await reconcile(context, two.id), 0)?.attempt?.submission).toBeNull()
    // Either of two may be meant by the rows that are in it once.
    const unclear = contextOf({ made: [batch] })
    for (const payout of [one, two]) unclear.context.payouts.write(payout)
    for (const { id } of [one, two])
      expect(batchAt(await reconcile(unclear.context, id), 0)?.attempt?.submission).toBeNull()
    const both = contextOf({ made: [{ ...batch, transfers: [...transfers, ...transfers] }] })
    for (const payout of [one, two]) both.context.payouts.write(payout)
    for (const { id } of [one, two])
      expect(batchAt(await reconcile(both.context, id), 0)?.attempt?.submission).toMatchObject({
        inLargerBatch: true,
      })
  })

  test('behavior: finds two batches of one payout in one transaction that the user put together', async () => {
    const payout = [0, 1, 2].reduce((whole, batch) => withBatch(whole, batch, { attempt }), planned(1))
    const { transfers } = queued(planned())
    const { context } = contextOf({ made: [queued(payout, PAYOUT_HASH, { transfers })] })
    context.payouts.write(payout)
    const found = await reconcile(context, payout.id)
    expect([0, 1, 2].map((batch) => batchAt(found, batch)?.attempt?.submission)).toMatchObject([
      { inLargerBatch: true },
      { inLargerBatch: true },
      { inLargerBatch: true },
    ])
  })

  test('error: an equal payment from before the request, seen only later, is not the answer', async () => {
    const payout = withBatch(planned(), 0, { attempt })
    for (const [made, isFound] of [
      [{ block: 9n }, false],
      [{ block: 10n }, true],
      [{ nonce: 3n }, false],
      [{ nonce: 4n }, true],
      [{ nonce: 4n, block: 9n }, false],
    ] as const) {
      const one = queued(payout, PAYOUT_HASH, made)
      for (const transfers of [one.transfers, [...one.transfers, ...one.transfers]]) {
        const { context } = contextOf({ made: [{ ...one, transfers }] })
        context.payouts.write(payout)
        expect(batchAt(await reconcile(context, payout.id), 0)?.attempt?.submission !== null).toBe(isFound)
      }
    }
  })

  test('behavior: finds a batch requested later in the same transaction as earlier ones', async () => {
    const { transfers } = queued(planned())
    const payout = withBatch(planned(1), 0, { attempt })
    const { context } = contextOf({ made: [queued(payout, PAYOUT_HASH, { transfers })] })
    context.payouts.write(payout)
    const first = await reconcile(context, payout.id)
    if (first) context.payouts.write(withBatch(first, 1, { attempt }))
    const second = await reconcile(context, payout.id)
    expect([0, 1, 2].map((batch) => batchAt(second, batch)?.attempt?.submission?.kind)).toEqual([
      'proposed',
      'proposed',
      undefined,
    ])
  })

  test('error: keeps an answer, whatever equal payments exist', async () => {
    const payout = withBatch(planned(1), 1, { attempt })
    const [mine, other] = [queued(payout), queued(payout, REJECTION_HASH)]
    const answered = withBatch(payout, 0, { attempt: { ...attempt, submission: mine.submission } })
    const { context } = contextOf({ made: [other, mine] })
    const written = context.payouts.write(answered)
    expect((await reconcile(context, payout.id))?.attempts[0]).toEqual(written.attempts[0])
  })

  test('error: a payment without a transaction is not an answer', async () => {
    const payout = withBatch(planned(), 0, { attempt })
    const { context } = contextOf({ made: [queued(payout, PAYOUT_HASH, { submission: null })] })
    const written = context.payouts.write(payout)
    expect(await reconcile(context, payout.id)).toEqual(written)
    expect(context.payouts.read(payout.id)?.revision).toBe(written.revision)
  })

  test('error: a payment without a transaction does not hide the real answer', async () => {
    const payout = withBatch(planned(), 0, { attempt })
    const nameless = queued(payout, REJECTION_HASH, { submission: null })
    const { context } = contextOf({ made: [nameless, queued(payout)] })
    context.payouts.write(payout)
    expect(batchAt(await reconcile(context, payout.id), 0)?.attempt?.submission).toMatchObject({
      safeTxHash: PAYOUT_HASH,
      inLargerBatch: false,
    })
  })

  test('error: does not rewrite a payout that was deleted during the reads', async () => {
    const payout = withBatch(planned(), 0, { attempt })
    const { context } = contextOf({ made: [queued(payout)] })
    context.payouts.write(payout)
    const account = {
      ...context.account,
      recentPayments: async (since: Since) => {
        context.payouts.remove(payout.id)
        return context.account.recentPayments(since)
      },
    }
    expect(await reconcile({ ...context, account }, payout.id)).toBeNull()
    expect(context.payouts.list().payouts).toEqual([])
  })

  test('behavior: accepts an answer within the clock skew, but not one without a time', async () => {
    const unread = { ...attempt, at: 10_000_000, position: null }
    const payout = withBatch(planned(), 0, { attempt: unread })
    for (const [at, isFound] of [
      [10_000_000 - CLOCK_SKEW, true],
      [10_000_000 - CLOCK_SKEW - 1, false],
      [null, false],
    ] as const) {
      const { context } = contextOf({ made: [queued(payout, PAYOUT_HASH, { at })] })
      context.payouts.write(payout)
      expect(batchAt(await reconcile(context, payout.id), 0)?.attempt?.submission !== null).toBe(isFound)
    }
  })

  test('error: a wallet’s transaction with other payments beside the rows is not the answer', async () => {
    const payout = withBatch(planned(), 0, { attempt })
    const { transfers, submission } = queued(payout)
    const sent = {
      kind: 'sent',
      from: SAFE,
      calls: submission?.calls ?? [],
      hash: txHash(1),
      nonce: 7n,
      since: 9n,
    } as const
    const more = { submission: sent, transfers: [...transfers, ...transfers] }
    const { context } = contextOf({ made: [queued(payout, PAYOUT_HASH, more)] })
    context.payouts.write(payout)
    expect(batchAt(await reconcile(context, payout.id), 0)?.attempt?.submission).toBeNull()
  })

  test('error: one payment answers one request, not two, and nobody guesses which', async () => {
    const payouts = [planned(), planned()].map((one) => withBatch(one, 0, { attempt }))
    const { context } = contextOf({ made: payouts[0] ? [queued(payouts[0])] : [] })
    for (const payout of payouts) context.payouts.write(payout)
    const answers = []
    for (const { id } of payouts)
      answers.push(batchAt(await reconcile(context, id), 0)?.attempt?.submission?.kind)
    expect(answers).toEqual([undefined, undefined])
  })

  test('error: only a later payment is the answer if earlier ones could not be read', async () => {
    const unread = { ...attempt, at: 10_000_000, position: null }
    const payout = withBatch(planned(), 0, { attempt: unread })
    const [old, young] = [
      queued(payout, REJECTION_HASH, { at: 5_000 }),
      queued(payout, PAYOUT_HASH, { at: 10_000_001 }),
    ]
    const { context } = contextOf({ made: [old, young] })
    context.payouts.write(payout)
    expect(batchAt(await reconcile(context, payout.id), 0)?.attempt?.submission).toMatchObject({
      safeTxHash: PAYOUT_HASH,
    })
  })
})

describe('the records of an account', () => {
  const NOW = 1_795_300_000_000
  const call = (value: bigint, token: typeof USDT | null = USDT) => fromTransfer({ token, to: PAYEE, value })
  const calls = [call(5n)]
  const position = { block: 9n, nonce: 4n }
  const asked = anAttempt({ account: SAFE, kind: 'eoa', calls, at: NOW, position })
  const other = { ...asked, id: 'b' }

  const sent = (digit = 'a', its = calls): Extract<Submission, { kind: 'sent' }> => ({
    kind: 'sent',
    from: SAFE,
    calls: its,
    hash: hashOf(digit),
    nonce: 7n,
    since: 9n,
  })
  const proposed = (digit = 'a', its = calls, inLargerBatch = false): Submission => ({
    kind: 'proposed',
    safe: SAFE,
    calls: its,
    inLargerBatch,
    safeTxHash: hashOf(digit) as typeof PAYOUT_HASH,
  })
  const answered = (submission: Submission): Fact => ({ kind: 'answered', at: 1, submission })
  const foundBy = (by: 'content' | 'person', submission: Submission): Fact => ({
    kind: 'found',
    at: NOW,
    submission,
    by,
  })
  const made = (submission: Submission | null, some: Partial<RecentPayment> = {}): RecentPayment => ({
    id: hashOf('a'),
    submission,
    reported: 'sent',
    at: NOW + 1,
    ...some,
    transfers: some.transfers ?? transfersOf(submission?.calls ?? calls),
  })

  /** An account with these records, its sources' reports, and the requests made to them. */
  function accountWith(
    attempts: readonly Attempt[],
    payments: readonly RecentPayment[],
    how: {
      readonly kind?: 'eoa' | 'safe'
      readonly statuses?: readonly PaymentStatus[] | Error
      readonly timeOf?: AdoptContext['timeOf']
      /** Happens while the lists are read. */
      readonly meanwhile?: (facts: (id: string, fact: Fact) => void) => void
    } = {},
  ) {
    const book = ledger(memoryStorage().storage, SAFE)
    book.append(attempts)
    const looked: Since[] = []
    const polled: Submission[] = []
    const context: AdoptContext = {
      ledger: book,
      now: () => NOW,
      timeOf: how.timeOf ?? (async () => null),
      account: {
        kind: how.kind ?? 'eoa',
        recentPayments: async (since) => {
          looked.push(since)
          how.meanwhile?.((id, fact) => void book.add(id, fact))
          return { payments, gaps: [], position, time: null }
        },
        status: async (submission) => {
          polled.push(submission)
          if (how.statuses instanceof Error) throw how.statuses
          return how.statuses ?? []
        },
      },
    }
    const factsOf = (id: string) => book.list().attempts.find((one) => one.id === id)?.facts
    const adopt = (...wanted: readonly string[]) => adoptAnswers(context, new Set(wanted))
    return { context, looked, polled, factsOf, adopt }
  }

  test('behavior: a wallet’s transaction with exactly the content is the answer', async () => {
    const { adopt, factsOf, looked } = accountWith([asked], [made(sent())])
    expect(await adopt('a')).toEqual([])
    expect(factsOf('a')).toEqual([foundBy('content', sent())])
    expect(looked).toEqual([{ at: NOW - 2 * DAY, block: 9n, tokens: [USDT] }])
  })

  test('behavior: are read only for what is wanted and still open', async () => {
    const bnb = { ...other, at: NOW + 5, calls: [call(5n, null)], position: { block: 20n, nonce: 4n } }
    const done = { ...asked, id: 'c', at: 1, facts: [answered(sent('c'))] }
    const { adopt, looked } = accountWith([asked, bnb, done], [])
    expect(await adopt('b', 'c')).toEqual([])
    expect(looked).toEqual([{ at: NOW + 5 - 2 * DAY, block: 20n, tokens: [] }])
    expect(await adopt('c', 'unknown')).toEqual([])
    expect(looked).toHaveLength(1)
  })

  test('error: an answer that arrives while the lists are read stays the only one', async () => {
    const answer = answered(sent('c'))
    const { adopt, factsOf } = accountWith([asked], [made(sent())], { meanwhile: (add) => add('a', answer) })
    expect(await adopt('a')).toEqual([])
    expect(factsOf('a')).toEqual([answer])
  })

  test('error: of two payments that fit, a person says which', async () => {
    const payments = [made(sent()), made(sent('c'), { id: hashOf('c') })]
    const { adopt, factsOf, context } = accountWith([asked], payments)
    expect(await adopt('a')).toEqual([{ attempt: asked, payments }])
    expect(factsOf('a')).toEqual([])
    for (const payment of payments.slice(1)) chooseAnswer(context, asked, payment)
    expect(factsOf('a')).toEqual([foundBy('person', sent('c'))])
  })

  test('error: a payment that was chosen for one of two requests cannot be chosen for the other as well', async () => {
    const { adopt, factsOf, context } = accountWith([asked, other], [made(sent())])
    const undecided = await adopt('a', 'b')
    expect(undecided.map(({ attempt: { id } }) => id)).toEqual(['a', 'b'])
    // The page still shows both when the second is pressed.
    for (const { attempt: one, payments } of undecided) {
      for (const payment of payments) chooseAnswer(context, one, payment)
    }
    expect(factsOf('a')).toEqual([foundBy('person', sent())])
    expect(factsOf('b')).toEqual([])
  })

  test('error: a payment without a transaction cannot be chosen as the answer', () => {
    const { factsOf, context } = accountWith([asked], [])
    chooseAnswer(context, asked, made(null))
    expect(factsOf('a')).toEqual([])
  })

  test('error: of two requests that one payment fits, a person says which', async () => {
    const payments = [made(sent())]
    const { adopt, factsOf } = accountWith([asked, other], payments)
    expect(await adopt('a')).toEqual([{ attempt: asked, payments }])
    expect(factsOf('a')).toEqual([])
  })

  test.each<[string, readonly PaymentStatus[] | Error, 'asked' | 'taken' | 'answer']>([
    [
      'a person says of which it is, while the other one is pending',
      [{ kind: 'pending', hash: hashOf('c') }],
      'asked',
    ],
    ['a person says of which it is, if the other one can’t be read', new Error('down'), 'asked'],
    [
      'it is not the answer, if it is seen to be the other one',
      [{ kind: 'paid', hash: hashOf('a') }],
      'taken',
    ],
    ['it is the answer, if another one paid the other', [{ kind: 'paid', hash: hashOf('d') }], 'answer'],
    [
      'it is the answer, if the other one failed',
      [{ kind: 'not-paid', why: 'failed', hash: hashOf('c') }],
      'answer',
    ],
  ])(
    'error: of a payment that may be an equal one that a wallet sped up, %s',
    async (_, statuses, outcome) => {
      const equal = { ...other, facts: [answered(sent('c'))] }
      const payment = made(sent())
      const { adopt, factsOf, polled } = accountWith([asked, equal], [payment], { statuses })
      expect(await adopt('a')).toEqual(outcome === 'asked' ? [{ attempt: asked, payments: [payment] }] : [])
      expect(factsOf('a')).toEqual(outcome === 'answer' ? [foundBy('content', sent())] : [])
      expect(polled).toEqual([sent('c')])
    },
  )

  test('behavior: a request whose own transaction is listed takes no other one', async () => {
    const equal = { ...other, facts: [answered(sent('c'))] }
    const payments = [made(sent('c'), { id: hashOf('c') }), made(sent())]
    const { adopt, factsOf, polled } = accountWith([asked, equal], payments)
    expect(await adopt('a')).toEqual([])
    expect(factsOf('a')).toEqual([foundBy('content', sent())])
    expect(polled).toEqual([])
  })

  test('error: what a file claims takes no transaction from a request made here', async () => {
    const file = (facts: readonly Fact[]) => ({ ...other, restored: true, facts })
    for (const facts of [[], [answered(sent())]]) {
      const { adopt, factsOf } = accountWith([asked, file(facts)], [made(sent())])
      expect(await adopt('a')).toEqual([])
      expect(factsOf('a')).toEqual([foundBy('content', sent())])
    }
    const own = { ...asked, facts: [answered(sent())] }
    const { adopt, factsOf } = accountWith([own, file([])], [made(sent())])
    expect(await adopt('b')).toEqual([])
    expect(factsOf('b')).toEqual([])
  })

  test.each<[string, Fact, readonly bigint[], boolean]>([
    ['both, if the other is in it with others, too', answered(proposed('a', calls, true)), [5n, 5n], true],
    ['not both, if it holds the payment once', answered(proposed('a', calls, true)), [5n], false],
    ['not both, if the other was proposed alone', answered(proposed()), [5n, 5n], false],
    ['not both, if the other was sent by a wallet', answered(sent()), [5n, 5n], false],
  ])('behavior: a batch that a person put together answers %s', async (_, fact, values, isFound) => {
    const whole = proposed(
      'a',
      values.map((value) => call(value)),
    )
    const records = [asked, { ...other, facts: [fact] }].map((one) => ({ ...one, kind: 'safe' as const }))
    const { adopt, factsOf } = accountWith(records, [made(whole)], { kind: 'safe' })
    expect(await adopt('a')).toEqual([])
    expect(factsOf('a')).toEqual(isFound ? [foundBy('content', proposed('a', calls, true))] : [])
  })

  test.each<[string, Partial<RecentPayment>, number | null | Error, boolean]>([
    ['whose block is a day later, to the millisecond', { at: null }, NOW + DAY, true],
    ['whose block is later than that', { at: null }, NOW + DAY + 1, false],
    ['whose block nobody dates', { at: null }, null, false],
    ['whose block cannot be read', { at: null }, new Error('down'), false],
    ['that its source dates a day later', { at: NOW + DAY }, null, true],
    ['that its source dates later than that', { at: NOW + DAY + 1 }, NOW, false],
    ['that nothing dates but its execution', { listedAt: null }, null, false],
  ])('behavior: a transaction %s', async (_, some, time, isFound) => {
    const payment = made(sent(), some)
    const { adopt, factsOf } = accountWith([asked], [payment], {
      timeOf: async (hash) => {
        if (time instanceof Error) throw time
        return hash === hashOf('a') ? time : null
      },
    })
    expect(await adopt('a')).toEqual(isFound ? [] : [{ attempt: asked, payments: [payment] }])
    expect(factsOf('a')).toEqual(isFound ? [foundBy('content', sent())] : [])
  })

  test.each([
    ['by its own clock', { at: NOW }, -30_000, true],
    ['by its own clock', { at: NOW }, -30_001, false],
    ['by the chain’s clock, if it is known', { at: NOW + DAY, time: NOW }, -30_000, true],
    ['by the chain’s clock, if it is known', { at: NOW - DAY, time: NOW }, -30_001, false],
  ])(
    'error: a proposal that was listed before the request is no answer, %s',
    async (_, some, after, isFound) => {
      const one = { ...asked, ...some, kind: 'safe' } as const
      // It was executed after the request, and its nonce was open at the time.
      const payment = made(proposed(), { at: NOW + 60_000, listedAt: NOW + after, nonce: position.nonce })
      const { adopt, factsOf } = accountWith([one], [payment], { kind: 'safe' })
      expect(await adopt('a')).toEqual(isFound ? [] : [{ attempt: one, payments: [payment] }])
      expect(factsOf('a')).toHaveLength(isFound ? 1 : 0)
    },
  )

  test('error: a proposal is not dated by the block of a transaction', async () => {
    const payment = made(proposed(), { at: null })
    const timeOf = async () => NOW
    const { adopt } = accountWith([{ ...asked, kind: 'safe' }], [payment], { kind: 'safe', timeOf })
    expect(await adopt('a')).toMatchObject([{ payments: [payment] }])
  })

  test.each<[string, number, number, boolean]>([
    // Paid half an hour before the request.
    ['an hour behind', -3_600_000, 1_800_000, false],
    ['an hour behind', -3_600_000, 3_601_000, true],
    ['an hour ahead', 3_600_000, -3_599_000, true],
  ])('error: a device’s clock that is %s finds no answer by itself', async (_, error, after, isPossible) => {
    // The chain has the right time. Earlier payments could not be read when it was asked.
    const one = { ...asked, position: null, time: null }
    const payment = made(sent(), { at: one.at + after })
    const { context, factsOf } = accountWith([one], [payment])
    const account = {
      ...context.account,
      recentPayments: async () => ({ payments: [payment], gaps: [], position, time: NOW - error }),
    }
    expect(await adoptAnswers({ ...context, account }, new Set(['a']))).toEqual(
      isPossible ? [{ attempt: one, payments: [payment] }] : [],
    )
    expect(factsOf('a')).toEqual([])
  })

  test.each<[string, number, number | null, boolean]>([
    ['a minute off or less', 60_000, null, true],
    ['further off', 60_001, null, false],
    ['further off, which the chain’s own time of the request makes up for', 3_600_000, NOW, true],
  ])('behavior: a device’s clock that is %s', async (_, error, time, isFound) => {
    const one = { ...asked, time }
    const payment = made(sent())
    const { context, factsOf } = accountWith([one], [payment])
    const account = {
      ...context.account,
      recentPayments: async () => ({ payments: [payment], gaps: [], position, time: NOW - error }),
    }
    await adoptAnswers({ ...context, account }, new Set(['a']))
    expect(factsOf('a')).toHaveLength(isFound ? 1 : 0)
  })

  test('behavior: the day is counted by the chain’s clock where the request knows it', async () => {
    const late = { ...asked, time: NOW - 60_000 }
    for (const [after, isFound] of [
      [DAY - 60_000, true],
      [DAY - 59_999, false],
    ] as const) {
      const { adopt, factsOf } = accountWith([late], [made(sent(), { at: NOW + after })])
      await adopt('a')
      expect(factsOf('a')).toHaveLength(isFound ? 1 : 0)
    }
  })

  describe('a batch of a wallet', () => {
    const both = [call(5n), call(7n)]
    const batch = { ...asked, calls: both }
    const asName = (since: bigint | null): Submission => ({
      kind: 'batched',
      from: SAFE,
      calls: both,
      id: 'a',
      hashes: [],
      since,
    })
    const lost: PaymentStatus = { kind: 'unknown', why: 'no-answer', hash: null }
    const says: PaymentStatus = { kind: 'unknown', why: 'wallet-says-done', hash: null }
    const pending: PaymentStatus = { kind: 'pending', hash: null }

    test.each<[string, readonly PaymentStatus[] | Error, boolean]>([
      ['is known to the wallet that follows it', [lost, pending], true],
      ['is known to the wallet that says what became of it', [says, lost], true],
      ['is not known to a wallet without an answer', [lost, lost], false],
      ['is not known to a wallet that says nothing', [], false],
      ['is not known to a wallet that fails', new Error('down'), false],
    ])('behavior: %s', async (_, statuses, isKnown) => {
      const { adopt, factsOf, polled } = accountWith([batch], [], { statuses })
      expect(await adopt('a')).toEqual([])
      expect(polled).toEqual([asName(9n)])
      expect(factsOf('a')).toEqual(isKnown ? [foundBy('content', asName(9n))] : [])
    })

    test('behavior: is asked for once where its wallet answered with its name', async () => {
      const own = { ...batch, facts: [answered(asName(9n))] }
      const { adopt, factsOf, polled } = accountWith([own], [], { statuses: [lost, lost] })
      await adopt('a')
      expect(polled).toEqual([asName(9n)])
      expect(factsOf('a')).toEqual(own.facts)
    })

    test('behavior: is known without a block, too', async () => {
      const { adopt, factsOf } = accountWith([{ ...batch, position: null }], [], { statuses: [pending] })
      await adopt('a')
      expect(factsOf('a')).toEqual([foundBy('content', asName(null))])
    })

    const named = { ...batch, facts: [answered({ ...asName(9n), id: 'theirs' } as Submission)] }
    const hashes = [hashOf('a')]
    const logged = made(
      { kind: 'batched', from: SAFE, calls: both, id: '', hashes, since: null },
      { at: null },
    )
    const timeOf = async () => NOW + 1

    test('error: that its wallet has forgotten is found in the logs of its tokens', async () => {
      const { adopt, factsOf, polled } = accountWith([named], [logged], { statuses: [lost, lost], timeOf })
      expect(await adopt('a')).toEqual([])
      expect(polled).toMatchObject([{ id: 'theirs' }, { id: 'a' }])
      expect(factsOf('a')?.at(-1)).toEqual(
        foundBy('content', { ...asName(9n), id: 'theirs', hashes } as Submission),
      )
    })

    test('error: that its wallet still follows is not looked for, and another request takes nothing of it', async () => {
      const one = accountWith([named], [logged], { statuses: [pending, pending], timeOf })
      expect(await one.adopt('a')).toEqual([])
      expect(one.factsOf('a')).toEqual(named.facts)
      const single = { ...named, calls, facts: [answered({ ...asName(9n), calls } as Submission)] }
      const two = accountWith([single, other], [made(sent())], { statuses: [lost], timeOf })
      expect((await two.adopt('b')).map(({ attempt: { id } }) => id)).toEqual(['b'])
      expect(two.factsOf('b')).toEqual([])
    })

    test.each<[string, Attempt, 'eoa' | 'safe']>([
      ['a single payment', asked, 'eoa'],
      ['what only a file says', { ...batch, restored: true }, 'eoa'],
      ['a Safe’s proposal', { ...batch, kind: 'safe' }, 'safe'],
    ])('error: the wallet is not asked about %s', async (_, attempt, kind) => {
      const { adopt, polled, factsOf } = accountWith([attempt], [], { kind, statuses: [pending] })
      expect(await adopt('a')).toEqual([])
      expect(polled).toEqual([])
      expect(factsOf('a')).toEqual([])
    })
  })

  test.each<[string, Partial<Attempt>, Submission, string | null]>([
    ['a proposal of another payment', { facts: [answered(proposed())] }, proposed(), 'unknown-result'],
    ['a transaction of another payment', { facts: [answered(sent())] }, sent(), 'unknown-result'],
    [
      'what a person put together with another payment',
      { facts: [answered(proposed())] },
      proposed('a', calls, true),
      'unknown-result',
    ],
    ['a batch that has both', { facts: [answered(proposed('a', calls, true))] }, proposed(), null],
    [
      'a proposal that only a file claims',
      { restored: true, facts: [answered(proposed())] },
      proposed(),
      null,
    ],
    [
      'one of the transactions of a batch',
      { facts: [answered({ ...sent(), kind: 'batched', id: 'x', hashes: [hashOf('b'), hashOf('a')] })] },
      sent(),
      'unknown-result',
    ],
    ['a new proposal', { facts: [answered(proposed('b'))] }, proposed(), null],
    ['the answer of a request beside an unanswered one', {}, proposed(), null],
    ['an answer that its own request has already', { id: 'own', facts: [answered(sent())] }, sent(), null],
  ])('error: an account that answers with %s', (_, some, submission, kind) => {
    const unrelated = { ...other, facts: [answered(sent('d'))] }
    const refuse = () => refuseTaken([unrelated, { ...asked, ...some }], submission, 'own')
    if (kind === null) expect(refuse).not.toThrow()
    else expect(refuse).toThrow(expect.objectContaining({ kind }))
  })
})
