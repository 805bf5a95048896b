import * as v from 'valibot'
import { listRow, pageDocument } from './documents.ts'
import type { ListedTransaction, TransactionPage } from './SafeSource.ts'

/** A page of a list as a gateway answers it, row by row: what cannot be read is counted. Null when it is none. */
export function readPage(document: unknown): TransactionPage | null {
  const page = v.safeParse(pageDocument, document)
  if (!page.success) return null
  const transactions: ListedTransaction[] = []
  const seen = new Set<string>()
  let unreadable = 0
  let inConflict = false
  for (const row of page.output.results) {
    const result = v.safeParse(listRow, row)
    if (!result.success) {
      unreadable++
      continue
    }
    if (result.output.type !== 'TRANSACTION') {
      inConflict = result.output.type === 'CONFLICT_HEADER'
      continue
    }
    const { transaction, conflictType } = result.output
    const conflict = inConflict || conflictType === 'HasNext' || conflictType === 'End'
    if (conflictType === 'End' || conflictType === 'None') inConflict = false
    if (!seen.has(transaction.id)) transactions.push({ ...transaction, conflict })
    seen.add(transaction.id)
  }
  return { transactions, cursor: cursorOf(page.output.next), unreadable }
}

/** Only the cursor of `next` is used, never its address: a service must not send the page elsewhere. */
function cursorOf(next: string | null | undefined): string | null {
  if (!next || !URL.canParse(next)) return null
  return new URL(next).searchParams.get('cursor')
}
