import { RpcError, withDeadline } from './Rpc.ts'

/** The part of a call that goes over the wire. */
export type RpcCall = { readonly method: string; readonly params: readonly unknown[] }

/** An endpoint's answer to one call; both fields are undefined if there was none. */
export type Answer = { readonly result?: unknown; readonly error?: RpcError }

/** The endpoint is rate-limiting. `until` is ms since the epoch. */
export class BusyError extends Error {
  readonly until: number

  constructor(message: string, until: number) {
    super(message)
    this.until = until
  }
}

/** The endpoint does not accept this many calls in one request. */
export class BatchRefused extends Error {}

/** Responses larger than this (bytes) are rejected. */
const MAX_BYTES = 10_000_000
/** Time limit (ms) for a complete response from one endpoint. */
const ENDPOINT_TIMEOUT = 3_000
/** The longest rate-limit pause that is honored, and the pause used when the endpoint names none (ms). */
const LONGEST_PAUSE = 3_600_000
export const USUAL_PAUSE = 1_000

/**
 * Sends all calls in one POST; returns the answers in their order.
 * @throws BatchRefused when a smaller batch may succeed, BusyError for too many requests, Error when the
 * response is unusable
 */
export async function post(
  url: string,
  questions: readonly RpcCall[],
  now: number,
): Promise<readonly Answer[]> {
  const batch = questions.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
  // The signal alone is not enough: Node may ignore it once the body is being read.
  return withDeadline(exchange(url, batch, now), ENDPOINT_TIMEOUT)
}

async function exchange(
  url: string,
  batch: readonly (RpcCall & { readonly id: number })[],
  now: number,
): Promise<readonly Answer[]> {
  const { host } = new URL(url)
  const signal = AbortSignal.timeout(ENDPOINT_TIMEOUT)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(batch.length > 1 ? batch : batch[0]),
    signal,
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  })
  const failure = `${host} answered with error ${response.status}`
  // Smaller batches would only make it worse.
  const wait = response.ok ? null : response.headers.get('Retry-After')
  if (wait !== null || response.status === 429) throw new BusyError(failure, now + pauseOf(wait ?? '', now))
  const document = parsed(await bodyOf(response, host, signal), response.ok)
  const rows = Array.isArray(document) ? document : [document]
  const answers = batch.map(({ id }) => answerOf(rows.filter((row) => row?.id === id)))
  const isAnswered = answers.some(({ result, error }) => result !== undefined || error)
  if (batch.length > 1 && (!response.ok || isRefusal(document, answers))) {
    throw new BatchRefused(`${host} refused ${batch.length} questions at once`)
  }
  if (!isAnswered) throw new Error(response.ok ? `${host} answered nothing` : failure)
  return answers
}

/** True for a single error in place of a list, and for a list in which every entry blames the batch. */
function isRefusal(document: unknown, answers: readonly Answer[]): boolean {
  return !Array.isArray(document) || answers.every(({ error }) => error && /batch/i.test(error.message))
}

/** The requested pause (ms), given in seconds or as a date; a default if neither is given. */
function pauseOf(wait: string, now: number): number {
  const pause = /^\d+$/.test(wait) ? Number(wait) * 1_000 : Date.parse(wait) - now
  return pause > 0 ? Math.min(pause, LONGEST_PAUSE) : USUAL_PAUSE
}

/** Reads the response body as text, up to the size limit. */
async function bodyOf({ body }: Response, host: string, signal: AbortSignal): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) return text + decoder.decode()
    bytes += value.length
    if (signal.aborted || bytes > MAX_BYTES) {
      void reader?.cancel()
      throw new Error(`${host} answered too much`)
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** The body of an error status can be anything, for instance a web page. */
function parsed(text: string, isOk: boolean): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (isOk) throw error
    return null
  }
}

/** If two rows claim to answer one call, neither counts. */
function answerOf(rows: readonly Record<string, unknown>[]): Answer {
  const { result, error } = (rows.length === 1 && rows[0]) || {}
  if (error === undefined || error === null) return { result }
  const { code, message, data } = error as Record<string, unknown>
  return { error: new RpcError(Number(code), String(message).slice(0, 300), data) }
}
