import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import { totalsOf } from '#chain/money/Amount.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { usePayoutContext } from '#components/payout/usePayouts.ts'
import { useStoredRevision } from '#components/stored/useKept.ts'
import { fundsText } from '#domain/payout/checkFunds.ts'
import {
  isRequested,
  type Payment,
  type Payout,
  type PayoutLabels,
  planPayout,
} from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { startRun, stopWaiting } from '#domain/payout/payoutRuns.ts'
import { refreshLists } from '#queries/activity.ts'
import { fundsQuery } from '#queries/review.ts'
import { noteText } from '#safe/service/documents.ts'
import { useArrivingFocus } from '#ui/content/Card.tsx'
import { useBatching } from './BatchChoice.tsx'
import { useNewPayees } from './NewPayees.tsx'
import { useRates } from './RateNotices.tsx'
import { useConsent } from './useConsent.ts'

/** Payments to be reviewed, and where the review leads. */
export type ReviewProps = {
  account: Account
  payments: readonly Payment[]
  skipped: Payout['skipped']
  /** The reminder and the campaign of the payout that is made. */
  belongs: PayoutLabels
  blocked: boolean
  onBack: () => void
  /** Continues without the payments at these positions, which were already made or requested. */
  onLeaveOut: (places: ReadonlySet<number>) => void
  /** The same payments at new rates, for requests in US dollars. */
  onRates: (payments: readonly Payment[]) => void
  /** The person no longer wants to wait for the wallet or the Safe. A later answer is still followed. */
  onStopWaiting: () => void
  /** The first batch was requested and answered. */
  onSubmitted: (id: string) => void
}

/** Payments in review: what was checked, what blocks them, and the request to the wallet or Safe. */
export type PaymentReview = ReturnType<typeof useReview>

/** Checks payments before they are requested, and requests them. */
export function useReview(props: ReviewProps) {
  const { account, payments, skipped, belongs } = props
  const client = useQueryClient()
  const title = useArrivingFocus()
  const context = usePayoutContext(account)
  const totals = totalsOf(payments)
  const batching = useBatching(account, payments.length)
  const { limit } = batching
  const batches = Math.ceil(payments.length / limit)
  // The first request contains only these.
  const firstBatch = payments.slice(0, limit)
  // Its data is null if nothing prevents the payments.
  const funds = useQuery(fundsQuery(account, totals, batches))
  const rates = useRates(payments, props.onRates)
  const kept = useRef<{
    readonly id: string
    readonly limit: number
    readonly payments: readonly Payment[]
  } | null>(null)
  const [isNoteShown, onShow] = useState(true)
  // The title of the payout as a note to the other owners, where a service takes one.
  const { title: purpose } = belongs
  const note = account.proposer && purpose ? { text: noteText(purpose), isShown: isNoteShown, onShow } : null
  const submit = useMutation({
    mutationFn: async () => {
      if (!(await rates.confirm())) return null
      // A payout that was planned for other amounts must never be sent instead of these.
      const same = kept.current?.limit === limit && kept.current.payments === payments ? kept.current : null
      if (!same) closeUnrequested(context, kept.current?.id)
      const { id } =
        (same && context.payouts.read(same.id)) ??
        context.payouts.write(planPayout(account, payments, limit, context.now(), skipped, belongs))
      kept.current = { id, limit, payments }
      try {
        const end = await startRun(context, id, {
          ...consent.consent,
          note: note?.isShown ? note.text : null,
        })
        if (end?.kind !== 'found') return id
        await consent.before.refetch()
        return null
      } finally {
        // Nothing was requested, so nothing must be kept. A rejected request may still turn up.
        if (context.payouts.read(id)?.attempts.length === 0) context.payouts.remove(id)
      }
    },
    onSettled: () => refreshLists(client, account),
  })
  const consent = useConsent(context, payments, null, undefined, submit.isPending)
  useStoredRevision()
  const isAsked = submit.isPending && wasAsked(context, kept.current?.id)
  const fault = funds.data && fundsText(funds.data.fault, funds.data.token, totals)
  // A Safe may propose more than it can pay yet; a wallet would only lose the fee.
  const forbidden = fault ? fault.forbids || !factsOf(account).hasOwners : false
  const readOnly = account.safe?.readOnly ?? false
  const unknownResult = findPortalError(submit.error)?.kind === 'unknown-result'
  const ready =
    funds.data !== undefined &&
    !funds.error &&
    !forbidden &&
    !props.blocked &&
    !unknownResult &&
    !batching.isReading &&
    !readOnly &&
    rates.ready &&
    consent.ready
  // Not called once the review was left: the payment is then listed among the unfinished ones.
  const pay = () => {
    // The result appears below the title, but the button is beside the last of up to 1,000 recipients. It is disabled
    // while the request is open, so it would lose the focus.
    title.current?.scrollIntoView({ block: 'nearest' })
    title.current?.focus({ preventScroll: true })
    submit.mutate(undefined, { onSuccess: (id) => id !== null && props.onSubmitted(id) })
  }
  const payees = useNewPayees(account, payments, consent)
  const hasReadHistory = payees.state === 'read'
  const unpaidText = payees.found.unpaid.join().toLowerCase()
  const unpaid = useMemo(
    () => (hasReadHistory ? new Set(unpaidText.split(',').filter(Boolean)) : null),
    [hasReadHistory, unpaidText],
  )
  const back = () => {
    closeUnrequested(context, kept.current?.id)
    props.onBack()
  }
  return {
    account,
    payments,
    skipped,
    title,
    totals,
    batching,
    /** How many requests the payments take. */
    batches,
    firstBatch,
    funds,
    rates,
    consent,
    payees,
    /** Payees without an earlier payment, in lower case; null until that is known. */
    unpaid,
    fault,
    forbidden,
    ready,
    /** The wallet or Safe has been asked and has not answered. */
    isAsked,
    pay,
    back,
    note,
    error: submit.error,
    isIdle: submit.isIdle,
    isPending: submit.isPending,
    cancel() {
      if (kept.current) stopWaiting(kept.current.id)
      // Before that, the run ends by itself and reports that nothing was requested.
      if (isAsked) props.onStopWaiting()
    },
  }
}

/** Until then the wallet or Safe has received nothing: earlier payments are still being read. */
function wasAsked({ payouts }: PayoutContext, id: string | undefined): boolean {
  const payout = id === undefined ? null : payouts.read(id)
  return payout ? isRequested(payout) : false
}

/**
 * Keeps a payout whose first request was rejected, because the request may still turn up, but does not list
 * it as unfinished.
 */
function closeUnrequested({ payouts }: PayoutContext, id: string | undefined): void {
  const payout = id === undefined ? null : payouts.read(id)
  if (payout && !payout.closed && !isRequested(payout)) {
    payouts.write({ ...payout, closed: true })
  }
}
