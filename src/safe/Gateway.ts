import type { Address } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { PortalError } from '#chain/PortalError.ts'
import { servicePacer } from './pacer.ts'
import type { MessageSource, SafeSource } from './SafeSource.ts'

/** A request may take this long (ms). */
const TIMEOUT = 8_000
/** A document larger than this (characters) is not one of the gateway's. */
const MAX_LENGTH = 5_000_000

/** Longest time (ms) that a busy service may keep us away, and what is given to one that does not say. */
const LONGEST_PAUSE = 30_000
const USUAL_PAUSE = 2_000

/**
 * Reads `/v1/chains/56/...` of a Safe client gateway.
 * @param base URL in front of `/v1/chains/56`, without a trailing slash
 */
export function gateway(base: string): SafeSource & MessageSource {
  const safes = `${base}/v1/chains/${BSC_CHAIN_ID}/safes`
  const get = reader(base)
  const list = async (safe: Address, name: string, query: Record<string, string>, signal?: AbortSignal) => {
    // How to read a list comes while the service is asked for it.
    const [document, { readPage }] = await Promise.all([
      get(`${safes}/${safe}/${name}?${new URLSearchParams(query)}`, signal),
      import('./listDocument.ts'),
    ])
    return readPage(document) ?? refuse()
  }
  const at = (cursor: string | null) => (cursor === null ? {} : { cursor })
  return {
    name: 'Safe gateway',
    // Proposals that no owner has signed are left out: anybody can send those in.
    queued: (safe, cursor, signal) =>
      list(safe, 'transactions/queued', { trusted: 'true', ...at(cursor) }, signal),
    // Everything that came in, so that what is suspicious is counted here and not dropped there.
    history: (safe, cursor, signal) =>
      list(safe, 'transactions/history', { trusted: 'false', ...at(cursor) }, signal),
    async transaction(hash, signal) {
      const document = await get(`${base}/v1/chains/${BSC_CHAIN_ID}/transactions/${hash}`, signal, true)
      // No JSON is undefined, so a service that answers `null` is not taken for one that does not know the hash.
      if (document === undefined) return null
      const { readDetails } = await import('./detailsDocument.ts')
      return readDetails(document) ?? refuse()
    },
    async message(hash, signal) {
      const document = await get(`${base}/v1/chains/${BSC_CHAIN_ID}/messages/${hash}`, signal, true)
      if (document === undefined) return null
      const { readMessage } = await import('./messageDocument.ts')
      return readMessage(document) ?? refuse()
    },
    async executedAt(safe, nonce, signal) {
      const query = { nonce: `${nonce}`, executed: 'true' }
      return (await list(safe, 'multisig-transactions', query, signal)).transactions
    },
  }
}

/** Reads JSON of one service, paced; a service that asks to wait is left alone until then. */
function reader(base: string) {
  const pace = servicePacer(base)
  let closedUntil = 0
  return async (url: string, signal?: AbortSignal, mayBeMissing = false): Promise<unknown> => {
    await pace(signal)
    if (performance.now() < closedUntil) throw busy()
    const response = await ask(url, signal)
    if (response.status === 404 && mayBeMissing) return undefined
    if (response.status === 429) {
      const asked = Number(response.headers.get('Retry-After')) * 1_000
      closedUntil = performance.now() + (asked > 0 ? Math.min(asked, LONGEST_PAUSE) : USUAL_PAUSE)
      throw busy()
    }
    return readBody(response, signal)
  }
}

function busy(): PortalError {
  return new PortalError('unreachable', 'The Safe service is busy and asks to wait.')
}

async function ask(url: string, signal?: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT)
  return fetch(url, {
    headers: { Accept: 'application/json' },
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw new PortalError('unreachable', 'The Safe service did not answer.', { cause })
  })
}

async function readBody(response: Response, signal?: AbortSignal): Promise<unknown> {
  if (response.status === 404) {
    throw new PortalError(
      'unreachable',
      'The Safe service does not know this Safe. It may not be activated yet.',
    )
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

function refuse(): never {
  throw new PortalError('malformed', 'The Safe service answered something that cannot be read.')
}
