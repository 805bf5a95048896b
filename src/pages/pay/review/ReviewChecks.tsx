import { useQuery } from '@tanstack/react-query'
import { factsOf } from '#account/facts.ts'
import type { Address } from '#chain/money/Address.ts'
import { type Call, transfersOf } from '#chain/money/Call.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { FingerprintText } from '#components/proposal/FingerprintText.tsx'
import { useEarlyChecks } from '#components/settings/switches.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { Skipped } from '#pages/pay/payout/PayoutNotices.tsx'
import { MAX_SIMULATED, simulationQuery } from '#queries/review.ts'
import type { SimulationResult } from '#safe/proposal/simulate.ts'
import { Check, CheckList } from '#ui/checks/CheckList.tsx'
import { Card } from '#ui/content/Card.tsx'
import { NothingBefore } from './ConsentNotices.tsx'
import { NamesUnmoved } from './NameNotices.tsx'
import { NewPayeesCheck } from './NewPayees.tsx'
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

/** Simulates a Safe's proposals on a node without any key. This is advice only: the review does not depend on it. */
function Simulation(props: { safe: Address; calls: readonly Call[]; limit: number }) {
  const { safe, calls, limit } = props
  const isOn = useEarlyChecks()
  const batches = Math.ceil(calls.length / limit)
  const tried = useQuery({ ...simulationQuery(safe, calls, limit), enabled: isOn })
  if (!isOn) return <Check tone="none">No test run: checks before you pay are off.</Check>
  if (tried.error)
    return (
      <li>
        <ReadError read={tried} />
      </li>
    )
  return (
    <>
      {tried.data?.map((found, batch) => {
        const { tone, title } = simulationText(found)
        const which = batches > 1 ? `Batch ${batch + 1}: ` : ''
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: batches keep their order
          <Check key={batch} tone={tone}>{`${which}${title}`}</Check>
        )
      })}
      {!tried.data && <Check tone="wait">Trying the proposal out…</Check>}
      {tried.data && batches > MAX_SIMULATED && (
        <Check tone="none">No test run for the other {batches - MAX_SIMULATED} batches.</Check>
      )}
    </>
  )
}

function simulationText(found: SimulationResult): StatusText {
  switch (found.kind) {
    case 'would-succeed':
      return { tone: 'good', title: 'A test run of the proposal worked.', text: '' }
    case 'would-fail':
      return {
        tone: 'warn',
        title: `A test run of the proposal failed${found.reason ? `: “${found.reason}”` : '.'}`,
        text: '',
      }
    case 'not-possible':
      return { tone: 'none', title: `No test run: ${found.reason}`, text: '' }
  }
}
