import type { ReactNode } from 'react'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import { totalsOf } from '#chain/money/Amount.ts'
import { count, plural } from '#domain/shared/format.ts'
import { UncheckedEarlier } from '#pages/pay/review/ConsentNotices.tsx'
import { UnreadNotices } from '#pages/pay/review/PayeeDoubts.tsx'
import { Sums } from '#pages/pay/review/Recipients.tsx'
import { Button } from '#ui/Button.tsx'
import { Card, CardPart, Surface } from '#ui/content/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import css from './RequestRows.module.css'
import { RequestRowView } from './RequestRowView.tsx'
import { type CheckedRequests, type RequestRowsProps, UNREAD, useRequestRows } from './useRequestRows.ts'

/**
 * The requests to be paid together, and their total. The review is blocked while one of them is invalid or in doubt.
 */
export function RequestRows(
  props: RequestRowsProps & {
    /** The form that adds requests, above the rows. */
    form: ReactNode
    /** Below the total. */
    aside: ReactNode
  },
) {
  const { account, rows, onChange } = props
  const checked = useRequestRows(props)
  const { already, forged, isChecking, goesOn, ticks, onTick } = checked
  if (props.isDirect && (isChecking || goesOn) && !forged) {
    return (
      <Card title="Request">
        <Skeleton lines={4} label="Checking the request" />
      </Card>
    )
  }
  return (
    <div className="layout-aside">
      <div>
        <Surface label="Requests">
          <CardPart>{props.form}</CardPart>
          <ol aria-label="Requests to pay">
            {checked.rows.map((one, index) => (
              <li key={one.row.id} className={css.row}>
                <RequestRowView
                  {...one}
                  place={index + 1}
                  ticking={{ ticks, onTick }}
                  onRate={checked.readRates}
                  onType={(typed) => onChange(rows.with(index, { ...one.row, typed }))}
                  onSure={(yes) => onTick([one.row.id], yes)}
                  onRemove={() => onChange(rows.filter(({ id }) => id !== one.row.id))}
                />
              </li>
            ))}
          </ol>
        </Surface>
        <UnreadNotices unread={checked.unreadPayees} ticks={ticks} onTick={onTick} />
        {rows.length > 0 && already === 'not-read' && (
          <UncheckedEarlier isTicked={ticks.has(UNREAD)} onTick={(yes) => onTick([UNREAD], yes)} />
        )}
      </div>
      <div>
        {rows.length > 0 && <RequestsTotal account={account} checked={checked} />}
        {props.aside}
      </div>
    </div>
  )
}

/** The total of the requests that can be paid now, and the way to their review. */
function RequestsTotal({ account, checked }: { account: Account; checked: CheckedRequests }) {
  const { rows, payments, already, forged, isChecking, ready, asked } = checked
  return (
    <Card title="Total">
      <Sums of={totalsOf(payments)} />
      {payments.length < rows.length && (
        <p className="text-small">
          {count(rows.length - payments.length, 'request')} can’t be paid yet and{' '}
          {plural(rows.length - payments.length, 'isn’t', 'aren’t')} in this total.
        </p>
      )}
      {asked && !ready && (
        <p role="alert">
          {forged
            ? 'One signature is fake. Remove that request to continue.'
            : 'Fix, check or remove what’s marked first.'}
        </p>
      )}
      <Button primary size="large" onClick={checked.review} disabled={isChecking}>
        {plural(rows.length, 'Review payment', `Review ${rows.length} payments`)}
      </Button>
      {already === 'reading' ? (
        <p className="text-small">Checking for earlier payments…</p>
      ) : (
        rows.length > 1 &&
        factsOf(account).hasOwners && <p className="text-small">They become one proposal to the Safe.</p>
      )}
    </Card>
  )
}
