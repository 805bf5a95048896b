import type { Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import type { RecentPayment, Since } from '#account/Activity.ts'
import type { Submission } from '#account/Submission.ts'
import type { Address } from '#chain/money/Address.ts'
import { type Call, fromTransfer, type Transfer, transfersOf } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { batchCalls, type Payout, planPayout, withRetry } from '#domain/payout/Payout.ts'
import { LOOK_BACK } from '#domain/shared/calendar.ts'
import { withBatch } from '#tests/support/attempts.ts'
import { txHash } from '#tests/support/fakeSafe.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payoutRow, planned, queued } from '#tests/support/payoutContext.ts'
import { PAYEE, PAYOUT_HASH, REJECTION_HASH, SAFE } from '#tests/support/safeExamples.ts'
import {
  type AboutToPay,
  type AnsweredRequest,
  findEarlierPayments,
  isContained,
  isSameContent,
  matchPayments,
  mergePayments,
  recordedPayments,
} from './earlierPayments.ts'

const hash = txHash(1)
const NOW = 100 * 86_400_000

/** Calls that pay these amounts of USDT to one payee. */
function callsFor(...values: readonly bigint[]): readonly Call[] {
  const rows = values.map((value) => payoutRow(value))
  const payout = planPayout({ address: SAFE, kind: 'safe' }, rows, rows.length, 0)
  const [batch] = payout.batches
  return batch ? batchCalls(payout, batch) : []
}

/** An earlier payment of these amounts. */
function made(id: string, ...values: readonly bigint[]): RecentPayment {
  const calls = callsFor(...values)
  return {
    id,
    submission: { kind: 'proposed', safe: SAFE, calls, safeTxHash: PAYOUT_HASH, inLargerBatch: false },
    reported: 'queued',
    transfers: transfersOf(calls),
    at: 2_000,
  }
}

const paid: PaymentStatus = { kind: 'paid', hash }
const notPaid: PaymentStatus = { kind: 'not-paid', why: 'failed', hash }
const unknown: PaymentStatus = { kind: 'unknown', why: 'not-visible', hash }

/** A transfer of BNB, which pays none of the calls above. */
const bnb = transfersOf([{ to: SAFE, value: 5n, data: '0x' }])

const noRequests: readonly AnsweredRequest[] = []
const answering = (...since: readonly (number | null)[]) =>
  since.map((one) => (one === null ? null : { id: 'request', since: one, until: NOW + 1 }))

/** The matches among earlier payments whose calls have these statuses, in order. */
async function findWith(
  statuses: readonly PaymentStatus[] | Error,
  payments: readonly RecentPayment[],
  calls: readonly Call[],
  how: {
    readonly requests?: readonly (AnsweredRequest | null)[]
    /** The time of the transaction's block; by default the time that its source reports. */
    readonly madeAt?: number | null | Error | ((hash: Hash) => number)
    /** The time by the clock of the device or the chain. */
    readonly time?: number | null
  } = {},
) {
  const { requests = noRequests, madeAt = payments[0]?.at ?? null, time = NOW } = how
  const asked: Submission[] = []
  const account = {
    status: async (submission: Submission) => {
      asked.push(submission)
      if (statuses instanceof Error) throw statuses
      return statuses
    },
    recentPayments: async () => ({
      payments,
      gaps: [],
      position: { block: 9n, nonce: 1n },
      time,
    }),
  }
  const timeOf = async (of: Hash) => {
    if (madeAt instanceof Error) throw madeAt
    return typeof madeAt === 'function' ? madeAt(of) : madeAt
  }
  const context = { account, attempts: [], unreadable: 0, now: () => NOW, timeOf }
  const { found } = await findEarlierPayments(context, { calls, requests, own: null }, false)
  expect(asked).not.toContain(null)
  return found
}

describe('a row for a request in US dollars', () => {
  test('behavior: matches any amount to its payee in its token since the request was made', () => {
    const calls = callsFor(5n, 7n)
    const rowsOf = (payments: readonly RecentPayment[], since: readonly (number | null)[]) =>
      matchPayments({ calls, requests: answering(...since) }, payments).map(({ rows }) => rows)
    expect(rowsOf([made('a', 6n)], [2_000, null])).toEqual([[0]])
    expect(rowsOf([made('a', 6n)], [2_001, null])).toEqual([])
    expect(rowsOf([{ ...made('a', 6n), at: null }], [2_001, null])).toEqual([[0]])
    // It is unknown which of two rows was meant, so both are reported.
    expect(rowsOf([made('a', 6n)], [2_000, 2_000])).toEqual([[0, 1]])
    expect(rowsOf([made('a', 7n)], [2_000, 2_000])).toEqual([[0, 1]])
    // One of its transfers is enough.
    expect(
      rowsOf([{ ...made('a', 6n), transfers: [...bnb, ...made('a', 6n).transfers] }], [0, null]),
    ).toEqual([[0]])
    const [elsewhere] = made('a', 6n).transfers
    const other = (some: object) => ({
      ...made('a'),
      transfers: elsewhere ? [{ ...elsewhere, ...some }] : [],
    })
    expect(rowsOf([other({ to: SAFE })], [0, 0])).toEqual([])
    expect(rowsOf([other({ token: null })], [0, 0])).toEqual([])
  })

  test.each([
    ['is dropped if it is proven not paid', notPaid, []],
    ['is found if it is paid', paid, [0]],
    ['is found if it is unknown', unknown, [0]],
  ])('behavior: an earlier payment of another amount %s', async (_, status, rows) => {
    const found = await findWith([status], [{ ...made('a', 6n), at: NOW }], callsFor(5n), {
      requests: answering(NOW),
    })
    expect(found.flatMap((one) => one.rows)).toEqual(rows)
    expect(found.every(({ isOld }) => !isOld)).toBe(true)
  })
})

describe('matching rows with earlier payments', () => {
  test('behavior: each transfer matches one row, in row order', () => {
    const calls = callsFor(5n, 7n, 5n, 5n, 9n)
    expect(matchPayments({ calls, requests: [] }, [made('a', 7n, 5n, 5n, 1n)])).toMatchObject([
      { rows: [0, 1, 2] },
    ])
    expect(matchPayments({ calls, requests: [] }, [made('a', 9n, 5n)])).toMatchObject([{ rows: [0, 4] }])
  })

  test('behavior: two payments may match the same row, and both are named', () => {
    const found = matchPayments({ calls: callsFor(5n), requests: [] }, [made('a', 5n), made('b', 5n)])
    expect(found.map(({ payment, rows }) => [payment.id, rows])).toEqual([
      ['a', [0]],
      ['b', [0]],
    ])
  })

  test('behavior: ignores other payments', () => {
    expect(matchPayments({ calls: callsFor(5n), requests: [] }, [made('a', 6n), made('b')])).toEqual([])
  })

  test('error: a smaller transfer of a token that may keep a part of it pays the row, if the amounts are near', () => {
    const fee = payeeAt(90)
    const call = (token: Address | null) => [fromTransfer({ token, to: PAYEE, value: 1_000n })]
    const rowsOf = (token: Address | null, value: bigint, to: Address = PAYEE) =>
      matchPayments({ calls: call(token), requests: noRequests }, [
        { ...made('a'), transfers: [{ token, to, value }] },
      ]).map(({ rows }) => rows)
    expect(rowsOf(fee, 900n)).toEqual([[0]])
    expect(rowsOf(fee, 500n)).toEqual([[0]])
    expect(rowsOf(fee, 499n)).toEqual([])
    expect(rowsOf(fee, 1_001n)).toEqual([])
    expect(rowsOf(fee, 900n, payeeAt(91))).toEqual([])
    // Pinned tokens and BNB arrive whole.
    expect(rowsOf(Token.USDT.address, 900n)).toEqual([])
    expect(rowsOf(null, 900n)).toEqual([])
  })

  test('error: a call that is not a transfer matches nothing', () => {
    const calls: readonly Call[] = [{ to: SAFE, value: 0n, data: '0x12345678' }, ...callsFor(5n)]
    expect(matchPayments({ calls, requests: [] }, [made('a', 5n)])).toMatchObject([{ rows: [1] }])
  })
})

describe('payments that count as made before', () => {
  test('behavior: exclude a payment only if all its matches are proven not paid', async () => {
    const earlier = [made('a', 5n, 7n)]
    const calls = callsFor(5n, 7n)
    expect(await findWith([notPaid, notPaid], earlier, calls)).toEqual([])
    for (const statuses of [
      [notPaid, paid],
      [paid, notPaid],
      [notPaid, unknown],
      [unknown, unknown],
    ])
      expect(await findWith(statuses, earlier, calls)).toMatchObject([{ rows: [0, 1], isOld: false }])
  })

  test('behavior: depend only on the matching payments’ statuses', async () => {
    expect(await findWith([notPaid, paid], [made('a', 5n, 7n)], callsFor(5n))).toEqual([])
    expect(await findWith([paid, notPaid], [made('a', 5n, 7n)], callsFor(7n))).toEqual([])
    expect(await findWith([notPaid, paid], [made('a', 5n, 7n)], callsFor(7n))).toHaveLength(1)
  })

  test('error: include payments without a known status', async () => {
    const calls = callsFor(5n)
    expect(await findWith(new Error('down'), [made('a', 5n)], calls)).toMatchObject([{ isOld: false }])
    expect(await findWith([], [made('a', 5n)], calls)).toMatchObject([{ isOld: false }])
    expect(await findWith([notPaid], [{ ...made('a', 5n), submission: null }], calls)).toHaveLength(1)
  })

  test('error: include an unanswered request, without reading its status', async () => {
    const nothing = new Error('There is nothing to ask about')
    const unanswered = { ...made('a', 5n), submission: null }
    expect(await findWith(nothing, [unanswered], callsFor(5n))).toHaveLength(1)
  })

  test('error: include a transfer that its submission’s calls do not contain, whatever the status', async () => {
    const { submission } = made('a', 7n)
    const odd = { ...made('a', 5n), submission, at: 0 }
    for (const status of [notPaid, paid])
      expect(await findWith([status], [odd], callsFor(5n))).toMatchObject([{ isOld: false }])
    const calls: readonly Call[] = [{ to: SAFE, value: 0n, data: '0x12' }]
    const opaque = submission && { ...submission, calls }
    expect(await findWith([notPaid], [{ ...odd, submission: opaque }], callsFor(5n))).toHaveLength(1)
  })

  test('behavior: need no consent only if proven, and in a block older than the look-back', async () => {
    const at = (time: number | null) => [{ ...made('a', 5n, 7n), at: time }]
    const calls = callsFor(5n, 7n)
    const old = NOW - LOOK_BACK - 1
    expect(await findWith([paid, paid], at(old), calls)).toMatchObject([{ isOld: true }])
    expect(await findWith([paid, paid], at(old + 1), calls)).toMatchObject([{ isOld: false }])
    // A source without a time leaves it to the block.
    expect(await findWith([paid, paid], at(null), calls, { madeAt: old })).toMatchObject([{ isOld: true }])
    for (const statuses of [
      [paid, unknown],
      [unknown, paid],
      [paid, notPaid],
      [unknown, unknown],
    ])
      expect(await findWith(statuses, at(old), calls)).toMatchObject([{ isOld: false }])
  })

  test('error: a record that says it is old decides nothing: the time of the block does', async () => {
    const old = [{ ...made('a', 5n), at: NOW - LOOK_BACK - 1 }]
    for (const madeAt of [NOW - LOOK_BACK, NOW, null])
      expect(await findWith([paid], old, callsFor(5n), { madeAt })).toMatchObject([{ isOld: false }])
  })

  test('behavior: what a module paid needs no consent once two operators date its block before the look-back', async () => {
    const byModule = (operators: number): RecentPayment => ({
      ...made('m', 1n),
      submission: null,
      reported: 'logged',
      hash,
      operators,
    })
    const judged = async (payment: RecentPayment, madeAt: number | null | Error) => {
      const [found] = await findWith([], [payment], callsFor(1n), { madeAt })
      return found && { isOld: found.isOld, isPaid: found.isPaid }
    }
    const before = NOW - LOOK_BACK - 1
    const unproven = { isOld: false, isPaid: false }
    const { hash: _, ...nameless } = byModule(2)
    expect(await judged(byModule(2), before)).toEqual({ isOld: true, isPaid: true })
    expect(await judged(byModule(2), before + 2)).toEqual({ isOld: false, isPaid: true })
    expect(await judged(byModule(1), before)).toEqual(unproven)
    expect(await judged(nameless, before)).toEqual(unproven)
    for (const madeAt of [null, new Error('down')])
      expect(await judged(byModule(2), madeAt)).toEqual(unproven)
    // A log alone does not prove what a proposal or a transaction of the account contained.
    expect(await judged({ ...byModule(2), submission: made('m', 1n).submission }, before)).toEqual(unproven)
  })

  test('error: a payment for a request in dollars is never old while the request can be paid', async () => {
    const old = [{ ...made('a', 5n, 7n), at: NOW - 3 * LOOK_BACK }]
    const request = { id: 'request', since: NOW - 4 * LOOK_BACK, until: NOW + 1 }
    for (const [requests, isOld] of [
      [[request, request], false],
      // One of its rows is enough.
      [[null, request], false],
      [[null, { ...request, until: NOW }], true],
      [[null, null], true],
    ] as const)
      expect(await findWith([paid, paid], old, callsFor(5n, 7n), { requests })).toMatchObject([{ isOld }])
  })

  test('error: one is looked for since the request was made, however long ago, while it can be paid', async () => {
    const lookedFor = async (...requests: readonly (AnsweredRequest | null)[]) => {
      const looked: number[] = []
      const account = {
        status: async () => [paid],
        recentPayments: async ({ at }: Since) => {
          looked.push(at)
          return { payments: [], gaps: [], position: { block: 9n, nonce: 1n }, time: NOW }
        },
      }
      const context = { account, attempts: [], unreadable: 0, now: () => NOW, timeOf: async () => null }
      const about = { calls: callsFor(5n, 6n, 7n), requests, own: null }
      await findEarlierPayments(context, about, false)
      return looked
    }
    const made = (days: number, until: number) => ({ id: 'r', since: NOW - days * 86_400_000, until })
    const month = NOW - 30 * 86_400_000
    expect(await lookedFor(null, made(30, NOW + 1), made(20, NOW + 1))).toEqual([month])
    expect(await lookedFor(made(30, NOW), made(1, NOW + 1))).toEqual([NOW - LOOK_BACK])
  })

  test('error: a payment in two transactions is old only if the blocks of both are', async () => {
    const old = [{ ...made('a', 5n, 7n), at: null }]
    const statuses: readonly PaymentStatus[] = [paid, { kind: 'paid', hash: txHash(2) }]
    for (const young of [hash, txHash(2)]) {
      const madeAt = (of: Hash) => (of === young ? NOW : NOW - LOOK_BACK - 1)
      expect(await findWith(statuses, old, callsFor(5n, 7n), { madeAt })).toMatchObject([
        { isOld: false, isPaid: true },
      ])
    }
  })

  test('error: nothing is old if the chain’s time is not known', async () => {
    const old = [{ ...made('a', 5n), at: null }]
    expect(await findWith([paid], old, callsFor(5n), { madeAt: 0, time: null })).toMatchObject([
      { isOld: false, isPaid: true },
    ])
  })

  test('behavior: a record that says it is young needs no look at its block', async () => {
    let looks = 0
    const count = () => ++looks
    for (const at of [NOW - LOOK_BACK, NOW]) {
      await findWith([paid], [{ ...made('a', 5n), at }], callsFor(5n), { madeAt: count })
    }
    expect(looks).toBe(0)
    await findWith([paid], [{ ...made('a', 5n), at: NOW - LOOK_BACK - 1 }], callsFor(5n), { madeAt: count })
    expect(looks).toBe(1)
  })
})

describe('this browser’s attempts', () => {
  const attempt = { at: 3, position: null, known: [], submission: null }
  const answered = (payout: Payout) => ({ ...attempt, submission: queued(payout).submission })
  const recorded = (payouts: readonly Payout[], own: AboutToPay['own'] = null) =>
    recordedPayments(
      payouts.flatMap(({ attempts }) => attempts),
      own,
    )

  test('behavior: count with and without an answer, but not before the request', () => {
    const payout = withBatch(planned(1), 1, { attempt })
    const other = withBatch(planned(), 0, { attempt: answered(planned()) })
    expect(recorded([payout, other])).toMatchObject([
      { id: payout.attempts[0]?.id, submission: null, reported: 'asked', at: 3, transfers: [{ value: 2n }] },
      { id: PAYOUT_HASH, reported: 'queued', transfers: [{}, {}, {}] },
    ])
    const wallet = { ...other, attempts: other.attempts.map((one) => ({ ...one, kind: 'eoa' as const })) }
    expect(recorded([wallet])).toMatchObject([{ reported: 'sent' }])
  })

  test('error: consent to repeat one unanswered attempt does not cover another', () => {
    const payout = [0, 1].reduce((whole, batch) => withBatch(whole, batch, { attempt }), planned(1))
    const ids = recorded([payout]).map(({ id }) => id)
    expect(ids).toEqual(payout.attempts.map(({ id }) => id))
    expect(new Set(ids).size).toBe(2)
  })

  test('behavior: include earlier attempts for the same rows, but not the other rows of the list', () => {
    const whole = withRetry(withBatch(planned(2), 0, { attempt }), [1], 1)
    const rowsOf = (batch: number) => ({ payout: whole.id, rows: whole.batches[batch]?.rows ?? [] })
    expect(recorded([whole], rowsOf(2))).toMatchObject([
      { id: whole.attempts[0]?.id, transfers: [{ value: 2n }] },
    ])
    expect(recorded([whole], rowsOf(1))).toEqual([])
    expect(recorded([whole], rowsOf(9))).toEqual([])
    expect(recorded([whole], { payout: 'other', rows: [0] })).toMatchObject([{ transfers: [{}, {}] }])
  })

  test('error: what a file says of another row does not hide what paid this one', async () => {
    const payout = withBatch(planned(1), 1, { attempt: answered(planned(1)) })
    const [other] = payout.attempts
    const payment = queued(planned(1))
    const looked: Since[] = []
    const earlierWith = async (restored: boolean) => {
      const context = {
        account: {
          status: async () => [paid],
          recentPayments: async (since: Since) => {
            looked.push(since)
            return {
              payments: [payment],
              gaps: [],
              position: { block: 9n, nonce: 1n },
              time: NOW,
            }
          },
        },
        attempts: other ? [{ ...other, restored }] : [],
        unreadable: 0,
        now: () => NOW,
        timeOf: async () => NOW,
      }
      const calls = [...batchCalls(payout, { rows: [0] }), { to: SAFE, value: 1n, data: '0x' } as const]
      const own = { payout: payout.id, rows: [0] }
      const { found } = await findEarlierPayments(context, { calls, requests: [], own }, false)
      return found.map(({ rows }) => rows)
    }
    expect(await earlierWith(false)).toEqual([])
    expect(await earlierWith(true)).toEqual([[0]])
    expect(looked[0]).toEqual({ at: NOW - LOOK_BACK, block: null, tokens: [Token.USDT.address] })
  })

  describe('of other rows in the same payout', () => {
    /** The rows of a list of two equal payments that this payment pays, when the first row was asked for before. */
    async function foundFor(
      payment: Partial<RecentPayment>,
      token: Token.Token = Token.USDT,
      some: {
        readonly payout?: string
        readonly status?: PaymentStatus
        readonly asked?: readonly number[]
      } = {},
    ) {
      const plan = planPayout(
        { address: SAFE, kind: 'safe' },
        [5n, 5n].map((value) => payoutRow(value, token)),
        1,
        0,
      )
      const calls = batchCalls(plan, { rows: some.asked ?? [0] })
      const submission = {
        ...({ kind: 'proposed', safe: SAFE, calls, safeTxHash: PAYOUT_HASH, inLargerBatch: true } as const),
      }
      const payout = withBatch(plan, 0, { attempt: { ...attempt, submission } })
      const attempts = payout.attempts.map((one) => ({ ...one, calls, rows: some.asked ?? one.rows }))
      const whole = { ...queued(payout), transfers: transfersOf(calls), ...payment }
      const context = {
        account: {
          status: async () => calls.map(() => some.status ?? unknown),
          recentPayments: async () => ({
            payments: [whole],
            gaps: [],
            position: { block: 9n, nonce: 1n },
            time: NOW,
          }),
        },
        attempts,
        unreadable: 0,
        now: () => NOW,
        timeOf: async () => 1,
      }
      const own = { payout: some.payout ?? payout.id, rows: [1] }
      const about = { calls: batchCalls(payout, { rows: [1] }), requests: [], own }
      const { found } = await findEarlierPayments(context, about, false)
      return found.map(({ payment: { id }, rows, isOld }) => [id, rows, ...(isOld ? ['old'] : [])])
    }
    const transfersFor = (...values: readonly bigint[]) => transfersOf(callsFor(...values))

    test('behavior: do not count, though they are equal', async () => {
      expect(await foundFor({})).toEqual([])
      expect(await foundFor({ transfers: transfersFor(5n, 7n) })).toEqual([])
    })

    test('error: do count for another payout', async () => {
      expect(await foundFor({}, Token.USDT, { payout: 'another' })).toEqual([[PAYOUT_HASH, [0]]])
    })

    test('behavior: may be old, which an earlier request of these very rows, alone or with others, never is', async () => {
      const old = { transfers: transfersFor(5n, 5n), at: 1 }
      const of = (...asked: readonly number[]) => foundFor(old, Token.USDT, { status: paid, asked })
      expect(await of(0)).toEqual([[PAYOUT_HASH, [0], 'old']])
      expect(await of(1)).toEqual([[PAYOUT_HASH, [0]]])
      expect(await of(0, 1)).toEqual([[PAYOUT_HASH, [0]]])
    })

    test('error: hide nothing else that their transaction pays', async () => {
      expect(await foundFor({ transfers: transfersFor(5n, 5n) })).toEqual([[PAYOUT_HASH, [0]]])
    })

    test('error: do not hide what a wallet or host named as their answer and that pays this one', async () => {
      const [wrong] = await foundFor({ transfers: transfersFor(7n, 5n, 5n) })
      expect(wrong).toEqual([PAYOUT_HASH, [0]])
    })

    test('behavior: do not count if their token kept a part of them', async () => {
      const token = { address: payeeAt(90), symbol: 'FEE', name: 'Fee', decimals: 18 }
      const part: Transfer = { token: payeeAt(90), to: PAYEE, value: 4n }
      expect(await foundFor({ transfers: [part] }, token)).toEqual([])
    })
  })

  test('error: the time in a file dates nothing', () => {
    const [own] = withBatch(planned(), 0, { attempt: answered(planned()) }).attempts
    expect(own && recordedPayments([{ ...own, restored: true }], null)).toMatchObject([{ at: null }])
  })
})

describe('one payment from a source and from this browser', () => {
  const stored = (submission: RecentPayment['submission'], id = PAYOUT_HASH as string): RecentPayment => ({
    ...made(id, 5n),
    submission,
  })

  test('behavior: is listed once, as this browser has it', () => {
    const mine = { ...made(PAYOUT_HASH, 5n), at: 1 }
    expect(mergePayments([made(PAYOUT_HASH, 5n), made('b', 5n)], [mine])).toEqual([mine, made('b', 5n)])
  })

  test('behavior: is taken from the source for a batch that the user made', () => {
    const { submission } = made('a', 5n)
    const inLargerBatch = submission?.kind === 'proposed' ? { ...submission, inLargerBatch: true } : null
    const whole = made(PAYOUT_HASH, 5n, 7n)
    expect(mergePayments([whole], [stored(inLargerBatch)])).toEqual([whole])
    expect(mergePayments([], [stored(inLargerBatch)])).toEqual([stored(inLargerBatch)])
  })

  test('error: a record from a backup hides nothing else that its transaction paid', () => {
    const mine = made(PAYOUT_HASH, 5n)
    const [beyond] = mergePayments([made(PAYOUT_HASH, 5n, 5n, 7n)], [mine]).slice(1)
    expect(beyond).toEqual({ ...made(PAYOUT_HASH, 5n, 5n, 7n), transfers: made('a', 5n, 7n).transfers })
    // The calls that a Safe's service does not decode add nothing.
    expect(mergePayments([{ ...made(PAYOUT_HASH, 5n), transfers: [] }], [mine])).toEqual([mine])
    // Two batches of one record, each with its own rows, are known together.
    const halves = [made(PAYOUT_HASH, 5n), made(PAYOUT_HASH, 7n)]
    expect(mergePayments([made(PAYOUT_HASH, 5n, 7n)], halves)).toEqual(halves)
  })

  test('error: an unanswered attempt hides nothing that a source reports', () => {
    const open = stored(null, 'ask:1')
    expect(mergePayments([made(REJECTION_HASH, 5n)], [open])).toHaveLength(2)
  })
})

describe('content', () => {
  test('behavior: is the same in any order, but only as a whole', () => {
    const { transfers } = made('a', 5n, 7n, 5n)
    expect(isSameContent(callsFor(7n, 5n, 5n), transfers)).toBe(true)
    expect(isSameContent(callsFor(7n, 7n, 5n), transfers)).toBe(false)
    expect(isSameContent(callsFor(7n, 5n), transfers)).toBe(false)
    expect(isSameContent(callsFor(5n), bnb)).toBe(false)
  })

  test('behavior: is contained if equal transfers occur as often', () => {
    const { transfers } = made('a', 5n, 7n, 5n)
    expect(isContained(callsFor(5n, 5n), transfers)).toBe(true)
    expect(isContained(callsFor(5n, 5n, 5n), transfers)).toBe(false)
    expect(isContained([], transfers)).toBe(true)
    expect(isContained([{ to: SAFE, value: 0n, data: '0x12345678' }], transfers)).toBe(false)
  })

  test('behavior: differs for another token with the same amount', () => {
    const payout = planPayout({ address: SAFE, kind: 'safe' }, [payoutRow(5n, Token.BNB)], 1, 0)
    const [batch] = payout.batches
    expect(isSameContent(batch ? batchCalls(payout, batch) : [], made('a', 5n).transfers)).toBe(false)
  })
})
