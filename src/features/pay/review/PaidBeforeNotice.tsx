import { useState } from 'react'
import { Link } from 'wouter'
import type { MadePayment } from '#account/Account.ts'
import { explorerTx } from '#chain/explorer.ts'
import type { PaidBefore } from '#domain/payout/samePayments.ts'
import { proposalPath } from '#domain/shared/paths.ts'
import { when } from '#domain/shared/when.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import css from '../PayPage.module.css'
import { TypedField } from './TypedField.tsx'

/** What a person has to type to pay rows that are paid or queued already. */
export const PAY_AGAIN = 'PAY AGAIN'

/** Names what pays the same rows already. Nothing is asked before the person has typed that they are to be paid again. */
export function PaidBeforeNotice(props: {
  found: readonly PaidBefore[]
  of: number
  onAgain: (agreed: boolean) => void
  /** Goes on without the rows at these places; absent where nothing would be left. */
  onLeaveOut?: ((places: ReadonlySet<number>) => void) | undefined
}) {
  const [text, setText] = useState('')
  const { found, of, onAgain, onLeaveOut } = props
  const places = new Set(found.flatMap((one) => one.rows))
  const rows = places.size
  return (
    <Notice
      tone="warn"
      title={
        of === 1
          ? 'This payment was made or asked for already.'
          : `${rows} of these ${of} payments were made or asked for already.`
      }
    >
      <ul className={css.found}>
        {found.slice(0, SHOWN).map(({ payment, rows: its }) => (
          <li key={payment.id}>
            {madeWords(payment)}
            {of > 1 && `: ${its.length === 1 ? `row ${(its[0] ?? 0) + 1}` : `${its.length} rows`}`}{' '}
            <WhereLink payment={payment} />
          </li>
        ))}
        {found.length > SHOWN && <li>and {found.length - SHOWN} more</li>}
      </ul>
      {onLeaveOut && rows < of && (
        <p>
          <Button onClick={() => onLeaveOut(places)}>
            Leave {rows === 1 ? 'it' : `these ${rows}`} out and pay the other {of - rows}
          </Button>
        </p>
      )}
      <TypedField
        label={`Type ${PAY_AGAIN} to pay a second time`}
        value={text}
        onChange={(typed) => {
          setText(typed)
          onAgain(typed.trim() === PAY_AGAIN)
        }}
      />
    </Notice>
  )
}

const SHOWN = 5

/** What is known of it without judging it: that is done before it is named here. */
function madeWords({ state, at }: MadePayment): string {
  const time = at === null ? '' : `, ${when(at)}`
  switch (state) {
    case 'asked':
      return `Asked for, and not answered yet${time}`
    case 'queued':
      return `Proposed in the Safe${time}`
    case 'sent':
    case 'logged':
      return `Sent${time}`
  }
}

function WhereLink({ payment: { submission } }: { payment: MadePayment }) {
  if (submission?.kind === 'proposed')
    return <Link href={proposalPath(submission.safe, submission.safeTxHash)}>Look at it</Link>
  const hash = submission?.hash
  if (!hash) return null
  return (
    <a href={explorerTx(hash)} target="_blank" rel="noopener noreferrer">
      Explorer
    </a>
  )
}
