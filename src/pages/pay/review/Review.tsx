import { useQuery } from '@tanstack/react-query'
import type { RecentPayments } from '#account/Activity.ts'
import { factsOf } from '#account/facts.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { type Call, transfersOf } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { NoOwnerNotice } from '#components/account/AccountNotices.tsx'
import { RequestError } from '#components/error/ExplainedError.tsx'
import { ReadError } from '#components/error/ReadError.tsx'
import { FingerprintText } from '#components/proposal/ProposalStop.tsx'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { isPinned } from '#domain/request/PaymentRequest.ts'
import { LOOK_BACK_DAYS } from '#domain/shared/calendar.ts'
import { plural } from '#domain/shared/format.ts'
import type { Tone } from '#domain/shared/StatusText.ts'
import { Skipped } from '#pages/pay/payout/PayoutStatus.tsx'
import { askingText, askingTitle, paySteps } from '#pages/pay/UnfinishedPayouts.tsx'
import { balancesQuery } from '#queries/account.ts'
import { MAX_SIMULATED, simulationQuery } from '#queries/review.ts'
import type { SimulationResult } from '#safe/proposal/simulate.ts'
import { Check, CheckList } from '#ui/checks/CheckList.tsx'
import { BriefNumber } from '#ui/content/AmountText.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Tick } from '#ui/form/Fields.tsx'
import { TokenLogo } from '#ui/icons/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Notice } from '#ui/Notice.tsx'
import { BackButton } from '#ui/page/BackLink.tsx'
import { Steps } from '#ui/page/Steps.tsx'
import { useNow } from '#ui/useNow.ts'
import { BatchHint } from './BatchChoice.tsx'
import { NameNotices, NamesUnmoved } from './NameNotices.tsx'
import { NewPayeesCheck } from './NewPayees.tsx'
import { earlierWords, gapWords, PaidBeforeNotice } from './PaidBeforeNotice.tsx'
import { RateNotices } from './RateNotices.tsx'
import { Recipients } from './Recipients.tsx'
import css from './Review.module.css'
import { ReviewTotal } from './ReviewTotal.tsx'
import type { PaymentConsent } from './useConsent.ts'
import { type PaymentReview, type ReviewProps, useReview } from './useReview.ts'

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
  const isOne = payments.length === 1
  const { run } = props.belongs
  return (
    <section className={`layout-page ${css.review}`} aria-label="Review">
      <header className={`layout-head ${css.head}`}>
        <BackButton isDisabled={isPending} onBack={back} />
        <h1 ref={title} tabIndex={-1}>
          {isOne ? 'Review payment' : `Review ${payments.length} payments`}
        </h1>
        <Steps steps={paySteps} current={1} />
      </header>
      {error && <RequestError error={error} />}
      {isPending && !isAsked && <p role="status">Checking once more that this wasn’t paid before…</p>}
      {isAsked && (
        <Notice tone="info" title={askingTitle(account, Amount.totalsOf(firstBatch))}>
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
      <div className={isOne ? css.narrow : 'layout-aside'}>
        <div className={css.side}>
          <ReviewTotal review={review} />
        </div>
        <div className={`layout-page ${css.main}`}>
          {run && <RunCard account={account} run={run} payments={payments} />}
          <ReviewChecks review={review} />
          <BalancesAfter address={account.address} totals={totals} before={consent.before} />
          {several && <Recipients payments={payments} unpaid={unpaid} />}
        </div>
      </div>
    </section>
  )
}

/** Per token: the balance, the amount sent now, the amounts queued before it, and the rest. */
function BalancesAfter(props: {
  address: Address
  totals: readonly Amount.Amount[]
  before: PaymentConsent['before']
}) {
  const { address, totals, before } = props
  const made = before.data?.made
  const balances = useQuery(balancesQuery(address))
  return (
    <Card title="Balances" flush>
      <table className={css.table}>
        <caption className="visually-hidden">Balances after this payout</caption>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">Now</th>
            <th scope="col">This payout</th>
            <th scope="col">Queued</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => {
            const { token } = total
            const held = Amount.valueIn(balances.data, token)
            const queued = made ? queuedOf(made, token) : null
            const left = held === null || queued === null ? null : held - queued - total.value
            return (
              <tr key={Token.key(token)}>
                <th scope="row">
                  <TokenLogo symbol={isPinned(token) ? token.symbol : '?'} size={20} /> {token.symbol}
                </th>
                <td data-label="Now">{briefNumber(token, held, balances.isLoading)}</td>
                <td data-label="This payout">{briefNumber(token, total.value)}</td>
                <td data-label="Queued">{briefNumber(token, queued, before.isLoading)}</td>
                <td data-label="After" className={left !== null && left < 0n ? 'text-fault' : undefined}>
                  {briefNumber(token, left, balances.isLoading || before.isLoading)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Card>
  )
}

/** Base units of a token already queued. */
function queuedOf({ payments }: RecentPayments, token: Token.Token): bigint {
  return payments
    .filter(({ reported }) => reported === 'queued')
    .flatMap(({ transfers }) => transfers)
    .filter((transfer) => Token.key({ address: transfer.token }) === Token.key(token))
    .reduce((sum, { value }) => sum + value, 0n)
}

function briefNumber(token: Token.Token, value: bigint | null, isLoading = false) {
  if (value === null) return isLoading ? '…' : 'Unknown'
  return <BriefNumber value={Amount.formatNumber({ token, value })} />
}

function ReviewChecks({ review }: { review: PaymentReview }) {
  const { account, payments, skipped, batching, funds, consent, payees, isPending } = review
  const { limit } = batching
  const several = payments.length > 1
  return (
    <Card title="Checks">
      <CheckList label="Checks">
        {funds.isPending && <Check tone="wait">Checking balance and token…</Check>}
        {funds.data === null && <Check tone="good">Balance and token checked. You check the address.</Check>}
        {/* While the person is deciding, a match is the request itself. */}
        {!isPending && <EarlierPaymentsCheck consent={consent} />}
        <NewPayeesCheck {...payees} />
        <NamesUnmoved names={consent.names} />
        {factsOf(account).hasOwners && several && (
          <Simulation safe={account.address} calls={consent.calls} limit={limit} />
        )}
      </CheckList>
      {several ? (
        <div>
          <Skipped paid={payments.length} skipped={skipped} />
          <FingerprintText account={account.address} transfers={transfersOf(consent.calls)} />
        </div>
      ) : (
        <Skipped paid={payments.length} skipped={skipped} />
      )}
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
        const [tone, words] = simulationWords(found)
        const which = batches > 1 ? `Batch ${batch + 1}: ` : ''
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: batches keep their order
          <Check key={batch} tone={tone}>{`${which}${words}`}</Check>
        )
      })}
      {!tried.data && <Check tone="wait">Trying the proposal out…</Check>}
      {tried.data && batches > MAX_SIMULATED && (
        <Check tone="none">No test run for the other {batches - MAX_SIMULATED} batches.</Check>
      )}
    </>
  )
}

