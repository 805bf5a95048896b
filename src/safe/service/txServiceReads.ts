import SafeApiKit from '@safe-global/api-kit'
import * as v from 'valibot'
import type { Address } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { withDeadline } from '#chain/deadline.ts'
import { PortalError } from '#chain/PortalError.ts'
import { readDetails } from './detailsDocument.ts'
import { listRow } from './documents.ts'
import { servicePacer } from './jsonReader.ts'
import type { ListedTransaction, SafeSource, TransactionPage } from './SafeSource.ts'
import { type Loose, toDetailsDocument, toRows } from './txServiceDocuments.ts'

/** api-kit for one service. `ask` runs a request when its turn comes, with a time limit. */
type TxServiceKit = {
  readonly kit: SafeApiKit
  readonly ask: <T>(work: () => Promise<T>) => Promise<T>
}

/** One per service, so that all its requests are paced together. */
const kits = new Map<string, TxServiceKit>()

/** @param base URL of the service, ending in `/api` */
export function txServiceKit(base: string): TxServiceKit {
  const known = kits.get(base)
  if (known) return known
  const pace = servicePacer(base)
  const opened: TxServiceKit = {
    kit: new SafeApiKit({ chainId: BigInt(BSC_CHAIN_ID), txServiceUrl: base }),
    async ask(work) {
      await pace()
      return withDeadline(work())
    },
  }
  kits.set(base, opened)
  return opened
}

/** Rows per page. */
const LIMIT = 20

/**
 * Reads a transaction service through api-kit, converts the results to the gateway's format and validates
 * them in the same way. Its `next` URLs are never followed; pages are fetched by offset.
 */
export function txServiceReads(base: string): Omit<SafeSource, 'name'> {
  const { kit, ask } = txServiceKit(base)
  return {
    queued: (safe, cursor) =>
      reading(async () => {
        const offset = offsetOf(cursor)
        const page = await ask(async () => {
          const { nonce } = await kit.getSafeInfo(safe)
          // Unlike `getPendingTransactions`, this can include proposals that no owner has signed.
          const open = { executed: false, nonce__gte: nonce, trusted: false, ordering: 'nonce' }
          return kit.getMultisigTransactions(safe, { ...open, limit: LIMIT, offset })
        })
        return toPage(page, safe, offset)
      }),
    history: (safe, cursor) =>
      reading(async () => {
        const offset = offsetOf(cursor)
        return toPage(await ask(() => kit.getAllTransactions(safe, { limit: LIMIT, offset })), safe, offset)
      }),
    transaction: (hash) =>
      reading(async () => {
        const found = await ask(() => kit.getTransaction(hash)).catch((error: unknown) => {
          if ((error as { statusCode?: unknown }).statusCode === 404) return null
          throw error
        })
        if (found === null) return null
        return readDetails(toDetailsDocument(found as unknown as Loose)) ?? refuse()
      }),
    executedAt: (safe, nonce) =>
      reading(async () => {
        const page = await ask(() => kit.getMultisigTransactions(safe, { nonce: `${nonce}`, executed: true }))
        return toPage(page, safe, 0).transactions
      }),
  }
}

function offsetOf(cursor: string | null): number {
  return cursor !== null && /^[0-9]{1,9}$/.test(cursor) ? Number(cursor) : 0
}

const pageShape = v.object({
  next: v.nullish(v.string()),
  results: v.pipe(v.array(v.record(v.string(), v.unknown())), v.maxLength(1000)),
})

function toPage(document: unknown, safe: Address, offset: number): TransactionPage {
  const page = v.safeParse(pageShape, document)
  if (!page.success) refuse()
  const { next, results } = page.output
  const transactions = new Map<string, ListedTransaction>()
  const nonces = results.map(({ nonce }) => String(nonce))
  let unreadable = 0
  for (const result of results) {
    for (const row of toRows(result, safe)) {
      const read = v.safeParse(listRow, { type: 'TRANSACTION', transaction: row })
      if (!read.success || read.output.type !== 'TRANSACTION') {
        unreadable++
        continue
      }
      const nonce = result.isExecuted === false ? String(result.nonce) : null
      const conflict = nonce !== null && nonces.indexOf(nonce) !== nonces.lastIndexOf(nonce)
      transactions.set(read.output.transaction.id, { ...read.output.transaction, conflict })
    }
  }
  // An empty page ends the list, whatever the service reports.
  const cursor = next && results.length > 0 ? `${offset + LIMIT}` : null
  return { transactions: [...transactions.values()], cursor, unreadable }
}

async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof PortalError) throw cause
    throw new PortalError('unreachable', 'The Safe transaction service did not answer.', { cause })
  }
}

function refuse(): never {
  throw new PortalError('malformed', 'The Safe transaction service answered something that cannot be read.')
}
