import type { Address } from '#chain/money/Address.ts'
import type * as Amount from '#chain/money/Amount.ts'
import { asTransfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { ANSWER_LIFE, type Attempt, isRejected, submissionOf } from './Attempt.ts'

/**
 * The payees that an account paid or is paying from here, according to its ledger: proven paid, or requested within
 * the last day and not rejected. A record from a file makes nobody known.
 * @param now ms since the epoch
 */
export function payeesOf(attempts: readonly Attempt[], now: number): readonly Address[] {
  const found = attempts.flatMap((attempt) => {
    if (attempt.restored || isRejected(attempt)) return []
    const isNow = attempt.at >= now - ANSWER_LIFE
    const paid = new Set(attempt.facts.flatMap((fact) => (fact.kind === 'paid' ? fact.calls : [])))
    return attempt.calls.flatMap((call, at) => {
      const transfer = isNow || paid.has(at) ? asTransfer(call) : null
      return transfer ? [transfer.to] : []
    })
  })
  return [...new Set(found)]
}

/**
 * True if the account is proven to have paid this payee at least as much of this token before, according to its ledger:
 * then an amount is not unusual for them. A record from a file proves nothing.
 */
export function paidAsMuch(attempts: readonly Attempt[]): (payee: Address, amount: Amount.Amount) => boolean {
  const most = new Map<string, bigint>()
  const keyOf = (payee: Address, token: Address | null) =>
    `${payee}/${Token.key({ address: token })}`.toLowerCase()
  for (const { restored, facts, calls } of attempts) {
    if (restored) continue
    for (const place of facts.flatMap((fact) => (fact.kind === 'paid' ? fact.calls : []))) {
      const call = calls[place]
      const transfer = call ? asTransfer(call) : null
      if (!transfer) continue
      const key = keyOf(transfer.to, transfer.token)
      if (transfer.value > (most.get(key) ?? 0n)) most.set(key, transfer.value)
    }
  }
  return (payee, { token, value }) => value <= (most.get(keyOf(payee, token.address)) ?? -1n)
}

/** The attempts made here of which it is not known whether they paid, newest first. */
export function unprovenOf(attempts: readonly Attempt[]): readonly Attempt[] {
  return attempts
    .filter(
      (attempt) =>
        !attempt.restored &&
        submissionOf(attempt) !== null &&
        !attempt.facts.some(({ kind }) => kind === 'paid'),
    )
    .toSorted((a, b) => b.at - a.at)
}
