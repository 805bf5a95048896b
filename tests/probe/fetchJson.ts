import { ProbeFault } from '#pages/settings/diagnostics/endpoints/askEndpoint.ts'

/** The time limit of a request (ms). */
const TIMEOUT = 8_000
/** A longer answer (bytes) does not come from one of these services. */
const MAX_BYTES = 2_000_000

/** Gets a JSON document from a service. @throws ProbeFault, or the error of fetch */
export async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { Accept: 'application/json' },
    ...requestOptions(),
  })
  if (!response.ok) {
    void response.body?.cancel()
    throw new ProbeFault(`HTTP ${response.status}`, `answers HTTP ${response.status}`)
  }
  const text = await readText(response)
  try {
    return JSON.parse(text)
  } catch {
    throw new ProbeFault('no JSON', 'answers something that is not JSON')
  }
}

/** The options of every request: a time limit, and nothing that a page would not send. */
export function requestOptions() {
  return {
    signal: AbortSignal.timeout(TIMEOUT),
    cache: 'no-store',
    redirect: 'error',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  } as const
}

async function readText({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > MAX_BYTES) {
      void reader?.cancel()
      throw new ProbeFault('too big', 'answers too much to be read')
    }
    text += decoder.decode(value, { stream: true })
  }
}
