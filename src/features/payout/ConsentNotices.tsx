import { errorText } from '#account/errorText.ts'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PaidBeforeNotice } from './PaidBeforeNotice.tsx'
import css from './PayPage.module.css'
import type { useConsent } from './useConsent.ts'

/** What a person has to know and agree to before anything is asked: paid before, not readable, not kept. */
export function ConsentNotices(props: {
  consent: ReturnType<typeof useConsent>
  /** Another read of the same page has failed as well and said so. */
  isToldAlready?: boolean
  onLeaveOut?: (places: ReadonlySet<number>) => void
}) {
  const { consent } = props
  const { made, found, calls, mayForget } = consent
  return (
    <>
      {found.length > 0 && (
        <PaidBeforeNotice
          key={found.map(({ payment }) => payment.id).join()}
          found={found}
          of={calls.length}
          onAgain={consent.onAgain}
          onLeaveOut={props.onLeaveOut}
        />
      )}
      {made.error && made.data === undefined && (
        <>
          {!props.isToldAlready && (
            <ErrorNotice
              {...errorText(made.error)}
              onRetry={() => void made.refetch()}
              retrying={made.isFetching}
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
          title="This browser keeps nothing of this page."
          words="I leave the page open until the payment is final, because after that nobody could tell here whether it was asked for."
          checked={consent.consent.unkept}
          onChange={consent.onUnkept}
        />
      )}
      {made.data && made.data.gaps.length > 0 && (
        <p className={css.small}>Not looked through: {made.data.gaps.join(' ')}</p>
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
      <label className={css.check}>
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
