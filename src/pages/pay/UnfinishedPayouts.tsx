import { useId } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { BackupReminder } from '#components/backup/BackupReminder.tsx'
import { PayoutAnswers } from '#components/payout/PayoutAnswers.tsx'
import { useLedger, usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import { isUnanswered } from '#domain/ledger/Attempt.ts'
import { leftWords, unfinishedPayouts } from '#domain/payout/payoutAttention.ts'
import { payoutNameOrTotals } from '#domain/payout/payoutLabels.ts'
import { when } from '#domain/shared/format.ts'
import { payoutPath } from '#domain/shared/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { whereAsked } from './payWords.ts'
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
  const where = whereAsked(account)
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
      <BackupReminder />
    </>
  )
}
