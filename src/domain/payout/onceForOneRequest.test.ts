import { describe, expect, test } from 'vitest'
import type { Submission } from '#account/Submission.ts'
import { transfersOf } from '#chain/money/Call.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { readDraftRows } from '#domain/draft/parsedDraft.ts'
import { draftOfPayout } from '#domain/draft/payoutText.ts'
import { hashOf } from '#tests/support/backupWorld.ts'
import { contextOf, noConsent, payoutRow } from '#tests/support/payoutContext.ts'
import { SAFE, USDT } from '#tests/support/safeExamples.ts'
import { batchCalls, type Payment, planPayout, type UsdRate } from './Payout.ts'
import { payBatch } from './payBatch.ts'

/** The payer's clock, in ms. */
const NOW = 1_795_300_000_000
const DAY = 86_400_000

/** A rate of one and the same request of $250. */
const rateOf = (madeAt: number, readAt: number, link = 'the-same-link'): UsdRate => ({
  cents: 25_000n,
  tolerance: 100,
  madeAt,
  until: madeAt + 30 * 86_400,
  price: { value: 61_240_000_000n, at: readAt },
  readAt,
  link,
})

/** A payout that answers the request with this many base units. */
const answer = (value: bigint, rate: UsdRate) =>
  planPayout({ address: SAFE, kind: 'safe' }, [{ ...payoutRow(value), rate }], 1, rate.readAt)

/** Pays the same request twice, the second time at another price. */
async function payTwice(
  madeAt: number,
  firstAt: number,
  secondAt: number,
  { status, link }: { readonly status?: PaymentStatus; readonly link?: string } = {},
) {
  let now = firstAt
  const { context: usual, asked } = contextOf(status ? { status } : {})
  const context = { ...usual, now: () => now }
  const first = context.payouts.write(answer(1_000n, rateOf(madeAt, firstAt)))
  expect(await payBatch(context, first.id, 0, noConsent)).toMatchObject({ kind: 'submitted' })
  now = secondAt
  const second = context.payouts.write(answer(1_010n, rateOf(madeAt, secondAt, link)))
  const result = await payBatch(context, second.id, 0, noConsent)
  return { kind: result.kind, asked }
}

describe('one request in US dollars is never paid twice without the typed words', () => {
  test('behavior: with equal clocks the second payment is found', async () => {
    expect(await payTwice(NOW / 1_000 - 60, NOW, NOW + 600_000)).toEqual({ kind: 'found', asked: [1] })
  })

  test.each([
    ['the maker’s clock is two minutes ahead', NOW / 1_000 + 120],
    ['a hostile link says that it was made in an hour', NOW / 1_000 + 3_600],
    ['a hostile link says that it was made in the year 2099', 4_070_908_800],
  ])('error: not if %s', async (_, madeAt) => {
    expect(await payTwice(madeAt, NOW, NOW + 60_000)).toEqual({ kind: 'found', asked: [1] })
  })

  test('error: not if the payer’s clock is three minutes behind', async () => {
    expect(await payTwice(NOW / 1_000 + 180, NOW + 60_000, NOW + 240_000)).toEqual({
      kind: 'found',
      asked: [1],
    })
  })

  test('error: not if it was paid eight days ago and is payable for thirty', async () => {
    const status: PaymentStatus = { kind: 'paid', hash: hashOf('a') }
    const paid = await payTwice(NOW / 1_000 - 60, NOW, NOW + 8 * DAY, { status })
    expect(paid).toEqual({ kind: 'found', asked: [1] })
  })

  test.each([
    ['a day before it was first opened here, whatever its link says', -DAY, true],
    ['earlier than that', -DAY - 1, false],
  ])('behavior: what another browser paid %s', async (_, after, isFound) => {
    const opened = NOW - 5 * DAY
    const rate = { ...rateOf(4_070_908_800, NOW), openedAt: opened }
    const calls = batchCalls(planPayout({ address: SAFE, kind: 'safe' }, [payoutRow(77n)], 1, 0), {
      rows: [0],
    })
    const submission: Submission = {
      kind: 'proposed',
      safe: SAFE,
      inLargerBatch: false,
      calls,
      safeTxHash: hashOf('d') as never,
    }
    const { context: usual } = contextOf({
      made: [
        { id: hashOf('d'), submission, reported: 'sent', transfers: transfersOf(calls), at: opened + after },
      ],
    })
    const context = { ...usual, now: () => NOW }
    const payout = context.payouts.write(answer(1_000n, rate))
    const result = await payBatch(context, payout.id, 0, noConsent)
    expect(result.kind).toBe(isFound ? 'found' : 'submitted')
  })

  test('behavior: another request of the same payee is another payment, of which this browser knows', async () => {
    const paid = await payTwice(NOW / 1_000 - 60, NOW, NOW + 60_000, { link: 'another-link' })
    expect(paid).toEqual({ kind: 'submitted', asked: [1, 1] })
  })

  test('error: a row that begins as a new list still finds what another browser paid for its request', async () => {
    const row: Payment = { ...payoutRow(10n ** 17n), rate: rateOf(NOW / 1_000 - 86_400, NOW) }
    // The amount of a request in dollars is of its time, so it is entered again.
    const filled = {
      ...draftOfPayout({ rows: [row] }),
      fill: new Map([[2, { amount: '0.101', token: USDT }]]),
    }
    const [read] = (await readDraftRows(filled, SAFE)).rows
    if (!read?.read.ok) throw new Error('It was not read')
    const entered: Payment = { ...read.read.payment, note: null, reference: null }
    const calls = batchCalls(planPayout({ address: SAFE, kind: 'safe' }, [payoutRow(10n ** 17n)], 1, 0), {
      rows: [0],
    })
    const { context: usual } = contextOf({
      made: [
        {
          id: hashOf('d'),
          submission: {
            kind: 'proposed',
            safe: SAFE,
            inLargerBatch: false,
            calls,
            safeTxHash: hashOf('d') as never,
          },
          reported: 'sent',
          transfers: [{ token: row.amount.token.address, to: row.payee, value: 10n ** 17n }],
          at: NOW - 3_600_000,
        },
      ],
    })
    const context = { ...usual, now: () => NOW }
    const payout = context.payouts.write(planPayout({ address: SAFE, kind: 'safe' }, [entered], 1, NOW))
    expect(await payBatch(context, payout.id, 0, noConsent)).toMatchObject({ kind: 'found' })
    // The list is stored, and still answers that request after a reload.
    expect(context.payouts.read(payout.id)?.rows[0]?.answers).toEqual(entered.answers)
  })
})
