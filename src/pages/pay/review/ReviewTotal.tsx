import { factsOf } from '#account/facts.ts'
import { signersWords } from '#components/account/PayFrom.tsx'
import { SwitchNetwork } from '#components/account/WrongNetwork.tsx'
import { nextText, sumText } from '#pages/pay/payWords.ts'
import { Button } from '#ui/Button.tsx'
import { Identicon } from '#ui/content/Identicon.tsx'
import { Tick } from '#ui/form/Tick.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import { BatchChoice } from './BatchChoice.tsx'
import { NetworkFee } from './NetworkFee.tsx'
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
      <div className={css.party}>
        <p className="text-fine">From your {noun}</p>
        <p className={css.panel}>
          <Identicon address={account.address} size={20} />
          <GroupedAddress address={account.address} />
        </p>
      </div>
      {several && !hasOwners && <BatchChoice batching={batching} count={payments.length} />}
      {review.note && (
        <Tick isTicked={review.note.isShown} onTick={review.note.onShow}>
          Show “<bdi>{review.note.text}</bdi>” to your co-signers. Anyone can read it in the Safe’s queue.
        </Tick>
      )}
      <div className={css.dock}>
        <Button primary size="large" disabled={!ready || isPending} onClick={pay}>
          {`${verb} ${what}${batches === 1 ? '' : batches === payments.length ? ', one by one' : ` in ${batches} batches`}`}
        </Button>
        <SwitchNetwork />
        {isPending && <Button onClick={cancel}>{isAsked ? 'Cancel waiting' : 'Cancel'}</Button>}
      </div>
      <dl className={css.facts}>
        {account.safe && (
          <div>
            <dt>Signatures</dt>
            <dd>{signersWords(account)}</dd>
          </div>
        )}
        <NetworkFee account={account} calls={consent.calls} limit={limit} />
      </dl>
      <p className="text-small">{nextText(account, firstBatch)}</p>
    </section>
  )
}
