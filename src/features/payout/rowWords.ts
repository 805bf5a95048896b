import type { RowState } from '#account/payout/rowStates.ts'
import { outcomeWords, type StateWords } from './outcomeWords.ts'

/** Where a row of a payout stands, in words. */
export function rowWords(state: RowState): StateWords {
  switch (state.kind) {
    case 'open':
      return state.refused
        ? { tone: 'none', title: 'Refused, not sent', text: 'Somebody said no. It can be asked for again.' }
        : { tone: 'none', title: 'Not asked for yet', text: 'Nothing was sent for it.' }
    case 'unknown':
      return {
        tone: 'warn',
        title: 'Not known',
        text: state.reason ?? 'It was asked for, and no answer was seen. It may or may not be paid.',
      }
    case 'reading':
      return { tone: 'wait', title: 'Asking where it stands', text: '' }
    case 'waiting':
      return outcomeWords(state.outcome, state.submission.kind === 'proposed')
    case 'paid':
      return { tone: 'good', title: 'Paid', text: 'The transfer stands in a final block.' }
    case 'unpaid':
      return { tone: 'bad', title: 'Not paid', text: state.reason }
    case 'mismatch':
      return { tone: 'bad', title: 'Not what was reviewed', text: state.differences.join(' ') }
  }
}

/** The states of a payout's rows as one line: how many of each, the ones that need somebody first. */
export function countWords(counts: Readonly<Record<RowState['kind'], number>>): string {
  const parts: readonly (readonly [number, string])[] = [
    [counts.mismatch, 'not what was reviewed'],
    [counts.unknown, 'not known'],
    [counts.unpaid, 'not paid'],
    [counts.paid, 'paid'],
    [counts.waiting + counts.reading, 'on the way'],
    [counts.open, 'not asked for yet'],
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(' · ')
}
