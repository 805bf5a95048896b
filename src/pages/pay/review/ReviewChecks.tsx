import { factsOf } from '#account/facts.ts'
import { transfersOf } from '#chain/money/Call.ts'
import { FingerprintText } from '#components/proposal/FingerprintText.tsx'
import { Skipped } from '#pages/pay/payout/PayoutNotices.tsx'
import { Check, CheckList } from '#ui/checks/CheckList.tsx'
import { Card } from '#ui/content/Card.tsx'
import { NothingBefore } from './ConsentNotices.tsx'
import { NamesUnmoved } from './NameNotices.tsx'
import { NewPayeesCheck } from './NewPayees.tsx'
import { Simulation } from './Simulation.tsx'
import type { PaymentReview } from './useReview.ts'

/** The results of the checks, one per line. */
export function ReviewChecks({ review }: { review: PaymentReview }) {
  const { account, payments, skipped, batching, funds, consent, payees, isPending } = review
  const { limit } = batching
  const several = payments.length > 1
  return (
    <Card title="Checks">
      <CheckList label="Checks">
        {funds.isPending && <Check tone="wait">Checking balance and token…</Check>}
        {funds.data === null && <Check tone="good">Balance and token checked. You check the address.</Check>}
        {/* While the person is deciding, a match is the request itself. */}
        {!isPending && <NothingBefore consent={consent} />}
        <NewPayeesCheck {...payees} />
        <NamesUnmoved names={consent.names} />
        {factsOf(account).hasOwners && several && (
          <Simulation safe={account.address} calls={consent.calls} limit={limit} />
        )}
      </CheckList>
      <Skipped paid={payments.length} skipped={skipped} />
      {several && <FingerprintText account={account.address} transfers={transfersOf(consent.calls)} />}
    </Card>
  )
}
