import type { Account } from '#account/Account.ts'
import { useLedger, usePayoutContext } from '#components/payout/usePayouts.ts'
import { isUnanswered } from '#domain/ledger/Attempt.ts'
import { Notice } from '#ui/Notice.tsx'
import type { PayState } from './payState.ts'
import { whereAsked } from './payWords.ts'

/** Why the last review ended without a payment. */
export function ReviewEnded({ account, why }: { account: Account; why: PayState['ended'] }) {
  switch (why) {
    case null:
      return null
    case 'account-changed':
      return (
        <Notice tone="warn" title="You switched wallets.">
          <p>Review the payment again. If a request is still open in your wallet, reject it there first.</p>
        </Notice>
      )
    case 'stopped-waiting':
      return <StoppedWaiting account={account} />
  }
}

/** Until the request is answered, found or forgotten. */
function StoppedWaiting({ account }: { account: Account }) {
  const { attempts } = useLedger(usePayoutContext(account))
  if (!attempts.some(isUnanswered)) return null
  return (
    <Notice
      tone="warn"
      title={`You stopped waiting. The request may still be open in ${whereAsked(account)}.`}
    >
      <p>
        {whereAsked(account) === 'your Safe'
          ? 'Reject it there first, or take it out of the Safe’s batch. Until then this payment can still go through.'
          : 'Reject it there first, or this payment can still go through.'}{' '}
        Check Activity before paying again.
      </p>
    </Notice>
  )
}
