import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { type DraftChecks, isAnswered, payeeDoubts, withTicks } from '#domain/payee/checkPayee.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import {
  emptyPaymentDraft,
  type PaymentDraft,
  readPaymentDraft,
  settlePayee,
  withPayeeName,
  withText,
} from './paymentDraft.ts'

const payer = payeeAt(9)
const draftOf = (payee: string): PaymentDraft =>
  withText(withText(emptyPaymentDraft, 'payee', payee), 'amount', '1.5')

/** The page's findings about the payee of a draft. */
function checksOf(draft: PaymentDraft, known: readonly Address[] = [], contracts: readonly Address[] = []) {
  const { payee } = readPaymentDraft(draft, payer)
  const doubts = payee.ok ? payeeDoubts([payee], { paid: known, saved: [] }, new Set(contracts)) : []
  return { doubts, unread: [], isBusy: false } satisfies DraftChecks
}

/** The payment that the page takes to its review; null while something prevents it. */
function reviewable(draft: PaymentDraft, checks: DraftChecks) {
  return isAnswered(checks, draft.ticks) ? readPaymentDraft(draft, payer).payment : null
}

describe('one payment', () => {
  test.each([
    ['0x…dEaD', '0x000000000000000000000000000000000000dEaD'],
    ['0xEeee…EEeE', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
    ['a precompile', `0x${'4'.padStart(40, '0')}`],
    ['MultiSend', '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526'],
    ['a Safe singleton', '0x3E5c63644E683549055b9Be8653de26E0B4CD36E'],
    ['a token', '0x55d398326f99059fF775485246999027B3197955'],
    ['the own account', payer],
  ])('error: cannot go to %s (A15)', (_, payee) => {
    const read = readPaymentDraft(draftOf(payee), payer)
    expect(read).toMatchObject({ payment: null, faults: { payee: expect.stringMatching(/\.$/) } })
    expect(reviewable(draftOf(payee), checksOf(draftOf(payee)))).toBeNull()
  })

  test('behavior: goes to its review if nothing is doubtful', () => {
    const draft = draftOf(payeeAt(1))
    const payment = reviewable(draft, checksOf(draft, [payeeAt(1), payeeAt(2)]))
    expect(payment).toMatchObject({ payee: payeeAt(1), amount: { value: 15n * 10n ** 17n } })
  })

  test.each<[string, string, readonly Address[]]>([
    ['an address all in lower case', payeeAt(1).toLowerCase(), []],
    ['an address all in upper case', `0x${payeeAt(1).slice(2).toUpperCase()}`, []],
    ['a contract', SAFE, [SAFE]],
  ])('error: %s needs confirmation, and is not an error (A15)', (_, payee, contracts) => {
    const draft = draftOf(payee)
    expect(readPaymentDraft(draft, payer)).toMatchObject({
      payment: { payee: expect.anything() },
      faults: {},
    })
    const checks = checksOf(draft, [], contracts)
    expect(checks.doubts).toHaveLength(1)
    expect(reviewable(draft, checks)).toBeNull()
    const answered = checks.doubts.reduce((before, { id }) => withTicks(before, [id], true), draft)
    expect(reviewable(answered, checks)).not.toBeNull()
    const takenBack = withTicks(answered, [checks.doubts[0]?.id ?? ''], false)
    expect(reviewable(takenBack, checks)).toBeNull()
  })

  test('error: a confirmation is lost with another address, even if the first is typed again (A15)', () => {
    const draft = withTicks(draftOf(SAFE), [`contract/${SAFE}`], true)
    expect(withText(draft, 'amount', '2').ticks.size).toBe(1)
    expect(withText(draft, 'payee', SAFE).ticks.size).toBe(1)
    const again = withText(withText(draft, 'payee', payeeAt(1)), 'payee', SAFE)
    expect(again.ticks.size).toBe(0)
    expect(reviewable(again, checksOf(again, [], [SAFE]))).toBeNull()
  })

  test('error: waits while the payee is being checked (A15)', () => {
    const draft = draftOf(payeeAt(1))
    expect(reviewable(draft, { ...checksOf(draft), isBusy: true })).toBeNull()
  })
})

describe('one payment to a name', () => {
  const found = { name: 'ada.bnb', address: payeeAt(1), at: 5 }

  test('behavior: goes to the address that the name led to, and keeps the name', () => {
    const read = readPaymentDraft(withPayeeName(draftOf(' ADA.bnb '), found), payer)
    expect(read).toMatchObject({ payment: { payee: payeeAt(1), entered: { name: 'ada.bnb', at: 5 } } })
    expect(readPaymentDraft(draftOf(payeeAt(1)), payer)).not.toHaveProperty('payment.entered')
  })

  test('error: a late answer about another name changes nothing, and other text forgets the answer', () => {
    for (const typed of ['ada.bnb.', 'eve.bnb', payeeAt(2), ''])
      expect(withPayeeName(draftOf(typed), found)).toEqual(draftOf(typed))
    const changed = withText(withPayeeName(draftOf('ada.bnb'), found), 'payee', 'eve.bnb')
    expect(withText(changed, 'payee', 'ada.bnb')).toEqual(draftOf('ada.bnb'))
  })

  test('error: an answer about what the name meant before does not count for what it means now', () => {
    const answered = withTicks(draftOf('ada.bnb'), ['x'], true)
    expect(withPayeeName(answered, found).ticks.size).toBe(0)
  })

  test('error: an address that looks like a known one must be entered again, whichever way it came', () => {
    const known = `${found.address.slice(0, 6)}${'7'.repeat(32)}${found.address.slice(-4)}` as Address
    const draft = withPayeeName(draftOf('ada.bnb'), found)
    const checks = checksOf(draft, [known])
    expect(checks.doubts).toMatchObject([{ kind: 'look-alike', payee: found.address }])
    expect(reviewable(draft, checks)).toBeNull()
  })
})

describe('a pasted payment link', () => {
  const usdt = '0x55d398326f99059fF775485246999027B3197955'
  const link = `ethereum:${usdt}@56/transfer?address=${payeeAt(1)}&uint256=5500000000000000000`

  test('behavior: fills in recipient, token and amount', () => {
    const draft = withText(emptyPaymentDraft, 'payee', link)
    expect(draft).toMatchObject({ payee: payeeAt(1), token: { symbol: 'USDT' }, amount: '5.5' })
    expect(readPaymentDraft(draft, payer).payment).toMatchObject({
      payee: payeeAt(1),
      amount: { value: 55n * 10n ** 17n, token: { symbol: 'USDT' } },
    })
  })

  test('behavior: in BNB fills in the wei', () => {
    const draft = withText(
      { ...emptyPaymentDraft, amount: '7' },
      'payee',
      `ethereum:${payeeAt(1)}@56?value=15e17`,
    )
    expect(draft).toMatchObject({ payee: payeeAt(1), token: { symbol: 'BNB' }, amount: '1.5' })
  })

  test.each([`ethereum:${payeeAt(1)}`, `ethereum:${payeeAt(1)}?value=15e17`, `Address: ${payeeAt(1)}`])(
    'behavior: %s fills in the recipient only',
    (text) => {
      const draft = { ...emptyPaymentDraft, amount: '7' }
      expect(withText(draft, 'payee', text)).toEqual({ ...draft, payee: payeeAt(1) })
    },
  )

  test.each([
    ['USDT: %', 'USDT'],
    ['% (USDC BEP20)', 'USDC'],
    ['My FDUSD address: %', 'FDUSD'],
    // The name of the network, and two tokens of which nobody knows which one is meant.
    ['BNB: %', 'BNB'],
    ['USDT/USDC (BEP20): %', 'BNB'],
  ])('behavior: words around an address that name one token choose it: %s', (words, symbol) => {
    const draft = withText(emptyPaymentDraft, 'payee', words.replace('%', payeeAt(1)))
    expect(draft).toMatchObject({ payee: payeeAt(1), token: { symbol }, amount: '' })
  })

  test.each(['amount=1.5', 'value=1e18&amount=2', 'token=USDT', 'uint256=5e18'])(
    'error: with a parameter that could mean other money is refused: %s',
    (parameters) => {
      const text = `ethereum:${payeeAt(1)}@56?${parameters}`
      const draft = withText(emptyPaymentDraft, 'payee', text)
      expect(draft).toEqual({ ...emptyPaymentDraft, payee: text })
      expect(readPaymentDraft(draft, payer)).toMatchObject({ payee: { fault: { kind: 'payment-link' } } })
    },
  )

  test('behavior: replaces another recipient, whatever was in the field', () => {
    for (const before of [payeeAt(2), link.replace(payeeAt(1), payeeAt(2)).slice(0, -1), `${payeeAt(3)}.`])
      expect(withText({ ...emptyPaymentDraft, payee: before }, 'payee', link)).toMatchObject({
        payee: payeeAt(1),
        amount: '5.5',
      })
  })

  test('behavior: is read once it was typed, when the person leaves the field', () => {
    let draft: PaymentDraft = emptyPaymentDraft
    for (let end = 1; end <= link.length; end++) draft = withText(draft, 'payee', link.slice(0, end))
    expect(draft.payee).toBe(link)
    expect(settlePayee(draft)).toEqual(withText(emptyPaymentDraft, 'payee', link))
  })

  test('behavior: an address without a checksum keeps its digits, so that the doubt stays', () => {
    const draft = withText(emptyPaymentDraft, 'payee', `ethereum:${payeeAt(1).toLowerCase()}@56`)
    expect(draft.payee).toBe(payeeAt(1).toLowerCase())
    expect(checksOf(draft).doubts).toMatchObject([{ kind: 'no-checksum' }])
  })

  test('error: for a token that is not offered is refused, and nothing is filled in', () => {
    const text = link.replace(usdt, payeeAt(3))
    const draft = withText(emptyPaymentDraft, 'payee', text)
    expect(draft).toEqual({ ...emptyPaymentDraft, payee: text })
    expect(readPaymentDraft(draft, payer)).toMatchObject({
      payee: { ok: false, fault: { kind: 'other-token' } },
      payment: null,
    })
  })
})
