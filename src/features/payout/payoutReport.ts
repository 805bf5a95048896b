import { fingerprint } from '#account/payout/fingerprint.ts'
import type { Payout } from '#account/payout/Payout.ts'
import type { RowState } from '#account/payout/rowStates.ts'
import * as Amount from '#chain/Amount.ts'
import { csvLine, marked } from '#ui/file/csvCells.ts'
import { hashOf } from './PaymentRows.tsx'
import { rowWords } from './rowWords.ts'

/**
 * A payout row by row: whom, how much, where it stands and where to see it. CSV (RFC 4180) with a byte order mark; texts
 * that a spreadsheet could run carry an apostrophe, amounts and addresses are plain text.
 */
export function payoutReport(payout: Payout, states: readonly RowState[]): string {
  const own = fingerprint(
    payout.account,
    payout.rows.map(({ payee, amount }) => ({ token: amount.token.address, to: payee, value: amount.value })),
  )
  const lines = payout.rows.map(({ payee, amount, note, reference }, index) => {
    const state: RowState = states[index] ?? { kind: 'open', refused: false }
    const { title, text } = rowWords(state)
    const submission = 'submission' in state ? state.submission : null
    return csvLine([
      `${index + 1}`,
      payee,
      Amount.toDecimal(amount),
      marked(amount.token.symbol),
      amount.token.address ?? '',
      marked(reference ?? ''),
      marked(note ?? ''),
      title,
      state.kind === 'paid' ? '' : text,
      hashOf(state) ?? '',
      submission?.kind === 'proposed' ? submission.safeTxHash : '',
    ])
  })
  const skipped = payout.skipped.map(({ line, reason }) =>
    csvLine(['', '', '', '', '', '', '', 'Skipped', marked(`Line ${line}: ${reason}`), '', '']),
  )
  const head = csvLine([
    'row',
    'receiver',
    'amount',
    'token',
    'token_address',
    'reference',
    'note',
    'state',
    'remark',
    'transaction',
    'safe_tx_hash',
  ])
  const facts = csvLine(['fingerprint', own, '', '', '', '', '', '', '', '', ''])
  return `\uFEFF${[head, ...lines, ...skipped, facts].join('\r\n')}\r\n`
}
