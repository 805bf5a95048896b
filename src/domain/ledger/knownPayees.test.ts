import { describe, expect, test } from 'vitest'
import type { Submission } from '#account/Submission.ts'
import { fromTransfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { anAttempt } from '#tests/support/attempts.ts'
import { hashOf } from '#tests/support/backupWorld.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { PAYEE, USDT } from '#tests/support/safeExamples.ts'
import { type Attempt, type Fact, paidAsMuch, payeesOf, unprovenOf } from './Attempt.ts'

const NOW = 1_795_300_000_000
const calls = [1, 2, 1].map((payee) => fromTransfer({ token: USDT, to: payeeAt(payee), value: 5n }))
const submission: Submission = {
  kind: 'sent',
  from: PAYEE,
  calls,
  hash: hashOf('a'),
  nonce: 7n,
  since: 5n,
}
const attempt = anAttempt({ account: PAYEE, kind: 'eoa', calls, at: NOW })
const rejected: Fact = { kind: 'rejected', at: NOW }
const answered: Fact = { kind: 'answered', at: NOW, submission }
const paid = (...places: readonly number[]): Fact => ({ kind: 'paid', at: NOW, calls: places })

describe('the payees whom an account knows', () => {
  test.each<[string, Partial<Attempt>, readonly number[]]>([
    ['are those proven paid', { facts: [answered, paid(1)] }, [2]],
    ['are nobody whom it asks for now', {}, []],
    ['are nobody in a proposal or transaction that is still open', { facts: [answered] }, []],
    ['are not those that the person rejected', { facts: [rejected] }, []],
    ['are not those of a file, whatever it says', { restored: true, facts: [answered, paid(0, 1, 2)] }, []],
    [
      'are not the contracts of other calls',
      {
        calls: [{ to: USDT, value: 0n, data: '0x12345678' }, ...calls.slice(1, 2)],
        facts: [answered, paid(0, 1)],
      },
      [2],
    ],
  ])('behavior: %s', (_, some, payees) => {
    expect(payeesOf([{ ...attempt, ...some }])).toEqual(payees.map(payeeAt))
  })

  test('behavior: come from every attempt, each once', () => {
    const proven = { ...attempt, facts: [answered, paid(0, 1, 2)] }
    const other = { ...proven, calls: [fromTransfer({ token: null, to: payeeAt(3), value: 1n })] }
    expect(payeesOf([proven, { ...proven, restored: true }, proven, other])).toEqual([1, 2, 3].map(payeeAt))
  })
})

describe('the attempts of which it is not known whether they paid', () => {
  test('behavior: are those with an answer that nothing proves paid, newest first', () => {
    const open = [2, 9, 5].map((at): Attempt => ({ ...attempt, at, facts: [answered] }))
    const others: readonly Attempt[] = [
      attempt,
      { ...attempt, facts: [rejected] },
      { ...attempt, facts: [answered, paid(0)] },
      { ...attempt, facts: [answered], restored: true },
    ]
    expect(unprovenOf([...others, ...open]).map(({ at }) => at)).toEqual([9, 5, 2])
  })
})

describe('an amount is usual for a payee', () => {
  const usdt = Token.find(USDT) ?? Token.BNB
  const isUsual = (some: Partial<Attempt>, value: bigint, payee = payeeAt(1), token = usdt) =>
    paidAsMuch([{ ...attempt, ...some }])(payee, { token, value })
  const proven = { facts: [answered, paid(0)] }

  test('behavior: if as much or more was paid to them in this token', () => {
    expect([4n, 5n, 6n].map((value) => isUsual(proven, value))).toEqual([true, true, false])
    // An address without its checksum is the same address.
    expect(isUsual(proven, 5n, payeeAt(1).toLowerCase() as ReturnType<typeof payeeAt>)).toBe(true)
  })

  test.each([
    [3n, 7n],
    [7n, 3n],
  ])('behavior: the most counts, whether paid last or first: %d, then %d', (...values) => {
    const paidOnce = (value: bigint): Attempt => ({
      ...attempt,
      calls: [fromTransfer({ token: USDT, to: payeeAt(1), value })],
      facts: [answered, paid(0)],
    })
    const isPaidAsMuch = paidAsMuch(values.map(paidOnce))
    expect([7n, 8n].map((value) => isPaidAsMuch(payeeAt(1), { token: usdt, value }))).toEqual([true, false])
  })

  test.each<[string, () => boolean]>([
    ['another payee', () => isUsual(proven, 5n, payeeAt(2))],
    ['its being as little as can be', () => isUsual(proven, 1n, payeeAt(2))],
    ['its being nothing', () => isUsual(proven, 0n, payeeAt(2))],
    ['another token', () => isUsual(proven, 5n, payeeAt(1), Token.BNB)],
    ['a payment that is not proven', () => isUsual({ facts: [answered] }, 5n)],
    ['a record from a file', () => isUsual({ ...proven, restored: true }, 5n)],
  ])('error: not because of %s', (_, isSaid) => {
    expect(isSaid()).toBe(false)
  })
})
