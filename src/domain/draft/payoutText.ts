import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { decodeBytes, fileFaultText, MAX_BYTES } from '#domain/draft/import/decodeBytes.ts'
import { type EnteredName, type LookedUpName, withLookUp } from '#domain/payee/checkPayee.ts'
import { answeredRequest, type Payout } from '#domain/payout/Payout.ts'
import { csvLine, marked } from '#domain/shared/csvCells.ts'
import { newDraft, type PayoutDraft, tokenCell } from './payoutDraft.ts'

/** The content of a file. A fault is a sentence that says why it cannot be read, and what to do. */
type FileContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'workbook'; readonly bytes: ArrayBuffer }
  | { readonly kind: 'fault'; readonly fault: string }

/** Reads a file as text, whatever its name. A workbook is recognised by its bytes and left to `readWorkbook`. */
export async function fileContent(file: File): Promise<FileContent> {
  const { name, type } = file
  const refused = (fault: string) => ({ kind: 'fault', fault }) as const
  if (type.startsWith('image/') || /\.(?:png|jpe?g|gif|webp|heic|svg)$/i.test(name))
    return refused('That’s a picture. Ask for the list as CSV, or enter it manually.')
  if (type === 'application/pdf' || /\.pdf$/i.test(name))
    return refused('That’s a PDF. Copy its table and paste it, or ask for the list as CSV.')
  if (file.size > MAX_BYTES) return refused(fileFaultText['too-large'])
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null)
    return refused('We couldn’t read the file. It may have been moved or changed. Choose it again.')
  const decoded = decodeBytes(new Uint8Array(bytes))
  if (decoded.ok) return { kind: 'text', text: decoded.text }
  return decoded.fault === 'workbook' ? { kind: 'workbook', bytes } : refused(fileFaultText[decoded.fault])
}

/**
 * A draft with the rows of an earlier payout. No doubts are confirmed. Of rows from a backup file nothing is decided, and
 * the decimals of unknown tokens are read from their contracts again. A row that answered a request in US dollars
 * has no amount, because its rate is out of date. It still answers that request.
 */
export function draftOfPayout({ rows }: Pick<Payout, 'rows'>, isRestored = false): PayoutDraft {
  // The row shows the name again, and still pays the address that it once meant.
  const names = rows.reduce<readonly LookedUpName[]>(
    (found, { payee, entered }) => (entered ? withLookUp(found, { ...entered, address: payee }) : found),
    [],
  )
  const meansPayee = (entered: EnteredName | undefined, payee: Address) =>
    names.some(({ name, address }) => name === entered?.name && address === payee)
  const lines = rows.map(({ payee, amount, reference, name = '', handle = '', note, entered, rate }) =>
    csvLine([
      entered && meansPayee(entered, payee) ? entered.name : payee,
      rate ? '' : Amount.toDecimal(amount),
      tokenCell(amount.token),
      marked(reference ?? ''),
      marked(name),
      marked(handle),
      marked(note ?? ''),
    ]),
  )
  const titles = ['receiver', 'amount', 'token', 'reference', 'name', 'handle', 'note']
  const text = [csvLine(titles), ...lines, ''].join('\r\n')
  const tokens = new Map(rows.map(({ amount }) => [Token.key(amount.token), amount.token]))
  return {
    ...newDraft(text),
    names,
    requests: rows.flatMap((row) => {
      const request = answeredRequest(row)
      return request ? [{ ...request, payee: row.payee, token: row.amount.token.address }] : []
    }),
    options: {
      separator: ',',
      style: 'plain',
      header: true,
      token: null,
      mapping: {
        payee: 0,
        amount: 1,
        token: 2,
        tokenType: null,
        reference: 3,
        name: 4,
        handle: 5,
        note: 6,
      },
    },
    // Names and notes were decided about when the payout was first reviewed.
    answers: isRestored
      ? {}
      : Object.fromEntries(titles.slice(3).map((title) => [`column/${title}`, 'nothing' as const])),
    tokens: isRestored ? [] : [...tokens.values()].filter(({ address }) => Token.find(address) === undefined),
  }
}
