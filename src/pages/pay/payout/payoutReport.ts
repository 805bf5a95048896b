import * as Amount from '#chain/money/Amount.ts'
import { transferTo } from '#chain/money/Call.ts'
import { besideText, rowWords } from '#components/payout/rowWords.ts'
import { fingerprint } from '#domain/ledger/fingerprint.ts'
import { type FoldedStatus, notRequested } from '#domain/ledger/foldStatus.ts'
import { type Payout, payoutName } from '#domain/payout/Payout.ts'
import type { Receipts } from '#domain/payout/rowReceipts.ts'
import { csvLine, fileName, marked } from '#domain/shared/csvCells.ts'
import { receiptPath } from '#domain/shared/paths.ts'
import { rowHashes } from '../review/PaymentRows.tsx'

/**
 * A payout row by row: payee, amount, status and a link. CSV (RFC 4180) with a byte order mark. Texts that a
 * spreadsheet could execute are prefixed with an apostrophe; amounts and addresses are plain text. A paid row
 * names the log that paid it, its block, and its receipt link, if they are known.
 * @param url of the portal, up to the `#`
 */
export function payoutReport(
  payout: Payout,
  states: readonly FoldedStatus[],
  receipts: Receipts,
  url: string,
): string {
  const own = fingerprint(
    payout.account,
    payout.rows.map(({ payee, amount }) => transferTo(payee, amount)),
  )
  const lines = payout.rows.map(({ payee, amount, note, name, handle, reference, line }, index) => {
    const state = states[index] ?? notRequested
    const { title, text } = rowWords(state, amount.token)
    const { status, submission } = state
    const transfer = status.kind === 'paid' ? receipts.found.get(index) : undefined
    return csvLine([
      `${line ?? index + 1}`,
      payee,
      Amount.toDecimal(amount),
      marked(amount.token.symbol),
      amount.token.address ?? '',
      marked(name ?? ''),
      marked(reference ?? ''),
      marked(note ?? ''),
      title,
      status.kind === 'paid' ? besideText(state) : text,
      rowHashes(state).join(' '),
      submission?.kind === 'proposed' ? submission.safeTxHash : '',
      transfer ? `${transfer.logIndex ?? ''}` : '',
      transfer && status.kind === 'paid' ? `${url}#${receiptPath(status.hash, transfer.name)}` : '',
      marked(handle ?? ''),
    ])
  })
  const skipped = payout.skipped.map(({ line, reason }) =>
    csvLine([
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      'Skipped',
      marked(`Line ${line}: ${reason}`),
      '',
      '',
      '',
      '',
      '',
    ]),
  )
  const head = csvLine([
    'row',
    'receiver',
    'amount',
    'token',
    'token_address',
    'name',
    'reference',
    'note',
    'state',
    'remark',
    'transaction',
    'safe_tx_hash',
    'log_index',
    'receipt',
    // Later columns come last, so that programs find the others where they were.
    'handle',
  ])
  const fact = (name: string, value: string) => csvLine([name, value, ...new Array<string>(13).fill('')])
  const facts = [
    ...(payout.title ? [fact('title', marked(payout.title))] : []),
    ...(payout.tag ? [fact('campaign', marked(payout.tag))] : []),
    fact('date', new Date(payout.createdAt).toISOString()),
    fact('fingerprint', own),
    ...(receipts.unread > 0 ? [fact('receipts that were not read', `${receipts.unread}`)] : []),
  ]
  return `\uFEFF${[head, ...lines, ...skipped, ...facts].join('\r\n')}\r\n`
}

/** `payout-report-2026-11-27-autumn-reels.csv`, with the day in UTC first, which a long title must not cut off. */
export function payoutReportName(payout: Payout): string {
  const day = new Date(payout.createdAt).toISOString().slice(0, 10)
  return fileName(['payout-report', day, payoutName(payout) ?? payout.id.slice(0, 8)], 'csv')
}
