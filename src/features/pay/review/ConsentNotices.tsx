import { errorText } from '#features/shared/errorText.ts'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { Notice } from '#ui/Notice.tsx'
import { gapWords, PaidBeforeNotice } from './PaidBeforeNotice.tsx'
import type { useConsent } from './useConsent.ts'

/** What a person must know and agree to before a request: already paid, unreadable, not stored. */
export function ConsentNotices(props: {
  consent: ReturnType<typeof useConsent>
  /** Another read of this page failed as well and already reported it. */
  isReportedAlready?: boolean
  onLeaveOut?: (places: ReadonlySet<number>) => void
}) {
  const { consent } = props
  const { before, found, calls, mayForget, isSafe } = consent
  const asked = found.filter(({ isOld }) => !isOld)
  const old = found.length - asked.length
  return (
    <>
      {asked.length > 0 && (
        <PaidBeforeNotice
          key={asked.map(({ payment }) => payment.id).join()}
          found={asked}
          of={calls.length}
          onAgain={consent.onAgain}
          onLeaveOut={props.onLeaveOut}
        />
      )}
      {old > 0 && (
        <p className={prose.small}>
          {old === 1 ? 'One payment' : `${old} payments`} of the same rows {old === 1 ? 'was' : 'were'} made
          more than seven days ago.
        </p>
      )}
      {(consent.consent.unread || (before.error && before.data === undefined)) && (
        <>
          {!props.isReportedAlready && before.error && (
            <ErrorNotice
              {...errorText(before.error)}
              onRetry={() => void before.refetch()}
              retrying={before.isFetching}
            />
          )}
          <Tick
            title="Whether this was paid before could not be read."
            words="I have made sure of it in another way and want to go on."
            checked={consent.consent.unread}
            onChange={consent.onUnread}
          />
        </>
      )}
      {mayForget && (
        <Tick
          title="This browser doesn’t let the page remember anything."
          words={
            isSafe
              ? 'I’ll keep this page open until the proposal is in my Safe’s queue, and won’t add it to a batch. If I close it sooner, the page forgets the request and could make it again.'
              : 'I’ll keep this page open until the payment is final. If I close it sooner, the page forgets the request and could make it again.'
          }
          checked={consent.consent.unkept}
          onChange={consent.onUnkept}
        />
      )}
      {before.data?.made && before.data.made.gaps.length > 0 && (
        <div className={prose.small}>
          <p>What we couldn’t look through for payments that were made before:</p>
          <ul>
            {before.data.made.gaps.map((gap) => (
              <li key={JSON.stringify(gap)}>{gapWords(gap)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Tick(props: {
  title: string
  words: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <Notice tone="warn" title={props.title}>
      <label className={layout.check}>
        <input
          type="checkbox"
          checked={props.checked}
          onChange={(event) => props.onChange(event.target.checked)}
        />
        <span>{props.words}</span>
      </label>
    </Notice>
  )
}
