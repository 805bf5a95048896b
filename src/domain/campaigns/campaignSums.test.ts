import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { type Payout, planPayout, withRetry } from '#domain/payout/Payout.ts'
import { readTag } from '#domain/shared/tags.ts'
import { withBatch } from '#tests/support/attempts.ts'
import { hashOf, memoryStorage, requested } from '#tests/support/backupWorld.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { anyHostileValue, mutate } from '#tests/support/mutate.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { type Budget, campaignSums, campaignsOf, keptBudgets } from './Budget.ts'

const usdt = Token.pinned[1] ?? Token.BNB
const row = (value: bigint, token = usdt) => ({
  payee: payeeAt(1),
  amount: { token, value },
  note: null,
  reference: null,
})
const budget = (value: bigint, token = usdt): Budget => ({
  account: SAFE,
  tag: 'spring',
  amount: { token, value },
  setAt: 1,
})
/** A payout of the campaign, a batch for each row, the first `asked` of which were requested. */
function payoutOf(
  rows: readonly ReturnType<typeof row>[],
  asked: number,
  some: Partial<Payout> = {},
): Payout {
  const belongs = { run: null, tag: 'spring' }
  const planned = { ...planPayout({ address: SAFE, kind: 'safe' }, rows, 1, 5, [], belongs), ...some }
  return rows
    .slice(0, asked)
    .reduce((payout: Payout, _, at) => requested(payout, at, { at: 20, hash: hashOf('1') }), planned)
}
const paid: PaymentStatus = { kind: 'paid', hash: word(1) }
const notPaid: PaymentStatus = { kind: 'not-paid', why: 'failed', hash: null }
const unknown: PaymentStatus = { kind: 'unknown', why: 'unread', hash: null }
const waiting: PaymentStatus = { kind: 'ready', have: 2, need: 2, turn: { next: 1n, own: 1n } }
const short: PaymentStatus = { kind: 'short', hash: word(1), received: 1n }
const sumOf = (
  payout: Payout,
  statuses: readonly (PaymentStatus | undefined)[],
  budgets: readonly Budget[] = [],
) =>
  campaignSums({ tag: 'spring', payouts: [payout], budgets }, ({ batch }) => {
    const status = statuses[batch]
    return status && [status]
  })

describe('a campaign', () => {
  test('behavior: counts as paid only what arrived whole, and as queued whatever may still move money', () => {
    const payout = payoutOf([row(1n), row(10n), row(100n), row(1_000n), row(10_000n), row(100_000n)], 5)
    expect(sumOf(payout, [paid, unknown, waiting, short, undefined])).toEqual([
      {
        token: usdt,
        planned: 111_111n,
        hasBudget: false,
        paid: 1n,
        short: 1_000n,
        queued: 10_110n,
        unknown: 10n,
        unread: 10_000n,
        left: 100_000n,
      },
    ])
  })

  test('behavior: a request without an answer is queued and unknown', () => {
    const payout = requested(payoutOf([row(7n)], 0), 0, { at: 20, hash: null })
    expect(sumOf(payout, [])).toMatchObject([{ queued: 7n, unknown: 7n, unread: 0n, left: 0n }])
  })

  test('behavior: what is proven unpaid is free again, and what the person left unpaid is not planned', () => {
    expect(sumOf(payoutOf([row(7n)], 1), [notPaid])).toMatchObject([{ planned: 7n, queued: 0n, left: 7n }])
    expect(sumOf(payoutOf([row(7n), row(5n)], 1, { closed: true }), [paid])).toMatchObject([
      { planned: 7n, paid: 7n, left: 0n },
    ])
  })

  test('behavior: a row that was paid twice counts twice, and a budget that is passed says by how much', () => {
    const once = payoutOf([row(7n)], 1)
    const twice = requested(withRetry(once, [0], 1), 1, { at: 30, hash: hashOf('2') })
    expect(sumOf(twice, [paid, { ...paid, hash: word(2) }], [budget(10n)])).toMatchObject([
      { planned: 10n, hasBudget: true, paid: 14n, left: -4n },
    ])
    // In one batch of the Safe, too.
    const attempts = twice.attempts.map((one) => ({
      ...one,
      facts: one.facts.map((fact) =>
        fact.kind === 'answered' && fact.submission.kind === 'proposed'
          ? { ...fact, submission: { ...fact.submission, inLargerBatch: true } }
          : fact,
      ),
    }))
    expect(sumOf({ ...twice, attempts }, [paid, paid])).toMatchObject([{ paid: 14n }])
  })

  test('behavior: never adds up two tokens, and shows a budget without payments', () => {
    const payout = payoutOf([row(7n), row(9n, Token.BNB)], 2)
    expect(sumOf(payout, [paid, paid], [budget(20n)])).toMatchObject([
      { token: usdt, planned: 20n, paid: 7n, left: 13n },
      { token: Token.BNB, planned: 9n, paid: 9n, left: 0n },
    ])
    expect(
      campaignSums({ tag: 'spring', payouts: [], budgets: [budget(20n)] }, () => undefined),
    ).toMatchObject([{ planned: 20n, queued: 0n, paid: 0n, left: 20n }])
  })

  test('behavior: every request is in exactly one sum, and the sums add up', () => {
    const anyStatus = fc.constantFrom(paid, notPaid, unknown, waiting, short, undefined)
    const anyRows = fc.array(
      fc.record({ value: fc.bigInt({ min: 1n, max: 10n ** 30n }), bnb: fc.boolean(), asked: fc.boolean() }),
      { minLength: 1, maxLength: 12 },
    )
    fc.assert(
      fc.property(anyRows, fc.array(anyStatus, { minLength: 12, maxLength: 12 }), (rows, statuses) => {
        const planned = payoutOf(
          rows.map(({ value, bnb }) => row(value, bnb ? Token.BNB : usdt)),
          rows.length,
        )
        const payout = rows.reduce(
          (all: Payout, { asked }, at) => (asked ? all : withBatch(all, at, { attempt: null })),
          planned,
        )
        for (const sum of sumOf(payout, statuses)) {
          const its = rows.flatMap(({ value, bnb, asked }, at) =>
            bnb === (sum.token.address === null) ? [{ value, asked, status: statuses[at] }] : [],
          )
          const total = (is: (one: (typeof its)[number]) => boolean) =>
            its.filter(is).reduce((all, { value }) => all + value, 0n)
          expect(sum.planned).toBe(total(() => true))
          expect(sum.paid).toBe(total(({ asked, status }) => asked && status === paid))
          const free = total(({ asked, status }) => !asked || status === notPaid)
          expect(sum.left).toBe(free)
          expect(sum.short).toBe(total(({ asked, status }) => asked && status === short))
          expect(sum.paid + sum.short + sum.queued + sum.left).toBe(sum.planned)
          expect(sum.unknown + sum.unread <= sum.queued).toBe(true)
        }
      }),
      propertyRuns(150),
    )
  })

  test('behavior: are found by the tags of payouts and of budgets', () => {
    const payouts = [payoutOf([row(1n)], 0), payoutOf([row(1n)], 0, { tag: 'autumn' })]
    const found = campaignsOf(payouts, [budget(5n), { ...budget(5n), tag: 'winter' }])
    expect(found.map(({ tag, payouts: its, budgets }) => [tag, its.length, budgets.length])).toEqual([
      ['autumn', 1, 0],
      ['spring', 1, 1],
      ['winter', 0, 1],
    ])
  })
})