function simulationWords(found: SimulationResult): readonly [Tone, string] {
  if (found.kind === 'would-succeed') return ['good', 'A test run of the proposal worked.']
  if (found.kind === 'not-possible') return ['none', `No test run: ${found.reason}`]
  return ['warn', `A test run of the proposal failed${found.reason ? `: “${found.reason}”` : '.'}`]
}

/** The facts that a person must know and agree to before a request: already paid, unreadable, not stored. */
export function ConsentNotices(props: {
  consent: PaymentConsent
  /** Another read of this page failed as well and already reported it. */
  isReportedAlready?: boolean
  onLeaveOut?: (places: ReadonlySet<number>) => void
}) {
  const { consent } = props
  const { before, found, mayForget, isSafe } = consent
  const now = useNow()
  const asked = found.filter(({ isOld }) => !isOld)
  const old = found.filter(({ isOld }) => isOld)
  return (
    <>
      {asked.length > 0 && (
        <PaidBeforeNotice
          key={asked.map(({ payment }) => payment.id).join()}
          found={asked}
          payments={consent.payments}
          payouts={consent.payouts}
          onAgain={consent.onAgain}
          onLeaveOut={props.onLeaveOut}
        />
      )}
      <NameNotices names={consent.names} />
      {old.length > 0 && (
        <p className="text-small">
          You also made {plural(old.length, 'the same payment', `${old.length} payments like these`)} more
          than {LOOK_BACK_DAYS} days ago.{' '}
          {old
            .slice(0, 3)
            .map((one) => `${earlierWords(one, consent.payments, consent.payouts, now)}.`)
            .join(' ')}
        </p>
      )}
      {(consent.consent.unread || (before.error && before.data === undefined)) && (
        <>
          {!props.isReportedAlready && <ReadError read={before} />}
          <UncheckedEarlier isTicked={consent.consent.unread} onTick={consent.onUnread} />
        </>
      )}
      {mayForget && (
        <TickNotice
          title="Storage is blocked in this browser."
          words={
            isSafe
              ? 'I’ll keep this page open until the proposal is in my Safe’s queue, and won’t add it to a batch. If I close it sooner, the page forgets it and could propose it again.'
              : 'I’ll keep this page open until it says Paid. If I close it sooner, the page forgets it and could send it again.'
          }
          isTicked={consent.consent.unkept}
          onTick={consent.onUnkept}
        />
      )}
    </>
  )
}

/** Says that no earlier payment is like these, and what could not be checked. */
function EarlierPaymentsCheck({ consent: { before, found, calls } }: { consent: PaymentConsent }) {
  if (before.data === undefined) {
    return before.error ? null : <Check tone="wait">Looking for earlier payments…</Check>
  }
  const gaps = before.data.made?.gaps ?? []
  if (found.length > 0 && gaps.length === 0) return null
  const isComplete = before.data.made !== null && gaps.length === 0
  return (
    <Check
      tone={isComplete && !before.isPlaceholderData ? 'good' : 'none'}
      more={
        gaps.length > 0 && (
          <>
            We couldn’t check these for earlier payments:
            {gaps.map((gap) => (
              <span key={JSON.stringify(gap)}>{gapWords(gap)}</span>
            ))}
          </>
        )
      }
    >
      {found.length > 0
        ? 'Earlier payments were found, see above.'
        : `No earlier payment like ${plural(calls.length, 'it', 'these')} found.`}
    </Check>
  )
}

/** Earlier payments could not be read, which the person may have checked in another way. */
export function UncheckedEarlier(props: { isTicked: boolean; onTick: (isTicked: boolean) => void }) {
  return (
    <TickNotice
      title="We couldn’t check for earlier payments."
      words="I checked myself. Continue."
      {...props}
    />
  )
}

function TickNotice(props: {
  title: string
  words: string
  isTicked: boolean
  onTick: (isTicked: boolean) => void
}) {
  const { title, words, ...tick } = props
  return (
    <Notice tone="warn" title={title}>
      <Tick {...tick}>{words}</Tick>
    </Notice>
  )
}
