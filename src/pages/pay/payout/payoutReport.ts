import * as Amount from '#chain/money/Amount.ts'
import { transferTo } from '#chain/money/Call.ts'
import { besideText, rowWords } from '#components/payout/rowWords.ts'
import { fingerprint } from '#domain/ledger/fingerprint.ts'
import { type FoldedStatus, notRequested } from '#domain/ledger/foldStatus.ts'
import { type Payout, payoutName } from '#domain/payout/Payout.ts'
import type { Receipts } from '#domain/payout/rowReceipts.ts'
import { csvLine, fileName, marked } from '#domain/shared/csvCells.ts'
import { receiptPath } from '#domain/shared/paths.ts'
import { tableWorkbook } from '#domain/shared/tableWorkbook.ts'
import { rowHashes } from '../review/Recipients.tsx'

/**
 * A payout row by row: payee, amount, status and a link, with its titles first and its own facts last. A paid row names
 * the log that paid it and its receipt link, if they are known.
 * @param url of the portal, up to the `#`
 */
function payoutTable(
  payout: Payout,
  states: readonly FoldedStatus[],
  receipts: Receipts,
  url: string,
): readonly (readonly string[])[] {
  const own = fingerprint(
    payout.account,
    payout.rows.map(({ payee, amount }) => transferTo(payee, amount)),
  )
  const lines = payout.rows.map(({ payee, amount, note, name, handle, reference, line }, index) => {
    const state = states[index] ?? notRequested
    const { title, text } = rowWords(state, amount.token)
    const { status, submission } = state
    const transfer = status.kind === 'paid' ? receipts.found.get(index) : undefined
    return [
      `${line ?? index + 1}`,
      payee,
      Amount.toDecimal(amount),
      amount.token.symbol,
      amount.token.address ?? '',
      name ?? '',
      reference ?? '',
      note ?? '',
      title,
      status.kind === 'paid' ? besideText(state) : text,
      rowHashes(state).join(' '),
      submission?.kind === 'proposed' ? submission.safeTxHash : '',
      transfer ? `${transfer.logIndex ?? ''}` : '',
      transfer && status.kind === 'paid' ? `${url}#${receiptPath(status.hash, transfer.name)}` : '',
      handle ?? '',
    ]
  })
  const blank = (count: number) => new Array<string>(count).fill('')
  const skipped = payout.skipped.map(({ line, reason }) => [
    ...blank(8),
    'Skipped',
    `Line ${line}: ${reason}`,
    ...blank(5),
  ])
  const head = [
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
  ]
  const fact = (name: string, value: string) => [name, value, ...blank(13)]
  const facts = [
    ...(payout.title ? [fact('title', payout.title)] : []),
    ...(payout.tag ? [fact('campaign', payout.tag)] : []),
    fact('date', new Date(payout.createdAt).toISOString()),
    fact('fingerprint', own),
    ...(receipts.unread > 0 ? [fact('receipts that were not read', `${receipts.unread}`)] : []),
  ]
  return [head, ...lines, ...skipped, ...facts]
}

/**
 * The table as CSV (RFC 4180) with a byte order mark. Texts that a spreadsheet could execute are prefixed with an
 * apostrophe.
 */
export function payoutReport(...of: Parameters<typeof payoutTable>): string {
  const lines = payoutTable(...of).map((cells) => csvLine(cells.map(marked)))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

const NUMBERS: ReadonlySet<string> = new Set(['row', 'amount', 'log_index'])

/** The table as a workbook (.xlsx). */
export function payoutWorkbook(...of: Parameters<typeof payoutTable>): Promise<Blob> {
  return tableWorkbook(payoutTable(...of), 'Payout', NUMBERS)
}

/** `payout-report-2026-11-27-autumn-reels.csv`, with the day in UTC first, which a long title must not cut off. */
export function payoutReportName(payout: Payout, kind: 'csv' | 'xlsx' = 'csv'): string {
  const day = new Date(payout.createdAt).toISOString().slice(0, 10)
  return fileName(['payout-report', day, payoutName(payout) ?? payout.id.slice(0, 8)], kind)
}
