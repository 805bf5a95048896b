import { useState } from 'react'
import { Link } from 'wouter'
import type { Gap, RecentPayment } from '#account/RecentPayments.ts'
import { explorerTx } from '#chain/explorer.ts'
import type { EarlierPayment } from '#domain/ledger/earlierPayments.ts'
import type { Payment, Payout } from '#domain/payout/Payout.ts'
import { plural, when } from '#domain/shared/format.ts'
import { proposalPath } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useNow } from '#ui/useNow.ts'
import { earlierTitle, earlierWords } from './earlierWords.ts'

/** Describes a gap in the search for earlier payments, with its time span and tokens. */
export function gapWords(gap: Gap): string {
  switch (gap.kind) {
    case 'logs': {
      const what =
        gap.tokens.length === 0
          ? 'Payments that Safe doesn’t list'
          : `${listed(gap.tokens)} sent from your other wallets or devices`
      const before = gap.since === null ? '' : `, before ${when(gap.since)}`
      return `${what}${before}${gap.operators === 1 ? ': checked by only one node' : ''}.`
    }
    case 'bnb':
      return 'BNB sent from your other wallets or devices.'
    case 'history':
      return gap.since === null
        ? 'The older part of the Safe’s history.'
        : `The Safe’s history before ${when(gap.since)}.`
    case 'unreadable':
      return `${gap.count} ${plural(gap.count, 'entry', 'entries')} ${places[gap.where]} that can’t be read.`
    case 'opaque':
      return `${gap.count} ${plural(gap.count, 'transaction')} of the Safe whose calls can’t be read here.`
    case 'source':
      return `What only the ${gap.name} knows. It didn’t answer.`
  }
}

const places = {
  queue: 'in the Safe’s queue',
  history: 'in the Safe’s history',
  browser: 'in this browser',
} as const

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** The words that a person must type to pay rows that are already paid or queued. */
export const PAY_AGAIN = 'PAY AGAIN'

/**
 * Lists the payments that already pay the same rows. Nothing is requested until the person types that they want to
 * pay again.
 */
export function PaidBeforeNotice(props: {
  found: readonly EarlierPayment[]
  /** The payments about to be made, and the payouts of this browser, which show the purpose of earlier ones. */
  payments: readonly Payment[]
  payouts: readonly Payout[]
  onAgain: (agreed: boolean) => void
  /** Continues without the rows at these positions; absent if none would be left. */
  onLeaveOut?: ((places: ReadonlySet<number>) => void) | undefined
}) {
  const [text, setText] = useState('')
  const { found, payments, onAgain, onLeaveOut } = props
  const of = payments.length
  const now = useNow()
  const places = new Set(found.flatMap((one) => one.rows))
  const rows = places.size
  return (
    <Notice tone="warn" title={earlierTitle(found, payments)}>
      <ul className="layout-tight">
        {found.slice(0, SHOWN).map((one) => (
          <li key={one.payment.id}>
            {earlierWords(one, payments, props.payouts, now)} <WhereLink payment={one.payment} />
          </li>
        ))}
        {found.length > SHOWN && <li>and {found.length - SHOWN} more</li>}
      </ul>
      {onLeaveOut && rows < of && (
        <p>
          <Button onClick={() => onLeaveOut(places)}>
            Skip {plural(rows, 'it', `these ${rows}`)}, pay the other {of - rows}
          </Button>
        </p>
      )}
      <TextField
        label={`Type ${PAY_AGAIN} to send ${plural(rows, 'it', 'them')} a second time`}
        value={text}
        spellCheck={false}
        onText={(typed) => {
          setText(typed)
          onAgain(typed.trim() === PAY_AGAIN)
        }}
      />
    </Notice>
  )
}

const SHOWN = 5

/** The known facts, without judging the payment: that happens before it is listed here. */
export function madeWords({ reported, at }: RecentPayment): string {
  const time = at === null ? '' : `, ${when(at)}`
  switch (reported) {
    case 'asked':
      return `Sent for approval, no answer yet${time}`
    case 'queued':
      return `Proposed in the Safe${time}`
    case 'sent':
    case 'logged':
      return `Sent${time}`
  }
}

export function WhereLink({ payment }: { payment: RecentPayment }) {
  const { submission } = payment
  if (submission?.kind === 'proposed')
    return <Link href={proposalPath(submission.safe, submission.safeTxHash)}>View proposal</Link>
  const hash = submission?.kind === 'sent' ? submission.hash : (submission?.hashes.at(-1) ?? payment.hash)
  if (!hash) return null
  return <ExternalLink href={explorerTx(hash)}>BscScan</ExternalLink>
}
