import type { Token } from '#chain/money/Token.ts'
import { leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { paymentWords } from '#domain/activity/paymentWords.ts'
import { countRows, type FoldedStatus, type RowKind } from '#domain/ledger/foldStatus.ts'
import { count, plural } from '#domain/shared/format.ts'
import type { StatusText, Tone } from '#domain/shared/StatusText.ts'

/** The status of a row of a payout, in words, and the other attempts that may still pay it. */
export function rowWords(state: FoldedStatus, token: Token | null = null): StatusText {
  const words = attemptWords(state, token)
  const more = besideText(state)
  return more === '' ? words : { ...words, text: `${words.text} ${more}`.trim() }
}

/** The words beside the status of a row: other attempts that may still pay it, or may have paid it. */
export function besideText({ beside }: FoldedStatus): string {
  const open = beside.filter(({ kind }) => kind !== 'unknown').length
  const unknown = beside.length - open
  return [
    ...(open > 0 ? [`${count(open, 'more attempt')} may still pay it.`] : []),
    ...(unknown > 0 ? [`We don’t know yet whether ${count(unknown, 'more attempt')} paid it.`] : []),
  ].join(' ')
}

/** The status that one attempt gives a payment or a batch, in words. */
export function attemptWords(
  { status, submission }: Pick<FoldedStatus, 'status' | 'submission'>,
  token: Token | null = null,
): StatusText {
  switch (status.kind) {
    case 'not-requested':
      return status.rejected
        ? {
            tone: 'none',
            title: 'Rejected, not sent',
            text: 'You rejected or closed it. Try again when ready.',
          }
        : { tone: 'none', title: 'Not sent yet', text: '' }
    case 'asking':
      return { tone: 'wait', title: 'Waiting for you', text: 'Nothing is sent until you confirm it.' }
    case 'reading':
      return { tone: 'wait', title: 'Checking', text: '' }
    case 'paid-twice':
      return {
        tone: 'bad',
        title: status.times === 2 ? 'Paid twice' : `Paid ${status.times} times`,
        text: 'Each payment is final. Ask the recipient to send back what was too much.',
      }
    default:
      return paymentWords(status, submission?.kind === 'proposed' ? 'proposed' : 'sent', token)
  }
}

const countNames: readonly (readonly [RowKind, string, Tone])[] = [
  ['mismatch', 'not what was reviewed', 'bad'],
  ['paid-twice', 'paid twice', 'bad'],
  ['unknown', 'unknown', 'warn'],
  ['not-paid', 'not paid', 'bad'],
  ['short', 'received less', 'warn'],
  ['paid', 'paid', 'good'],
  ['asking', 'waiting for you', 'wait'],
  ['on-the-way', 'on the way', 'wait'],
  ['reading', 'being checked', 'wait'],
  ['queued', 'in the queue', 'none'],
  ['not-requested', 'not sent', 'none'],
]

/**
 * The status of payments that were requested together. Words about one of them, such as that no money moved, need not be
 * true of the others, so payments in several states are counted.
 * @param statuses of the payments, at least one
 */
export function togetherWords(
  statuses: readonly PaymentStatus[],
  submission: FoldedStatus['submission'],
): StatusText {
  const isAlike = new Set(statuses.map(({ kind }) => kind)).size < 2
  return isAlike
    ? attemptWords({ status: leastSettled(statuses), submission })
    : payoutWords(statuses.map((status) => ({ status, submission, beside: [] })))
}

/** How many rows are in each state that occurs, those that need attention first. */
export function countParts(counts: Readonly<Record<RowKind, number>>) {
  return countNames.flatMap(([kind, words, tone]) =>
    counts[kind] > 0 ? [{ kind, count: counts[kind], words, tone }] : [],
  )
}

/** The row states of a payout on one line: the count of each, those that need attention first. */
export function countWords(counts: Readonly<Record<RowKind, number>>): string {
  return countParts(counts)
    .map(({ count, words }) => `${count} ${words}`)
    .join(' · ')
}

/** The status of a payout in several batches or attempts: first what needs the person, then the rest. */
export function payoutWords(states: readonly FoldedStatus[]): StatusText {
  const counts = countRows(states)
  const words = countedWords(counts, states.length)
  const twice = counts['paid-twice']
  const beside = states.filter((state) => state.beside.length > 0).length
  const more = [
    ...(twice > 0 && counts.asking + counts.unknown > 0
      ? [`${twice} of ${states.length} ${plural(twice, 'was', 'were')} paid twice.`]
      : []),
    ...(beside > 0
      ? [`Other attempts may still pay ${beside} of them, or may have paid: see the payments.`]
      : []),
  ]
  if (more.length === 0) return words
  const tone = beside > 0 && words.tone === 'good' ? 'warn' : words.tone
  return { ...words, tone, text: [words.text, ...more].filter(Boolean).join(' ') }
}

function countedWords(counts: Readonly<Record<RowKind, number>>, total: number): StatusText {
  if (counts.asking > 0) return { tone: 'wait', title: 'Waiting for you', text: '' }
  if (counts.mismatch > 0) {
    return {
      tone: 'bad',
      title: `${counts.mismatch} of ${total} not what was reviewed`,
      text: 'Open each payment to see the difference. Don’t sign it.',
    }
  }
  if (counts.unknown > 0) {
    return {
      tone: 'warn',
      title: `Unknown for ${counts.unknown} of ${total}`,
      text: 'We don’t know yet whether they were paid. Don’t pay them again; we’ll keep checking.',
    }
  }
  if (counts['paid-twice'] > 0) {
    return {
      tone: 'bad',
      title: `${counts['paid-twice']} of ${total} paid twice`,
      text: 'Each payment is final. Ask the recipients to send back what was too much.',
    }
  }
  if (counts['not-paid'] > 0) {
    return {
      tone: 'warn',
      title: `${counts['not-paid']} of ${total} not paid`,
      text: 'No money moved for them.',
    }
  }
  if (counts['on-the-way'] > 0) return { tone: 'wait', title: 'On the way', text: '' }
  if (counts.reading > 0) return { tone: 'wait', title: 'Checking', text: '' }
  if (counts.queued > 0) {
    return { tone: 'sign', title: 'In the queue', text: 'No money moves until it’s signed and executed.' }
  }
  const open = counts['not-requested']
  if (open === total) return { tone: 'none', title: 'Not sent yet', text: '' }
  if (open > 0) return { tone: 'none', title: `${total - open} of ${total} sent`, text: '' }
  if (counts.short > 0) {
    return {
      tone: 'warn',
      title: 'Sent, some received less',
      text: 'A token took part of the amount on the way.',
    }
  }
  return { tone: 'good', title: 'All paid', text: 'Final: it can’t be reversed.' }
}
