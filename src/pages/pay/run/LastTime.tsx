import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import * as Amount from '#chain/money/Amount.ts'
import { besideText, countWords, rowWords } from '#components/payout/rowWords.ts'
import { usePayoutStatuses } from '#components/payout/usePayoutStatuses.ts'
import { usePayoutContext } from '#components/payout/usePayouts.ts'
import { countRows, foldStatuses } from '#domain/ledger/foldStatus.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { payoutPath } from '#domain/shared/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { Who } from './SinceLast.tsx'

/** How many rows are named; the payout's page has all of them. */
const SHOWN = 5

/** The rows of the last time that are not proven paid. They stay with that payout: this list pays another date. */
export function LastTime({ account, payout }: { account: Account; payout: Payout }) {
  const { shownOf, isReading, failing } = usePayoutStatuses(usePayoutContext(account), [payout])
  if (isReading) return <p className="text-small">Checking whether everyone was paid last time…</p>
  const states = foldStatuses(payout, shownOf)
  const open = states.flatMap((state, place) => {
    const row = payout.rows[place]
    return row && (state.status.kind !== 'paid' || state.beside.length > 0) ? [{ state, row, place }] : []
  })
  if (open.length === 0) return <p className="text-small">Everyone was paid last time.</p>
  return (
    <Notice
      tone="warn"
      title={
        failing
          ? 'We couldn’t check whether everyone was paid last time.'
          : `Last time isn’t settled: ${countWords(countRows(open.map(({ state }) => state)))}`
      }
      actions={<Link href={payoutPath(payout.id)}>See last time</Link>}
    >
      <ul className="layout-tight">
        {open.slice(0, SHOWN).map(({ state, row, place }) => (
          <li key={place}>
            <Who row={row} /> {Amount.format(row.amount)}: {rowWords(state, row.amount.token).title}
            {state.beside.length > 0 && `. ${besideText(state)}`}
          </li>
        ))}
      </ul>
      {open.length > SHOWN && <p>and {open.length - SHOWN} more</p>}
      <p>Settle them there. Don’t add them to this list, or they may be paid twice.</p>
    </Notice>
  )
}
