import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import type { Call } from '#chain/money/Call.ts'
import { BNB } from '#chain/money/Token.ts'
import { SwitchNetwork } from '#components/account/AccountNotices.tsx'
import { signersWords } from '#components/account/PayFrom.tsx'
import { Worth } from '#components/price/prices.tsx'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { aboutBnb } from '#domain/payout/checkFunds.ts'
import { nextText, sumText } from '#pages/pay/UnfinishedPayouts.tsx'
import { gasPriceQuery, networkFeeQuery, simulationQuery } from '#queries/review.ts'
import { Button } from '#ui/Button.tsx'
import { Identicon } from '#ui/content/Identity.tsx'
import { Tick } from '#ui/form/Fields.tsx'
import { NamedFact } from '#ui/layout/Facts.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import { BatchChoice } from './BatchChoice.tsx'
import { RateFacts } from './RateNotices.tsx'
import { Recipient, SumInDollars, Sums } from './Recipients.tsx'
import css from './Review.module.css'
import type { PaymentReview } from './useReview.ts'

/** The total, the paying account, and the button that requests the payment. */
export function ReviewTotal({ review }: { review: PaymentReview }) {
  const { account, payments, totals, batching, batches, firstBatch, rates, consent } = review
  const { ready, isPending, isAsked, pay, cancel } = review
  const { limit } = batching
  const { noun, verb, hasOwners } = factsOf(account)
  const several = payments.length > 1
  const isOne = payments.length === 1
  const sum = sumText(payments)
  const what =
    several && hasOwners
      ? `${payments.length} payments${sum === null ? '' : `, ${sum}`}`
      : (sum ?? `all ${payments.length}`)
  return (
    <section className={css.total} aria-label="Total">
      <p className="text-fine">{isOne ? 'You pay' : `Total of ${payments.length} payments`}</p>
      <Sums of={totals} />
      {rates.priced.length < payments.length && <SumInDollars of={totals} />}
      <RateFacts rates={rates} isSafe={hasOwners} />
      {isOne && <Recipient payment={payments[0]} />}
      <div className="layout-group">
        <p className="text-fine">From your {noun}</p>
        <div className="layout-inset layout-line">
          <Identicon address={account.address} size={20} />
          <GroupedAddress address={account.address} />
        </div>
      </div>
      {several && !hasOwners && <BatchChoice batching={batching} count={payments.length} />}
      {review.note && (
        <Tick isTicked={review.note.isShown} onTick={review.note.onShow}>
          Show “<bdi>{review.note.text}</bdi>” to your co-signers. Anyone can read it in the Safe’s queue.
        </Tick>
      )}
      <div className="layout-group">
        <Button primary size="large" disabled={!ready || isPending} onClick={pay}>
          {`${verb} ${what}${batches === 1 || batching.isReading ? '' : batches === payments.length ? ', one by one' : ` in ${batches} batches`}`}
        </Button>
        <SwitchNetwork />
        {isPending && <Button onClick={cancel}>{isAsked ? 'Cancel waiting' : 'Cancel'}</Button>}
      </div>
      <dl className="layout-sums">
        {account.safe && <NamedFact name="Signatures">{signersWords(account)}</NamedFact>}
        <NetworkFee account={account} calls={consent.calls} limit={limit} />
      </dl>
      <p className="text-small">{nextText(account, firstBatch)}</p>
    </section>
  )
}

type Props = { account: Account; calls: readonly Call[]; limit: number }

/** The network fee for the payments, and who pays it. Estimates are labelled as such; failed reads are reported. */
function NetworkFee(props: Props) {
  const isOn = useEarlyChecks()
  const { paysFee } = factsOf(props.account)
  return (
    <div>
      <dt>Network fee</dt>
      {!isOn ? (
        <FeeText more={!paysFee && PAYER}>Not estimated (turned off in Settings).</FeeText>
      ) : paysFee ? (
        <ForWallet {...props} />
      ) : (
        <ForSafe {...props} />
      )}
    </div>
  )
}

function ForWallet({ account, calls, limit }: Props) {
  const { data, error } = useQuery(networkFeeQuery(account.address, calls))
  if (error) return <FeeText>We couldn’t estimate it.</FeeText>
  if (!data) return <FeeText>Estimating…</FeeText>
  if (data.kind === 'would-fail') {
    return <FeeText>Can’t estimate: a payment would fail right now.</FeeText>
  }
  return (
    <FeeText more={limit > 1 && 'Your wallet shows the fee for a batch.'}>
      {start(aboutBnb(data.wei))}
      <Worth of={[{ token: BNB, value: data.wei }]}>
        {(worth) => worth && ` (${worth.lead} ${worth.sum})`}
      </Worth>
      {calls.length > 1 && ` for ${calls.length === 2 ? 'both' : `all ${calls.length}`} payments`}
      {data.tried < calls.length && `, based on ${data.tried} of them`}.
    </FeeText>
  )
}

function ForSafe({ account, calls, limit }: Props) {
  const tried = useQuery(simulationQuery(account.address, calls, limit))
  const price = useQuery(gasPriceQuery)
  if (tried.error || price.error) return <FeeText more="We couldn’t estimate how much.">{PAYER}</FeeText>
  if (!tried.data || price.data === undefined) return <FeeText more="Estimating…">{PAYER}</FeeText>
  const gas = tried.data.map((found) => (found.kind === 'would-succeed' ? found.gas : null))
  if (gas.includes(null)) return <FeeText more="We couldn’t estimate how much.">{PAYER}</FeeText>
  const units = gas.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n)
  const batches = Math.ceil(calls.length / limit)
  const which = gas.length < batches ? ` for the first ${gas.length} of ${batches} batches` : ''
  return <FeeText more={`At least ${aboutBnb(units * price.data)}${which}.`}>{PAYER}</FeeText>
}

function FeeText({ children, more }: { children: ReactNode; more?: string | false }) {
  return (
    <dd>
      {children}
      {more && <span className="text-small"> {more}</span>}
    </dd>
  )
}

const PAYER = 'Paid by whoever executes it.'

function start(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
