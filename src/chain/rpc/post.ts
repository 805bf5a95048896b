import { withDeadline } from '#chain/PortalError.ts'
import { RpcError } from './Rpc.ts'

/** The part of a question that travels. */
export type Asked = { readonly method: string; readonly params: readonly unknown[] }

/** What an endpoint answered to one question; both undefined where it answered nothing. */
export type Answer = { readonly result?: unknown; readonly error?: RpcError }

/** An endpoint that is asked too much and wants to be left alone. `until` is ms since the epoch. */
export class BusyError extends Error {
  readonly until: number

  constructor(message: string, until: number) {
    super(message)
    this.until = until
  }
}

/** An endpoint does not take so many questions in one request. */
export class BatchRefused extends Error {}

/** An answer of more bytes than this is not one of ours. */
const MAX_BYTES = 10_000_000
/** One endpoint may take this long (ms) for a whole answer. */
const ENDPOINT_TIMEOUT = 3_000
/** An endpoint is believed to need a pause of this long (ms) at most, and this long where it does not say. */
const LONGEST_PAUSE = 3_600_000
export const USUAL_PAUSE = 1_000

/**
 * One POST for all questions; the answers in their order.
 * @throws BatchRefused where a smaller batch may be answered, BusyError for too many requests,
 * Error when nothing of it can be used
 */
export async function post(
  url: string,
  questions: readonly Asked[],
  now: number,
): Promise<readonly Answer[]> {
  const batch = questions.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
  // Not by the signal alone: Node may forget it once the body is being read.
  return withDeadline(exchange(url, batch, now), ENDPOINT_TIMEOUT)
}

async function exchange(
  url: string,
  batch: readonly (Asked & { readonly id: number })[],
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

/** True for one error in place of a list, and for a list in which every entry blames the batch. */
function isRefusal(document: unknown, answers: readonly Answer[]): boolean {
  return !Array.isArray(document) || answers.every(({ error }) => error && /batch/i.test(error.message))
}

/** How long (ms) an endpoint asks to be left alone: seconds or a date; where it says neither, a usual time. */
function pauseOf(wait: string, now: number): number {
  const pause = /^\d+$/.test(wait) ? Number(wait) * 1_000 : Date.parse(wait) - now
  return pause > 0 ? Math.min(pause, LONGEST_PAUSE) : USUAL_PAUSE
}

/** All of an answer as text, as far as it is worth reading. */
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

/** Beside an error status anything may stand, a web page for instance. */
function parsed(text: string, isOk: boolean): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (isOk) throw error
    return null
  }
}

/** Of two rows for one question neither is an answer. */
function answerOf(rows: readonly Record<string, unknown>[]): Answer {
  const { result, error } = (rows.length === 1 && rows[0]) || {}
  if (error === undefined || error === null) return { result }
  const { code, message, data } = error as Record<string, unknown>
  return { error: new RpcError(Number(code), String(message).slice(0, 300), data) }
}
