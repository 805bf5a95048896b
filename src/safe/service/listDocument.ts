import * as v from 'valibot'
import { listRow, pageDocument, safeNonce } from './documents.ts'
import type { ListedTransaction, TransactionPage } from './SafeSource.ts'

/** Parses a list page of a gateway row by row and counts unreadable rows. Null if it is not a page. */
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
  const cursor = cursorOf(page.output.next)
  // A next page that cannot be requested is not the end of the list.
  if (page.output.next && cursor === null) unreadable++
  return { transactions, cursor, unreadable }
}

const noncesDocument = v.object({ recommendedNonce: safeNonce })

/**
 * Parses the gateway's document of a Safe's nonces: the one that it gives to the next proposal. Null if it is not
 * one.
 */
export function readNextNonce(document: unknown): bigint | null {
  const nonces = v.safeParse(noncesDocument, document)
  return nonces.success ? nonces.output.recommendedNonce : null
}

/** Uses only the cursor of `next`, never its URL, so that a service cannot redirect the page elsewhere. */
function cursorOf(next: string | null | undefined): string | null {
  if (!next || !URL.canParse(next)) return null
  return new URL(next).searchParams.get('cursor')
}
