import { useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import { type Payout, payoutName, payoutNameOrTotals } from '#domain/payout/Payout.ts'
import { unfinishedPayouts } from '#domain/payout/payoutAttention.ts'
import { count, plural, when } from '#domain/shared/format.ts'
import { payoutPath, rowsPath } from '#domain/shared/paths.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card, Inset } from '#ui/content/Card.tsx'
import { Disc, Row, Rows } from '#ui/content/Rows.tsx'

const FIRST = 5

/** Payouts of this account in this browser, newest first. Hidden if there are none. */
export function PayoutList({ account }: { account: Account }) {
  const { payouts, unreadable } = usePayouts(usePayoutContext(account))
  const [isWhole, setWhole] = useState(false)
  if (payouts.length + unreadable === 0) return null
  // An unfinished payout continues on its own page, so it is not offered again here.
  const unfinished = new Set(unfinishedPayouts(payouts).map(({ payout }) => payout))
  const shown = isWhole ? payouts : payouts.slice(0, FIRST)
  return (
    <Card title="Recent payouts" flush>
      <Rows label="Recent payouts">
        {shown.map((payout) => (
          <li key={payout.id} className="layout-acted">
            <PayoutRow payout={payout} />
            {!unfinished.has(payout) && (
              <Link
                className={buttonClass({ size: 'small' })}
                href={rowsPath(payout.id)}
                aria-describedby={payout.id}
              >
                Repeat
              </Link>
            )}
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

/** A payout by its name, or else by its totals. */
function PayoutRow({ payout }: { payout: Payout }) {
  const { id, createdAt, rows } = payout
  const totals = payoutNameOrTotals({ rows })
  const facts = [...(payoutName(payout) ? [totals] : []), count(rows.length, 'payment'), when(createdAt)]
  return (
    <Row
      mark={<Disc icon={rows.length > 1 ? 'users' : 'user'} />}
      title={<bdi id={id}>{payoutNameOrTotals(payout)}</bdi>}
      sub={facts.join(' · ')}
      href={payoutPath(id)}
    />
  )
}
