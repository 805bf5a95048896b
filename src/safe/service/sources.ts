import type { Address } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { findPortalError, PortalError } from '#chain/PortalError.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import type { JsonReader } from './jsonReader.ts'
import type { QueueAround } from './queueAround.ts'
import {
  type MessageSource,
  NEWEST,
  type NonceSource,
  type SafeSource,
  type TransactionPage,
} from './SafeSource.ts'
import type { ProposalService } from './txServiceProposals.ts'

/** The lengths of pages that a transaction service serves (up to 200), without the usual one. */
const SHORTEST_PAGE = 21
const PAGE_LENGTHS = 150

/**
 * Reads `/v1/chains/56/...` of a Safe client gateway.
 * @param base URL in front of `/v1/chains/56`, without a trailing slash
 */
export function gateway(base: string): SafeSource & MessageSource & NonceSource {
  const safes = `${base}/v1/chains/${BSC_CHAIN_ID}/safes`
  // The reader loads with the first request, because the first screen shows balances, not lists.
  let reader: JsonReader | null = null
  let around: QueueAround | null = null
  const get: JsonReader = async (...asked) => {
    const { jsonReader } = await import('./jsonReader.ts')
    reader ??= jsonReader(base)
    return reader(...asked)
  }
  const list = async (safe: Address, name: string, query: Record<string, string>, signal?: AbortSignal) => {
    // The list parser loads in parallel with the request.
    const [document, { readPage }] = await Promise.all([
      get(`${safes}/${safe}/${name}?${new URLSearchParams(query)}`, signal),
      import('./listDocument.ts'),
    ])
    return readPage(document) ?? refuse()
  }
  let last = 0
  /**
   * A first page of a length that nobody has requested lately. The gateway keeps its answers for about a minute, by
   * length (source: safe-client-gateway, `CacheRouter.getMultisigTransactionsCacheDir`).
   */
  const uncached = () => {
    last = Math.max(last + 1, Math.floor(Date.now() / 1_000))
    return `limit=${SHORTEST_PAGE + (last % PAGE_LENGTHS)}&offset=0`
  }
  const notAmongOlder = new Set<SafeMessageHash>()
  const at = (cursor: string | null) => (cursor === null ? {} : { cursor })
  return {
    name: 'Safe gateway',
    // Includes proposals without an owner's signature. Safe{Wallet} makes them if the first signer is a smart
    // account, and a proposal that is not read could pay a second time.
    async queued(safe, cursor, signal) {
      const ask = (own: string | null) =>
        list(safe, 'transactions/queued', { trusted: 'false', ...at(own) }, signal)
      const place = placeOf(cursor === NEWEST ? uncached() : cursor)
      try {
        return continued(place, await ask(place.cursor))
      } catch (error) {
        if (findPortalError(error)?.kind !== 'unserved') throw error
        const { queueAround } = await import('./queueAround.ts')
        around ??= queueAround()
        // Refused rows that both pages have would count twice.
        const found = await around(safe, place.plain, ask)
        if (found === null) throw error
        return continued({ last: null }, found)
      }
    },
    // Returns everything, so that suspicious items are counted here instead of being filtered by the service.
    history: (safe, cursor, signal) =>
      list(safe, 'transactions/history', { trusted: 'false', ...at(cursor) }, signal),
    async transaction(hash, signal) {
      const document = await get(`${base}/v1/chains/${BSC_CHAIN_ID}/transactions/${hash}`, signal, true)
      // JSON has no undefined, so a `null` answer is not mistaken for an unknown hash.
      if (document === undefined) return null
      const { readDetails } = await import('./detailsDocument.ts')
      return readDetails(document) ?? refuse()
    },
    // Requested in the list, which answers 200 while a message is not there yet: a browser reports each 404 as an
    // error.
    async message(safe, hash, signal) {
      const [document, { findMessage, readMessage }] = await Promise.all([
        get(`${safes}/${safe}/messages`, signal, true),
        import('./detailsDocument.ts'),
      ])
      if (document === undefined) return null
      const { found, isWhole } = findMessage(document, hash) ?? refuse()
      // One that is made later is the newest of the list.
      if (found || isWhole || notAmongOlder.has(hash)) return found
      const older = await get(`${base}/v1/chains/${BSC_CHAIN_ID}/messages/${hash}`, signal, true)
      if (older !== undefined) return readMessage(older) ?? refuse()
      notAmongOlder.add(hash)
      return null
    },
    async nextNonce(safe, signal) {
      const [document, { readNextNonce }] = await Promise.all([
        get(`${safes}/${safe}/nonces`, signal),
        import('./listDocument.ts'),
      ])
      return readNextNonce(document) ?? refuse()
    },
    async executedAt(safe, nonce, signal) {
      const query = { nonce: `${nonce}`, executed: 'true' }
      return (await list(safe, 'multisig-transactions', query, signal)).transactions
    },
  }
}

