import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { type PayeeChecks, payeeDoubts } from '#domain/payee/checkPayee.ts'
import { payeeAt } from '../../../tests/support/payeeAt.ts'
import { SAFE } from '../../../tests/support/safeExamples.ts'
import {
  emptyDraft,
  type PaymentDraft,
  parsePayment,
  readDraftPayee,
  reviewablePayment,
  withAnswer,
  withText,
} from './paymentDraft.ts'

const payer = payeeAt(9)
const draftOf = (payee: string): PaymentDraft =>
  withText(withText(emptyDraft, 'payee', payee), 'amount', '1.5')

/** The page's findings about the payee of a draft. */
function checksOf(draft: PaymentDraft, known: readonly Address[] = [], contracts: readonly Address[] = []) {
  const payee = readDraftPayee(draft, payer)
  const codes = new Map(contracts.map((address) => [address, true]))
  const doubts = payee.ok ? payeeDoubts([payee], { paid: known, saved: [] }, codes) : []
  return { doubts, unread: [], isBusy: false } satisfies PayeeChecks
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
    const parsed = parsePayment(draftOf(payee), payer)
    expect(parsed).toMatchObject({ ok: false, faults: { payee: expect.stringMatching(/\.$/) } })
    expect(reviewablePayment(draftOf(payee), payer, checksOf(draftOf(payee)))).toBeNull()
  })

  test('behavior: goes to its review if nothing is doubtful', () => {
    const draft = draftOf(payeeAt(1))
    const payment = reviewablePayment(draft, payer, checksOf(draft, [payeeAt(1), payeeAt(2)]))
    expect(payment).toMatchObject({ payee: payeeAt(1), amount: { value: 15n * 10n ** 17n } })
  })

  test.each<[string, string, readonly Address[]]>([
    ['an address all in lower case', payeeAt(1).toLowerCase(), []],
    ['an address all in upper case', `0x${payeeAt(1).slice(2).toUpperCase()}`, []],
    ['a contract', SAFE, [SAFE]],
  ])('error: %s needs confirmation, and is not an error (A15)', (_, payee, contracts) => {
    const draft = draftOf(payee)
    expect(parsePayment(draft, payer).ok).toBe(true)
    const checks = checksOf(draft, [], contracts)
    expect(checks.doubts).toHaveLength(1)
    expect(reviewablePayment(draft, payer, checks)).toBeNull()
    const answered = checks.doubts.reduce((before, { id }) => withAnswer(before, id, true), draft)
    expect(reviewablePayment(answered, payer, checks)).not.toBeNull()
    const takenBack = withAnswer(answered, checks.doubts[0]?.id ?? '', false)
    expect(reviewablePayment(takenBack, payer, checks)).toBeNull()
  })

  test('error: a confirmation is lost with another address, even if the first is typed again (A15)', () => {
    const draft = withAnswer(draftOf(SAFE), `contract/${SAFE}`, true)
    expect(withText(draft, 'amount', '2').answers.size).toBe(1)
    expect(withText(draft, 'payee', SAFE).answers.size).toBe(1)
    const again = withText(withText(draft, 'payee', payeeAt(1)), 'payee', SAFE)
    expect(again.answers.size).toBe(0)
    expect(reviewablePayment(again, payer, checksOf(again, [], [SAFE]))).toBeNull()
  })

  test('error: waits while the payee is being checked (A15)', () => {
    const draft = draftOf(payeeAt(1))
    expect(reviewablePayment(draft, payer, { ...checksOf(draft), isBusy: true })).toBeNull()
  })
})
