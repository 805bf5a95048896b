import * as Call from '#chain/money/Call.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import type { Payment } from '#domain/payout/payment.ts'
import { type TableView, unskipped } from './tableView.ts'

/** What was dropped, or chosen: one file, a text, or a sentence that says what to do instead. */
export type Dropped =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: string }

/** Takes the one file or the text of a drop. */
export function dropped(data: DataTransfer): Dropped {
  const text = data.getData('text/plain')
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.())
  if (entries.some((entry) => entry?.isDirectory))
    return fault('This is a folder. Open it and drop the one file that holds the rows.')
  const [file, other] = data.files
  if (other) return fault(`These are ${data.files.length} files. Drop the one that holds the rows.`)
  if (file) return taken(file)
  return text === '' ? fault('Nothing was dropped that holds rows.') : { kind: 'text', text }
}

/** A file by its name and type; whether it is a text, its bytes say. */
export function taken(file: File): Dropped {
  const { name, type } = file
  if (type.startsWith('image/') || /\.(?:png|jpe?g|gif|webp|heic|svg)$/i.test(name))
    return fault(
      'This is a picture. Rows are not read from pictures: ask for the list as CSV, or type the rows.',
    )
  if (type === 'application/pdf' || /\.pdf$/i.test(name))
    return fault('This is a PDF. Copy its table and paste it, or ask for the list as CSV.')
  return { kind: 'file', file }
}

function fault(words: string): Dropped {
  return { kind: 'fault', fault: words }
}

/** More rows are no payout: a Safe would be asked a thousand times. */
export const MOST_ROWS = 100_000
/** Longer words (characters) of a list are cut where a payout keeps them, which the sign at their end says. */
const LONGEST = 1_000

/** What goes on to the review: the payments in the order of the rows, and what is left out. */
export type HandOver = { readonly payments: readonly Payment[]; readonly skipped: Payout['skipped'] }

/** Takes the rows of a table as payments. Null while one of them could not be read and is not skipped. */
export function handOver(view: TableView, skips: ReadonlyMap<number, string>): HandOver | null {
  const payments: Payment[] = []
  for (const { line, read, note, reference } of unskipped(view)) {
    if (!read.ok) return null
    const { payee, amount } = read.payment
    payments.push({ line, payee, amount, request: null, note: cut(note), reference: cut(reference) })
  }
  const skipped = view.skipped.map((line) => ({ line, reason: cut(skips.get(line) ?? '') ?? '' }))
  return { payments, skipped }
}

/** The calls that payments make, in order. */
export function callsOfPayments(payments: readonly Pick<Payment, 'payee' | 'amount'>[]): Call.Call[] {
  return payments.map(({ payee, amount }) => Call.transfer(payee, amount))
}

function cut(words: string | null): string | null {
  return words !== null && words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words
}
