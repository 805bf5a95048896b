import { describe, expect, test } from 'vitest'
import type { EarlierPayment } from '#domain/ledger/earlierPayments.ts'
import { type Payment, planPayout } from '#domain/payout/Payout.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { requested } from '#tests/support/backupWorld.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { earlierTitle, earlierWords } from './PaidBeforeNotice.tsx'

const NOW = new Date(2026, 10, 27, 9, 0).getTime()
const AT = new Date(2026, 10, 26, 12, 12).getTime()
const units = (count: bigint) => count * 10n ** 18n
const own = { id: 'own', since: 0, until: 0 }

const row = (count: bigint, some: Partial<Payment> = {}): Payment => ({
  payee: payeeAt(1),
  amount: { token: usdt, value: units(count) },
  note: null,
  reference: null,
  ...some,
})
const earlier = (count: bigint, some: Partial<EarlierPayment['payment']> = {}): EarlierPayment => ({
  payment: {
    id: 'a',
    submission: null,
    reported: 'sent',
    at: AT,
    transfers: [{ token: usdt.address, to: payeeAt(1), value: units(count) }],
    ...some,
  },
  rows: [0],
  isOld: false,
  isPaid: true,
})
const words = (one: EarlierPayment, rows: readonly Payment[]) => [
  earlierTitle([one], rows),
  earlierWords(one, rows, [], NOW),
]

describe('an earlier payment', () => {
  test('behavior: of the same amount is named with its amount and its time', () => {
    expect(words(earlier(250n), [row(250n)])).toEqual([
      'This payment was already sent or is under way.',
      'You paid 250 USDT on 26 Nov at 12:12',
    ])
  })

  test('error: of another amount is never called this payment', () => {
    expect(words(earlier(250n), [row(300n, { answers: own })])).toEqual([
      'You may already have paid this request.',
      'You paid 250 USDT on 26 Nov at 12:12, which may be for this request',
    ])
  })

  test('error: for another request is never called this payment, even in the same amount', () => {
    const other = earlier(250n, { requests: ['other'] })
    expect(words(other, [row(250n, { answers: own })])).toEqual([
      'You already paid the same amount to this recipient, for another request.',
      'You paid 250 USDT on 26 Nov at 12:12 for another request',
    ])
  })

  test('behavior: for the same request in another amount says so', () => {
    expect(words(earlier(250n, { requests: ['own'] }), [row(300n, { answers: own })])[0]).toBe(
      'You may already have paid this request.',
    )
  })

  test('error: that got no answer may have been sent, and is not said to be', () => {
    const asked = earlier(250n, { reported: 'asked' })
    expect(words(asked, [row(250n)])[0]).toBe('This payment may already have been sent.')
    expect(words(asked, [row(250n), row(1n)])[0]).toBe('1 of these 2 payments may already have been sent.')
    // The title follows the one that was sent.
    expect(earlierTitle([asked, earlier(250n)], [row(250n)])).toBe(
      'This payment was already sent or is under way.',
    )
  })

  test('error: is called paid only where that is proven', () => {
    const sent = { ...earlier(250n), isPaid: false }
    expect(earlierWords(sent, [row(250n)], [], NOW)).toBe('You sent 250 USDT on 26 Nov at 12:12')
    const logged = { ...earlier(250n, { reported: 'logged' }), isPaid: false }
    // One node alone may make up a log.
    expect(earlierWords(logged, [row(250n)], [], NOW)).toMatch(/^You sent 250 USDT/)
  })

  test('behavior: that waits says where, and how much of a list it is', () => {
    const transfers = [1n, 2n].map((count) => ({ token: usdt.address, to: payeeAt(1), value: units(count) }))
    const queued = { ...earlier(0n, { reported: 'queued', transfers }), rows: [0, 1], isPaid: false }
    expect(words(queued, [row(1n), row(2n), row(3n)])).toEqual([
      '2 of these 3 payments were already sent or are under way.',
      'Proposed in the Safe, 26 Nov 2026, 12:12: 2 payments, 3 USDT',
    ])
  })

  test('behavior: from last year has its year', () => {
    const at = new Date(2025, 10, 26, 12, 12).getTime()
    expect(earlierWords(earlier(5n, { at }), [row(5n)], [], NOW)).toBe(
      'You paid 5 USDT on 26 Nov 2025 at 12:12',
    )
  })
})

test('behavior: an earlier payment is called by the title of its payout, and by its note without one', () => {
  const payout = planPayout({ address: payeeAt(9), kind: 'eoa' }, [row(250n, { note: '#: 1' })], 1, AT)
  const made = requested(payout, 0, { at: AT, hash: word(7) })
  const one = earlier(250n, { id: word(7) })
  const said = (title?: string) => earlierWords(one, [row(250n)], [{ ...made, ...(title && { title }) }], NOW)
  expect(said('Autumn reels')).toBe('You paid 250 USDT on 26 Nov at 12:12 (“Autumn reels”)')
  expect(said()).toBe('You paid 250 USDT on 26 Nov at 12:12 (“#: 1”)')
})