/** How many rows a page of a queue has after the first one. */
const ROWS = 100
/** How many rows a page of a queue shares with the page before it. */
const OVERLAP = 5

/**
 * A page of a queue to ask for, and the last entry of the page before it, which is among its first rows. `plain` is the
 * page without the rows that it shares.
 */
type Place = { readonly cursor: string | null; readonly last: string | null; readonly plain: string | null }

/**
 * The gateway finds a page by how many rows are before it. An execution between two pages moves every row, and a
 * proposal would be on neither page. So a cursor also names the last entry that was read, and the page begins before it.
 */
function placeOf(cursor: string | null): Place {
  const [, limit, offset, last = null] = /^limit=(\d+)&offset=(\d+)&last=(.+)$/.exec(cursor ?? '') ?? []
  if (last === null) return { cursor, last, plain: cursor }
  const shared = Math.min(OVERLAP, Number(offset))
  return {
    cursor: `limit=${Number(limit) + shared}&offset=${Number(offset) - shared}`,
    last,
    plain: `limit=${limit}&offset=${offset}`,
  }
}

/** The page without the rows that were read before. If they are not there, an entry may be missing. */
function continued(
  { last }: Pick<Place, 'last'>,
  { transactions, cursor, unreadable }: TransactionPage,
): TransactionPage {
  const at = transactions.findIndex(({ id }) => id === last)
  const { id } = transactions.at(-1) ?? {}
  const [, offset] = /^limit=\d+&offset=(\d+)$/.exec(cursor ?? '') ?? []
  return {
    transactions: transactions.slice(at + 1),
    cursor: id && offset ? `limit=${ROWS}&offset=${offset}&last=${id}` : cursor,
    unreadable: unreadable + (last !== null && at < 0 ? 1 : 0),
  }
}

function refuse(): never {
  throw new PortalError('malformed', 'The Safe service answered something that cannot be read.')
}

/**
 * A Safe transaction service as a source. Uses Safe's api-kit, which is larger than the rest of the portal
 * and is downloaded with the first request.
 * @param base URL of the service, ending in `/api`
 */
export function txService(base: string): SafeSource {
  const reads = async () => (await import('./txServiceReads.ts')).txServiceReads(base)
  return {
    name: 'Safe transaction service',
    queued: async (safe, cursor) => (await reads()).queued(safe, cursor),
    history: async (safe, cursor) => (await reads()).history(safe, cursor),
    transaction: async (hash) => (await reads()).transaction(hash),
    executedAt: async (safe, nonce) => (await reads()).executedAt(safe, nonce),
  }
}

/**
 * A Safe transaction service that accepts proposals and signatures. Uses Safe's api-kit, which is downloaded with the
 * first request.
 * @param base URL of the service, ending in `/api`
 */
export function proposalService(base: string): ProposalService {
  const open = async () => (await import('./txServiceProposals.ts')).txServiceProposals(base)
  return {
    delegatorsOf: async (safe, delegate) => (await open()).delegatorsOf(safe, delegate),
    propose: async (proposal) => (await open()).propose(proposal),
    confirm: async (safeTxHash, signature) => (await open()).confirm(safeTxHash, signature),
  }
}
