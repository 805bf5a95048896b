import { describe, expect, test } from 'vitest'
import type * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { emptyPaymentDraft } from '#domain/draft/paymentDraft.ts'
import { noLabels, type Payment } from '#domain/payout/Payout.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { requestPath } from '#domain/shared/paths.ts'
import { readLink } from '#pages/pay/requests/requestRows.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { usualRequest } from '#tests/support/requests.ts'
import {
  initialPayState,
  type PayAction,
  type PayState,
  type PendingReview,
  payReducer,
  payStep,
} from './usePayFlow.ts'

const PAYER = payeeAt(9)
const textOf = (index: number) =>
  encodeRequest({
    request: { ...usualRequest, payee: payeeAt(index) },
    signature: null,
    proof: null,
  })
const linkOf = (index: number) => readLink(textOf(index))
const none = readLink('')

const payment = (index: number, line?: number): Payment => ({
  payee: payeeAt(index),
  amount: { token: Token.BNB, value: 1n } satisfies Amount.Amount,
  note: null,
  reference: null,
  ...(line !== undefined && { line }),
})
const reduce = (state: PayState, ...actions: readonly PayAction[]) => actions.reduce(payReducer, state)
const review = {
  type: 'review-started',
  review: {
    from: 'list',
    payments: [payment(1, 2), payment(2, 5)],
    skipped: [{ line: 3, reason: 'No' }],
    belongs: noLabels,
    payer: PAYER,
  },
} as const satisfies PayAction
const payees = ({ requests }: PayState) => requests.map(({ signed }) => signed.request.payee)

describe('request links', () => {
  const opened = initialPayState(linkOf(1))

  test('a link opens with its request, and no link opens with none', () => {
    expect(payees(opened)).toEqual([payeeAt(1)])
    expect(payees(initialPayState(none))).toEqual([])
  })

  test('another link shows its request alone and drops the review of the first (A24)', () => {
    const next = reduce(opened, review, { type: 'link-followed', linked: linkOf(2) })
    expect(payees(next)).toEqual([payeeAt(2)])
    expect(next).toMatchObject({ review: null, link: textOf(2) })
  })

  test('requests collected beside the first link do not show under the second (A24)', () => {
    const both = [...opened.requests, ...initialPayState(linkOf(3)).requests]
    const next = reduce(
      opened,
      { type: 'requests-changed', requests: both },
      { type: 'link-followed', linked: linkOf(2) },
    )
    expect(payees(next)).toEqual([payeeAt(2)])
  })

  test('a link that cannot be read shows no request, not even the one before it (A24)', () => {
    const damaged = readLink(textOf(2).replace('1250.5', '1251.5'))
    const next = reduce(opened, review, { type: 'link-followed', linked: damaged })
    expect(next).toMatchObject({ requests: [], review: null })
  })

  test('the same link changes nothing, and a link that is gone leaves its requests', () => {
    expect(reduce(opened, { type: 'link-followed', linked: linkOf(1) })).toBe(opened)
    const left = reduce(opened, { type: 'link-followed', linked: none })
    expect(left).toEqual({ ...opened, link: '' })
    expect(reduce(left, { type: 'link-followed', linked: linkOf(1) })).toEqual(opened)
  })
})

describe('the review', () => {
  const reviewed = reduce(initialPayState(none), review)

  test('payments that are left out are listed with their line and the reason', () => {
    const next = reduce(reviewed, { type: 'payments-left-out', places: new Set([0]) })
    expect(next.review?.payments).toEqual([payment(2, 5)])
    expect(next.review?.skipped.map(({ line }) => line)).toEqual([2, 3])
  })

  test('says why it ended until the next one starts', () => {
    const changed = reduce(reviewed, { type: 'review-left', why: 'account-changed' })
    expect(changed).toMatchObject({ review: null, ended: 'account-changed' })
    expect(reduce(changed, { type: 'review-left' })).toBe(changed)
    expect(reduce(changed, review).ended).toBeNull()
    expect(reduce(reviewed, { type: 'review-left' }).ended).toBeNull()
  })

  test('a submitted payment empties what it was filled in from, and nothing else', () => {
    const draft = { ...emptyPaymentDraft, token: Token.USDT, payee: 'x', amount: '1' }
    const filled = reduce(initialPayState(linkOf(1)), { type: 'draft-changed', draft })
    const submitted = (from: PendingReview['from']) =>
      reduce(
        filled,
        {
          ...review,
          review: { from, payments: [payment(1)], skipped: [], belongs: noLabels, payer: PAYER },
        },
        { type: 'submitted' },
      )
    expect(submitted('one')).toEqual({ ...filled, draft: { ...emptyPaymentDraft, token: Token.USDT } })
    expect(submitted('requests')).toEqual({ ...filled, requests: [] })
    expect(submitted('list')).toEqual(filled)
  })
})

describe('lists', () => {
  test('every list that is opened gets a turn of its own, and each account has its own list', () => {
    const open = { type: 'list-opened', source: { kind: 'typed' } } as const
    const state = reduce(
      initialPayState(none),
      { ...open, account: PAYER },
      { type: 'list-closed', account: PAYER },
      { ...open, account: PAYER },
      { ...open, account: payeeAt(8) },
    )
    expect(state.lists.get(PAYER)).toEqual({ source: { kind: 'typed' }, turn: 2 })
    expect(state.lists.get(payeeAt(8))?.turn).toBe(1)
  })
})

describe('the step of a path', () => {
  const [empty, requested] = [initialPayState(none), initialPayState(linkOf(1))]
  test.each([
    ['/pay', empty, 'one'],
    ['/pay', requested, 'one'],
    ['/pay/list', empty, 'list'],
    ['/pay/requests', empty, 'requests'],
    [requestPath('pay', textOf(1)), requested, 'requests'],
    ['/pay/review', empty, 'one'],
    ['/pay/review', reduce(empty, review), 'review'],
    ['/pay', reduce(empty, review), 'one'],
  ] as const)('%s (case %#) is what the person chose', (path, state, step) => {
    expect(payStep(path, state)).toBe(step)
  })
})

test('the token that was paid last is chosen first', () => {
  expect(initialPayState(none, Token.USDT).draft.token).toBe(Token.USDT)
})
