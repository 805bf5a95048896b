import { PortalError } from '#chain/PortalError.ts'

/**
 * Waits for the caller's turn.
 * @throws the abort reason of the signal
 */
type Pacer = (signal?: AbortSignal) => Promise<void>

/**
 * Admits one caller every `interval` ms, first come, first served. Aborted callers do not delay the others.
 */
export function pacer(interval: number, now: () => number = () => performance.now()): Pacer {
  let last = -Infinity
  let turn: Promise<void> = Promise.resolve()
  return (signal) => {
    const mine = turn.then(async () => {
      signal?.throwIfAborted()
      // A clock that was set back since must not hold a request for longer.
      const wait = Math.min(interval, last + interval - now())
      if (wait > 0) await sleep(wait, signal)
      last = now()
    })
    turn = mine.catch(() => {})
    return mine
  }
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, ms)
    signal?.addEventListener('abort', leave, { once: true })
  })
}

/** Minimum time (ms) between requests to a public service; a local one has no limit. */
const PUBLIC_INTERVAL = 1_000
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\]|)$/

/** The pacer of a service, by its base URL. */
export function servicePacer(base: string): Pacer {
  return pacer(LOCAL.test(new URL(base).hostname) ? 0 : PUBLIC_INTERVAL)
}

/** Time limit (ms) of a request. */
const TIMEOUT = 8_000
/** Larger documents (characters) are not the gateway's and are rejected. */
const MAX_LENGTH = 5_000_000

/** Longest pause (ms) that a busy service may impose, and the default if it names none. */
const LONGEST_PAUSE = 30_000
const USUAL_PAUSE = 2_000

/**
 * Reads JSON from one URL. With `mayBeMissing`, a 404 yields `undefined`.
 * @throws PortalError `unreachable` or `malformed`, or the abort reason of the signal
 */
export type JsonReader = (url: string, signal?: AbortSignal, mayBeMissing?: boolean) => Promise<unknown>

/** Reads JSON from one service, paced. If the service asks to wait, no request is sent until then. */
export function jsonReader(base: string): JsonReader {
  const pace = servicePacer(base)
  let closedUntil = 0
  return async (url, signal, mayBeMissing = false) => {
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

/**
 * The messages with which the gateway refuses (502) every read of a proposal that it cannot verify, and of each list
 * page with one in it. Source: safe-client-gateway, `TransactionVerifierHelper`.
 */
const UNVERIFIED: ReadonlySet<unknown> = new Set([
  'Could not calculate safeTxHash',
  'Invalid safeTxHash',
  'Invalid signature',
  'Unauthorized address',
  'eth_sign is disabled',
  'Delegate call is disabled',
])
const UNSERVED_LIST =
  'The Safe service refuses a proposal that it can’t verify, and everything listed beside it.'

/** The text of an error that the gateway itself reports; null for any other answer. */
async function messageOf(response: Response): Promise<unknown> {
  if (response.ok) return null
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null && 'message' in body ? body.message : null
}

async function readBody(response: Response, signal?: AbortSignal): Promise<unknown> {
  if (response.status === 404) {
    throw new PortalError(
      'unreachable',
      'The Safe service doesn’t know this Safe. It may not be activated yet.',
    )
  }
  if (response.status === 451) {
    throw new PortalError('unserved', 'The Safe service does not serve this Safe, for legal reasons.')
  }
  if (UNVERIFIED.has(await messageOf(response))) {
    throw new PortalError('unserved', UNSERVED_LIST)
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
