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
            text: 'You rejected or closed it. It can be asked for again.',
          }
        : { tone: 'none', title: 'Not asked for yet', text: 'Nothing was sent for it.' }
    case 'asking':
      return { tone: 'wait', title: 'Waiting for you', text: 'Nothing is sent before you confirm it.' }
    case 'reading':
      return { tone: 'wait', title: 'Asking where it stands', text: '' }
    case 'asked':
      return paymentWords(state.status, state.submission?.kind === 'proposed' ? 'proposed' : 'sent', token)
  }
}

const countNames: readonly (readonly [RowKind, string])[] = [
  ['mismatch', 'not what was reviewed'],
  ['unknown', 'not known'],
  ['not-paid', 'not paid'],
  ['short', 'received less'],
  ['paid', 'paid'],
  ['asking', 'waiting for you'],
  ['on-the-way', 'on the way'],
  ['open', 'not asked for yet'],
]

/** The row states of a payout on one line: the count of each, those that need attention first. */
export function countWords(counts: Readonly<Record<RowKind, number>>): string {
  return countNames
    .filter(([kind]) => counts[kind] > 0)
    .map(([kind, words]) => `${counts[kind]} ${words}`)
    .join(' · ')
}
