import { ReadError } from '#components/error/ReadError.tsx'
import { plural } from '#domain/shared/format.ts'
import { Check } from '#ui/checks/CheckList.tsx'
import { Tick } from '#ui/form/Tick.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useNow } from '#ui/useNow.ts'
import { NameNotices } from './NameNotices.tsx'
import { earlierWords, gapWords, PaidBeforeNotice } from './PaidBeforeNotice.tsx'
import type { PaymentConsent } from './useConsent.ts'

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
          than 7 days ago.{' '}
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
export function NothingBefore({ consent: { before, found, calls } }: { consent: PaymentConsent }) {
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
