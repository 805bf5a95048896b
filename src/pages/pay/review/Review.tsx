import { totalsOf } from '#chain/money/Amount.ts'
import { NoOwnerNotice } from '#components/account/NoOwnerNotice.tsx'
import { ReadError } from '#components/error/ReadError.tsx'
import { RequestError } from '#components/error/RequestError.tsx'
import { askingText, askingTitle, paySteps } from '#pages/pay/payWords.ts'
import { Icon } from '#ui/icons/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Steps } from '#ui/page/Steps.tsx'
import { BalancesAfter } from './BalancesAfter.tsx'
import { BatchHint } from './BatchHint.tsx'
import { ConsentNotices } from './ConsentNotices.tsx'
import { RateNotices } from './RateNotices.tsx'
import { Recipients } from './Recipients.tsx'
import css from './Review.module.css'
import { ReviewChecks } from './ReviewChecks.tsx'
import { ReviewTotal } from './ReviewTotal.tsx'
import { type ReviewProps, useReview } from './useReview.ts'

// It is there already, beside the list that the reminder filled in.
const RunCard = lazyComponent(async () => (await import('#pages/pay/reminders/RunCard.tsx')).RunCard)

/**
 * The whole payment with the results of the chain checks, and the button that sends the request to the wallet
 * or Safe.
 */
export function Review(props: ReviewProps) {
  const review = useReview(props)
  const { account, payments, title, totals, firstBatch, funds, rates, consent, unpaid } = review
  const { fault, forbidden, error, isIdle, isPending, isAsked, back } = review
  const several = payments.length > 1
  const made = consent.before.data?.made ?? undefined
  const isOne = payments.length === 1
  const { run } = props.belongs
  return (
    <section className={`layout-page ${css.review}`} aria-label="Review">
      <header className={`layout-head ${css.head}`}>
        <button type="button" className={css.back} disabled={isPending} onClick={back}>
          <Icon name="chevron-left" size={16} /> Back
        </button>
        <h1 ref={title} tabIndex={-1}>
          {isOne ? 'Review payment' : `Review ${payments.length} payments`}
        </h1>
        <Steps steps={paySteps} current={1} />
      </header>
      {error && <RequestError error={error} />}
      {isPending && !isAsked && <p role="status">Checking once more that this wasn’t paid before…</p>}
      {isAsked && (
        <Notice tone="info" title={askingTitle(account, totalsOf(firstBatch))}>
          <p>{askingText(account, firstBatch)}</p>
          <BatchHint account={account} />
        </Notice>
      )}
      <NoOwnerNotice account={account} />
      {fault && (
        <Notice tone={forbidden ? 'bad' : 'warn'} title={fault.text}>
          <p>
            {forbidden
              ? isIdle
                ? 'Nothing was sent.'
                : 'It can’t be sent like this.'
              : 'You can propose it now. It can’t run until the Safe is topped up.'}
          </p>
        </Notice>
      )}
      <ReadError read={funds} />
      {!isPending && <RateNotices rates={rates} />}
      {!isPending && (
        // While the person is deciding, a match is the request itself.
        <ConsentNotices
          consent={consent}
          isReportedAlready={funds.error !== null}
          {...(several && { onLeaveOut: props.onLeaveOut })}
        />
      )}
      <div className={isOne ? css.narrow : `layout-aside ${css.columns}`}>
        <div className={css.side}>
          <ReviewTotal review={review} />
        </div>
        <div className={`layout-page ${css.main}`}>
          {run && <RunCard account={account} run={run} payments={payments} />}
          <ReviewChecks review={review} />
          <BalancesAfter address={account.address} totals={totals} made={made} />
          {several && <Recipients payments={payments} unpaid={unpaid} />}
        </div>
      </div>
    </section>
  )
}
