import type { Token } from '#chain/money/Token.ts'
import { paymentWords, type StatusWords } from '#domain/activity/paymentWords.ts'
import type { RowKind, RowStatus } from '#domain/payout/rowStatus.ts'

/** The state of a payout row, in words. */
export function rowWords(state: RowStatus, token: Token | null = null): StatusWords {
  switch (state.kind) {
    case 'open':
      return state.rejected
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
    case 'asked':
      return paymentWords(state.status, state.submission?.kind === 'proposed' ? 'proposed' : 'sent', token)
  }
}

const countNames: readonly (readonly [RowKind, string])[] = [
  ['mismatch', 'not what was reviewed'],
  ['unknown', 'unknown'],
  ['not-paid', 'not paid'],
  ['short', 'received less'],
  ['paid', 'paid'],
  ['asking', 'waiting for you'],
  ['on-the-way', 'on the way'],
  ['open', 'not sent'],
]

/** The row states of a payout on one line: the count of each, those that need attention first. */
export function countWords(counts: Readonly<Record<RowKind, number>>): string {
  return countNames
    .filter(([kind]) => counts[kind] > 0)
    .map(([kind, words]) => `${counts[kind]} ${words}`)
    .join(' · ')
}

/** The status of a payout in several batches: what needs a person first. */
export function payoutWords(counts: Readonly<Record<RowKind, number>>, total: number): StatusWords {
  if (counts.asking > 0) return { tone: 'wait', title: 'Waiting for you', text: '' }
  if (counts.unknown > 0) {
    return {
      tone: 'warn',
      title: `Unknown for ${counts.unknown} of ${total}`,
      text: 'We don’t know yet whether they were paid. Don’t pay them again; we’ll keep checking.',
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
  if (counts.open === total) return { tone: 'none', title: 'Not sent yet', text: '' }
  if (counts.open > 0) return { tone: 'none', title: `${total - counts.open} of ${total} sent`, text: '' }
  if (counts.short > 0) {
    return {
      tone: 'warn',
      title: 'Sent, some received less',
      text: 'A token took part of the amount on the way.',
    }
  }
  return { tone: 'good', title: 'All paid', text: 'Final: it can’t be reversed.' }
}
