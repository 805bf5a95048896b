import { useId } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import * as AddressText from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { PayoutAnswers } from '#components/payout/PayoutAnswers.tsx'
import { useLedger, usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import { isUnanswered } from '#domain/ledger/Attempt.ts'
import { type Payment, payoutNameOrTotals } from '#domain/payout/Payout.ts'
import { leftWords, unfinishedPayouts } from '#domain/payout/payoutAttention.ts'
import { isPinned } from '#domain/request/PaymentRequest.ts'
import { plural, when } from '#domain/shared/format.ts'
import { payoutPath } from '#domain/shared/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import css from './UnfinishedPayouts.module.css'

const nothing: readonly never[] = []

/** How many are listed, newest first; the page Pay lists all of them. */
const SHOWN = 3

/**
 * Everything that an account has begun in this browser, in one line, and answers found to it. Hidden if there is nothing.
 * @param props.hasStopped the person stopped waiting for the last request: said here until it is answered, found or
 * forgotten
 */
export function UnfinishedPayouts(props: {
  account: Account
  hasStopped?: boolean
  /** Something else that was begun. */
  drafts?: readonly { readonly label: string; readonly href: string; readonly onOpen?: () => void }[]
}) {
  const { account, drafts = nothing } = props
  const heading = useId()
  const context = usePayoutContext(account)
  const { payouts } = usePayouts(context)
  const { attempts } = useLedger(context)
  const unfinished = unfinishedPayouts(payouts)
  const count = unfinished.length
  const where = promptPlace(account)
  const isOpen = props.hasStopped && attempts.some(isUnanswered)
  return (
    <>
      <PayoutAnswers account={account} />
      {isOpen && (
        <Notice tone="warn" title={`You stopped waiting. The request may still be open in ${where}.`}>
          <p>
            {where === 'your Safe'
              ? 'Reject it there first, or take it out of the Safe’s batch. Until then this payment can still go through.'
              : 'Reject it there first, or this payment can still go through.'}{' '}
            Check Activity before paying again.
          </p>
        </Notice>
      )}
      {(count > 0 || drafts.length > 0) && (
        <div className={css.line}>
          <span id={heading}>Unfinished</span>
          <ul aria-labelledby={heading}>
            {drafts.map(({ label, href, onOpen }) => (
              <li key={href}>
                <Link href={href} onClick={onOpen}>
                  {label}
                </Link>
              </li>
            ))}
            {unfinished.slice(0, SHOWN).map(({ payout, left }) => (
              <li key={payout.id}>
                <Link href={payoutPath(payout.id)}>
                  <bdi>{payoutNameOrTotals(payout)}</bdi>
                  {' · '}
                  {when(payout.createdAt)} · {leftWords(left, payout.rows.length)}
                </Link>
              </li>
            ))}
            {count > SHOWN && <li>and {count - SHOWN} more</li>}
          </ul>
        </div>
      )}
    </>
  )
}

/** The place where the request appears. A wallet that proposes to a Safe shows it itself. */
export function promptPlace(account: Account): 'your Safe' | 'your wallet' {
  return account.proposer ? 'your wallet' : `your ${factsOf(account).noun}`
}

/** The title shown while the person is deciding. */
export function askingTitle(account: Account, totals: readonly Amount.Amount[]): string {
  const sum = totals.map(Amount.format).join(' and ')
  if (account.proposer) return `Sign the proposal of ${sum} in your wallet`
  return `${factsOf(account).hasOwners ? 'Sign' : 'Confirm'} ${sum} in ${promptPlace(account)}`
}

/** The details to compare in that place. */
export function askingText(account: Account, payments: readonly Payment[]): string {
  if (account.proposer) {
    return `Your wallet will show a “SafeTx” message for the Safe ${account.address}. Signing doesn’t move money yet.`
  }
  const where = factsOf(account).hasOwners ? 'in the dialog of your Safe' : 'in your wallet'
  const [first, second] = payments
  if (first && !second) return `Check ${where}: ${Amount.format(first.amount)} to ${first.payee}.`
  return first ? `Check ${where}: ${whatText(payments)}.` : ''
}

/** The total on a button; null if it has no room for that many tokens. */
export function sumText(payments: readonly Payment[]): string | null {
  const totals = Amount.totalsOf(payments)
  if (totals.length > 2) return null
  return totals.map(shortText).join(' and ')
}

function shortText(amount: Amount.Amount): string {
  const { token } = amount
  return isPinned(token) || token.address === null
    ? Amount.format(amount)
    : `${Amount.formatNumber(amount)} units of ${AddressText.shorten(token.address)}`
}

/** The steps of every payment. */
export const paySteps = ['Recipients', 'Review', 'Send', 'Done'] as const

/**
 * Explains what happens after the button is pressed, and what to compare there.
 * @param payments those of the next request, which may be a part of a list
 */
export function nextText(account: Account, payments: readonly Payment[]): string {
  if (!factsOf(account).hasOwners)
    return 'Your wallet opens next. Compare the address there with the one here.'
  const first = account.proposer
    ? 'Your wallet asks you to sign the proposal.'
    : payments.length > 0
      ? `Your Safe’s dialog covers this page. Compare there: ${whatText(payments)}.`
      : ''
  return `${first} No money moves until enough owners sign and one executes it.`
}

/** One payment, or how many, with the first and the last. */
function whatText(payments: readonly Payment[]): string {
  const [first = '', last = ''] = [payments[0], payments.at(-1)].map(
    (one) => one && `${Amount.format(one.amount)} to ${AddressText.shorten(one.payee)}`,
  )
  const many = `${payments.length} payments, the first ${first}, the last ${last}`
  return plural(payments.length, first, many)
}
