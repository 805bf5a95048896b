import type { Address } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { findPortalError, PortalError } from '#chain/PortalError.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import type { JsonReader } from './jsonReader.ts'
import type { QueueAround } from './queueAround.ts'
import { type MessageSource, NEWEST, type NonceSource, type SafeSource } from './SafeSource.ts'
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
      const first = cursor === NEWEST ? uncached() : cursor
      try {
        return await ask(first)
      } catch (error) {
        if (findPortalError(error)?.kind !== 'unserved') throw error
        const { queueAround } = await import('./queueAround.ts')
        around ??= queueAround()
        const found = await around(safe, first, ask)
        if (found === null) throw error
        return found
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
