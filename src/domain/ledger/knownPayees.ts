import type { Address } from '#chain/money/Address.ts'
import type * as Amount from '#chain/money/Amount.ts'
import { asTransfer, type Transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { type Attempt, submissionOf } from './Attempt.ts'

/**
 * The payees that an account is proven to have paid, according to its ledger. A request makes nobody known: it may have
 * been rejected, and the payee may be the look-alike of somebody else. Neither does a record from a file.
 */
export function payeesOf(attempts: readonly Attempt[]): readonly Address[] {
  return [...new Set(attempts.flatMap((attempt) => provenTransfers(attempt).map(({ to }) => to)))]
}

/** The transfers of an attempt made here that are proven paid. */
function provenTransfers({ restored, facts, calls }: Attempt): readonly Transfer[] {
  if (restored) return []
  const places = new Set(facts.flatMap((fact) => (fact.kind === 'paid' ? fact.calls : [])))
  return calls.flatMap((call, place) => (places.has(place) ? (asTransfer(call) ?? []) : []))
}

/**
 * True if the account is proven to have paid this payee at least as much of this token before, according to its ledger:
 * then an amount is not unusual for them. A record from a file proves nothing.
 */
export function paidAsMuch(attempts: readonly Attempt[]): (payee: Address, amount: Amount.Amount) => boolean {
  const most = new Map<string, bigint>()
  const keyOf = (payee: Address, token: Address | null) =>
    `${payee}/${Token.key({ address: token })}`.toLowerCase()
  for (const { to, token, value } of attempts.flatMap(provenTransfers)) {
    const key = keyOf(to, token)
    if (value > (most.get(key) ?? 0n)) most.set(key, value)
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
