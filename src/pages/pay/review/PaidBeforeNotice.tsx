import { useState } from 'react'
import { Link } from 'wouter'
import type { Gap, RecentPayment } from '#account/Activity.ts'
import { explorerTx } from '#chain/explorer.ts'
import * as Address from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { Transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { attemptIds } from '#domain/ledger/Attempt.ts'
import type { EarlierPayment } from '#domain/ledger/earlierPayments.ts'
import { answeredRequest, type Payment, type Payout } from '#domain/payout/Payout.ts'
import { count, dayAndTime, listOf, plural, when } from '#domain/shared/format.ts'
import { proposalPath } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { TextField } from '#ui/form/Fields.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useNow } from '#ui/useNow.ts'

/** Describes a gap in the search for earlier payments, with its time span and tokens. */
export function gapWords(gap: Gap): string {
  switch (gap.kind) {
    case 'logs': {
      const what =
        gap.tokens.length === 0
          ? 'Payments that Safe doesn’t list'
          : `${listOf(gap.tokens)} sent from your other wallets or devices`
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
            Skip {plural(rows, 'it', `these ${rows}`)}, pay the{' '}
            {plural(of - rows, 'other', `other ${of - rows}`)}
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
export function recentPaymentText({ reported, at }: RecentPayment): string {
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

/** The relation of an earlier payment to a payment that is about to be made. */
type Relation =
  /** The same amount to the same payee, without a sign that it was for another purpose. */
  | 'same'
  /** An answer, or perhaps one, to the same request in US dollars, in another amount. */
  | 'this-request'
  /** It was made for another request. */
  | 'other-request'

/** One transfer of an earlier payment beside the row that it matches. */
type Match = { readonly transfer: Transfer; readonly row: number; readonly relation: Relation }

/** The transfers of an earlier payment that match rows, each row once. */
function matchesOf(
  { payment, rows }: Pick<EarlierPayment, 'payment' | 'rows'>,
  payments: readonly Payment[],
): readonly Match[] {
  const used = new Set<number>()
  return rows.flatMap((row): readonly Match[] => {
    const asked = payments[row]
    if (!asked) return []
    const pairs = payment.transfers.flatMap((transfer, at) =>
      !used.has(at) && isSamePair(asked, transfer) ? [{ transfer, at }] : [],
    )
    const [found] = pairs.toSorted((a, b) => Number(isSame(asked, b)) - Number(isSame(asked, a)))
    if (!found) return []
    used.add(found.at)
    const known = payment.requests?.[found.at] ?? null
    const own = answeredRequest(asked)?.id ?? null
    const relation =
      known !== null && known !== own
        ? 'other-request'
        : known !== null || !isSame(asked, found)
          ? 'this-request'
          : 'same'
    return [{ transfer: found.transfer, row, relation }]
  })
}

function isSamePair({ payee, amount }: Payment, { to, token }: Transfer): boolean {
  return (
    Address.equal(payee, to) && (token ?? '').toLowerCase() === (amount.token.address ?? '').toLowerCase()
  )
}

function isSame({ amount }: Payment, { transfer }: { readonly transfer: Transfer }): boolean {
  return transfer.value === amount.value
}

/** The title above earlier payments. It claims only what is known. */
export function earlierTitle(found: readonly EarlierPayment[], payments: readonly Payment[]): string {
  const all = found.flatMap((one) => matchesOf(one, payments))
  const of = payments.length
  const rowsThat = (relation: Relation) =>
    new Set(all.flatMap((one) => (one.relation === relation ? [one.row] : []))).size
  const same = rowsThat('same')
  if (same > 0 || all.length === 0) {
    const rows = all.length === 0 ? new Set(found.flatMap((one) => one.rows)).size : same
    if (found.every(({ payment }) => payment.reported === 'asked')) {
      return plural(
        of,
        'This payment may already have been sent.',
        `${rows} of these ${of} payments may already have been sent.`,
      )
    }
    if (of === 1) return 'This payment was already sent or is under way.'
    return `${rows} of these ${of} payments ${plural(rows, 'was already sent or is', 'were already sent or are')} under way.`
  }
  const own = rowsThat('this-request')
  if (own > 0) {
    return plural(
      of,
      'You may already have paid this request.',
      `You may already have paid ${own} of these ${of} requests.`,
    )
  }
  return plural(
    of,
    'You already paid the same amount to this recipient, for another request.',
    `You already paid ${rowsThat('other-request')} of these ${of} recipients the same amount, for another request.`,
  )
}

/** An earlier payment in one line: its outcome, amount, time and purpose. */
export function earlierWords(
  one: EarlierPayment,
  payments: readonly Payment[],
  payouts: readonly Payout[],
  now: number,
): string {
  const { reported, at } = one.payment
  const matches = matchesOf(one, payments)
  const sum = sumWords(
    matches.map(({ transfer }) => transfer),
    payments,
  )
  const [first] = matches
  const rows =
    payments.length === 1 || one.rows.length === 0
      ? ''
      : one.rows.length === 1
        ? `payment ${(one.rows[0] ?? 0) + 1}`
        : count(one.rows.length, 'payment')
  const purpose = purposeWords(matches, noteOf(one.payment.id, payouts, first))
  if (reported === 'asked' || reported === 'queued') {
    const what = [rows, sum].filter(Boolean).join(', ')
    return `${recentPaymentText(one.payment)}: ${what}${purpose}`
  }
  const verb = one.isPaid ? 'You paid' : 'You sent'
  const time = at === null ? '' : ` on ${dayAndTime(at, now)}`
  return `${verb} ${sum || 'it'}${time}${purpose}${rows && `: ${rows}`}`
}

function purposeWords(matches: readonly Match[], note: string | null): string {
  const relations = new Set(matches.map(({ relation }) => relation))
  const [only] = relations
  const which =
    relations.size !== 1 || only === 'same' || only === undefined
      ? ''
      : only === 'other-request'
        ? ' for another request'
        : ', which may be for this request'
  return `${which}${note === null ? '' : ` (“${note}”)`}`
}

/** What this browser calls the payment, if it was one row: by the title of its payout, or else by its note. */
function noteOf(id: string, payouts: readonly Payout[], match: Match | undefined): string | null {
  if (!match) return null
  for (const payout of payouts) {
    const attempt = payout.attempts.find((one) => attemptIds(one).includes(id))
    const rows = attempt?.rows.flatMap((row) => payout.rows[row] ?? []) ?? []
    const [row, other] = rows.filter((one) => isSamePair(one, match.transfer))
    if (row && !other) return payout.title ?? row.note ?? row.reference
  }
  return null
}

/** The amounts of transfers, one for each token, in the tokens that were reviewed. */
function sumWords(transfers: readonly Transfer[], payments: readonly Payment[]): string {
  const amounts = transfers.flatMap(({ token, value }) => {
    const known = payments.find(({ amount }) => Token.key(amount.token) === Token.key({ address: token }))
    return known ? [{ amount: { token: known.amount.token, value } }] : []
  })
  return Amount.totalsOf(amounts).map(Amount.format).join(' and ')
}
