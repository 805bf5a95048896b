import { describe, expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { type Payment, type Payout, planPayout } from '#domain/payout/Payout.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { matching, recipientsOf, type SuggestedRecipient } from './RecipientField.tsx'

const payer = { address: payeeAt(0), kind: 'eoa' } as const
const payment = (payee: number, value: bigint, name?: string): Payment => ({
  payee: payeeAt(payee),
  amount: { token: Token.BNB, value },
  note: null,
  reference: null,
  ...(name && { name }),
})
const payout = (createdAt: number, ...rows: Payment[]): Payout => planPayout(payer, rows, 10, createdAt)

describe('everyone the account knows', () => {
  test('is listed once: the latest payout first, then the history, then the owners', () => {
    const payouts = [payout(20, payment(2, 7n)), payout(10, payment(1, 5n), payment(2, 3n))]
    const found = recipientsOf(payouts, [], [payeeAt(1), payeeAt(3)], [payeeAt(3), payeeAt(4)])
    expect(found.map(({ address, why }) => [address, why])).toEqual([
      [payeeAt(2), 'payout'],
      [payeeAt(1), 'payout'],
      [payeeAt(3), 'history'],
      [payeeAt(4), 'owner'],
    ])
    expect(found[0]?.latest).toEqual({ amount: { token: Token.BNB, value: 7n }, createdAt: 20 })
  })

  test('keeps the latest name, also when a later payout has none', () => {
    const payouts = [
      payout(30, payment(1, 1n)),
      payout(20, payment(1, 1n, 'Dana Dances')),
      payout(10, payment(1, 1n, 'D.')),
    ]
    expect(recipientsOf(payouts, [], [], [])[0]?.name).toBe('Dana Dances')
  })
})

describe('what was typed', () => {
  const one = (index: number, name: string | null): SuggestedRecipient => ({
    address: payeeAt(index),
    name,
    latest: null,
    why: 'history',
  })
  const all = [one(1, 'Dana Dances'), one(2, 'Eli Eats'), one(3, null)]

  test.each([
    ['', [1, 2, 3]],
    [' dan', [1]],
    ['EATS', [2]],
    [payeeAt(3).slice(0, 8).toLowerCase(), [3]],
    [payeeAt(3).slice(-6), [3]],
    ['0x', []],
    ['nobody', []],
  ])('"%s" matches names and addresses in any case', (typed, places) => {
    expect(matching(all, typed).map(({ address }) => address)).toEqual(places.map(payeeAt))
  })
})
