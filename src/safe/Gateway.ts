import * as v from 'valibot'
import type { Address } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { PortalError } from '#chain/PortalError.ts'
import {
  listRow,
  pageDocument,
  type TransactionDetails,
  type TransactionSummary,
  transactionDetails,
} from './documents.ts'
import type { SafeTxHash } from './SafeTx.ts'

/** A queued or executed transaction; `conflict` is true when another one wants the same nonce. */
export type ListedTransaction = TransactionSummary & { readonly conflict: boolean }

export type TransactionPage = {
  readonly transactions: readonly ListedTransaction[]
  /** Hand it back to get the next page; null at the end. */
  readonly cursor: string | null
  /** Rows that were not what they should be. */
  readonly unreadable: number
}

/** Reads `/v1/chains/56/...` of a Safe client gateway. Everything it says is display data. */
export type Gateway = {
  readonly queued: (safe: Address, cursor: string | null, signal?: AbortSignal) => Promise<TransactionPage>
  readonly history: (safe: Address, cursor: string | null, signal?: AbortSignal) => Promise<TransactionPage>
  /** Null when the service does not know the hash (yet). */
  readonly transaction: (hash: SafeTxHash, signal?: AbortSignal) => Promise<TransactionDetails | null>
}

/** A request may take this long (ms). */
const TIMEOUT = 8_000
/** A document larger than this (characters) is not one of the gateway's. */
const MAX_LENGTH = 5_000_000

/** @param base URL in front of `/v1/chains/56`, without a trailing slash */
export function gateway(base: string): Gateway {
  const root = `${base}/v1/chains/${BSC_CHAIN_ID}`
  const list = async (safe: Address, name: string, cursor: string | null, signal?: AbortSignal) => {
    const query = new URLSearchParams({ trusted: 'true' })
    if (cursor !== null) query.set('cursor', cursor)
    const document = await get(`${root}/safes/${safe}/transactions/${name}?${query}`, signal)
    return readPage(parse(pageDocument, document))
  }
  return {
    queued: (safe, cursor, signal) => list(safe, 'queued', cursor, signal),
    history: (safe, cursor, signal) => list(safe, 'history', cursor, signal),
    async transaction(hash, signal) {
      const document = await get(`${root}/transactions/${hash}`, signal, { missing: undefined })
      // No JSON is undefined, so a service that answers `null` is not taken for one that does not know the hash.
      return document === undefined ? null : parse(transactionDetails, document)
    },
  }
}

/** Reads a host's or a gateway's details document; null when it is not one. */
export function readDetails(document: unknown): TransactionDetails | null {
  const result = v.safeParse(transactionDetails, document)
  return result.success ? result.output : null
}

function readPage(page: v.InferOutput<typeof pageDocument>): TransactionPage {
  const transactions: ListedTransaction[] = []
  const seen = new Set<string>()
  let unreadable = 0
  let inConflict = false
  for (const row of page.results) {
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
  return { transactions, cursor: cursorOf(page.next), unreadable }
}

/** Only the cursor of `next` is used, never its address: a service must not send the page elsewhere. */
function cursorOf(next: string | null | undefined): string | null {
  if (!next || !URL.canParse(next)) return null
  return new URL(next).searchParams.get('cursor')
}

async function get(url: string, signal?: AbortSignal, options?: { missing: undefined }): Promise<unknown> {
  const timeout = AbortSignal.timeout(TIMEOUT)
  const response = await fetch(url, {
    headers: { Accept: 'application/json' },
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw new PortalError('unreachable', 'The Safe service did not answer.', { cause })
  })
  if (response.status === 404 && options) return options.missing
  if (response.status === 404) {
    throw new PortalError(
      'unreachable',
      'The Safe service does not know this Safe. It may not be activated yet.',
    )
  }
  if (response.status === 429) {
    throw new PortalError('unreachable', 'The Safe service is busy and asks to wait.')
  }
  if (!response.ok) {
    throw new PortalError('unreachable', `The Safe service answered with error ${response.status}.`)
  }
  let text: string
  try {
    text = await response.text()
  } catch (cause) {
    signal?.throwIfAborted()
    throw new PortalError('unreachable', 'The Safe service stopped in the middle of its answer.', { cause })
  }
  try {
    if (text.length > MAX_LENGTH) throw new RangeError(`${text.length} characters`)
    return JSON.parse(text)
  } catch (cause) {
    throw new PortalError('malformed', 'The Safe service answered something that cannot be read.', { cause })
  }
}

function parse<const T extends v.GenericSchema>(schema: T, document: unknown): v.InferOutput<T> {
  const result = v.safeParse(schema, document)
  if (result.success) return result.output
  throw new PortalError('malformed', 'The Safe service answered something that cannot be read.', {
    cause: new v.ValiError(result.issues),
  })
}