describe('the campaigns of an account', () => {
  const named = (tag: string) => planPayout({ address: SAFE, kind: 'safe' }, [row(1n)], 1, 5, [], { tag })

  test('behavior: are compared without case, and called as they were spelled last', () => {
    const payouts = [named('Herbst 2026'), named('herbst 2026'), named('ÄRA'), named('אביב 🎬')]
    expect(
      campaignsOf(payouts, [budget(5n)]).map(({ tag, ...its }) => [
        tag,
        its.payouts.length,
        its.budgets.length,
      ]),
    ).toEqual([
      ['Herbst 2026', 2, 0],
      ['spring', 0, 1],
      ['ÄRA', 1, 0],
      ['אביב 🎬', 1, 0],
    ])
  })
})

describe('a budget', () => {
  test('behavior: keeps the spelling of its campaign, and replaces one of another case', () => {
    const { storage } = memoryStorage()
    keptBudgets.keep(storage, [{ ...budget(5n), tag: 'spring' }])
    keptBudgets.keep(storage, [{ ...budget(6n), tag: 'Spring' }])
    expect(keptBudgets.read(storage).items).toEqual([{ ...budget(6n), tag: 'Spring' }])
  })

  test('behavior: is read back, one for each token of a campaign', () => {
    const { storage } = memoryStorage()
    keptBudgets.keep(storage, [budget(5n), budget(6n, Token.BNB)])
    keptBudgets.keep(storage, [{ ...budget(9n), setAt: 2 }])
    expect(keptBudgets.read(storage)).toEqual({
      items: [{ ...budget(9n), setAt: 2 }, budget(6n, Token.BNB)],
      unreadable: 0,
    })
  })

  test('error: no change makes it crash or gives it an amount that is none', () => {
    const document = JSON.parse(JSON.stringify(keptBudgets.entry.format(budget(5n))))
    fc.assert(
      fc.property(fc.nat(), anyHostileValue, (seed, value) => {
        const found = keptBudgets.entry.parse(mutate(document, seed, value))
        if (!found) return
        expect(found.amount.value > 0n && Token.pinned.includes(found.amount.token)).toBe(true)
      }),
      propertyRuns(250),
    )
  })
})

test.each([
  ['', { ok: true, tag: null }],
  [' #Spring  2026 ', { ok: true, tag: 'Spring 2026' }],
  ['a,b', { ok: false, fault: 'One campaign only, without a comma.' }],
  ['x'.repeat(31), { ok: false, fault: 'Use at most 30 characters.' }],
])('behavior: "%s" is read as the campaign that it means', (typed, read) => {
  expect(readTag(typed)).toEqual(read)
})
