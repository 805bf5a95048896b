import { useState } from 'react'
import type { Account } from '#account/Account.ts'
import * as Amount from '#chain/money/Amount.ts'
import { usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import { count, plural, when } from '#domain/shared/format.ts'
import { payoutPath } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Card, Inset } from '#ui/content/Card.tsx'
import { Disc, Row, Rows } from '#ui/content/Rows.tsx'

/** How many are shown at first. */
const FIRST = 5

/** Payouts of this account in this browser, newest first. Hidden if there are none. */
export function PayoutList({ account }: { account: Account }) {
  const { payouts, unreadable } = usePayouts(usePayoutContext(account))
  const [isWhole, setWhole] = useState(false)
  if (payouts.length + unreadable === 0) return null
  const shown = isWhole ? payouts : payouts.slice(0, FIRST)
  return (
    <Card title="Recent payouts" flush>
      <Rows label="Recent payouts">
        {shown.map(({ id, createdAt, rows }) => (
          <li key={id}>
            <Row
              mark={<Disc icon={rows.length > 1 ? 'users' : 'user'} />}
              title={Amount.totalsOf(rows).map(Amount.format).join(' and ')}
              sub={`${count(rows.length, 'payment')} · ${when(createdAt)}`}
              href={payoutPath(id)}
            />
          </li>
        ))}
      </Rows>
      <Inset>
        {shown.length < payouts.length && (
          <Button onClick={() => setWhole(true)}>Show all {payouts.length}</Button>
        )}
        {unreadable > 0 && (
          <p className="text-small">
            {unreadable} more saved {plural(unreadable, 'payout')} can’t be read.
          </p>
        )}
      </Inset>
    </Card>
  )
}
