import type { Payload } from './payload.ts'
import type { Exchange, Traffic } from './TrafficLog.ts'

/** One message for a bug report. */
export function exchangeJson(exchange: Exchange): string {
  return JSON.stringify(plain(exchange), null, 2)
}

/** All recorded messages for a file. */
export function trafficJson({ exchanges, total, loadedAt }: Traffic): string {
  return JSON.stringify({ total, loadedAtMs: loadedAt, messages: exchanges.map(plain) }, null, 2)
}

function plain(exchange: Exchange): object {
  const { number, by, method, origin, sdkVersion, at, payload, state, reason, answer, error, took } = exchange
  return {
    number,
    by,
    method,
    ...(origin !== '' && { origin }),
    ...(sdkVersion !== '' && { sdkVersion }),
    atMs: at,
    params: readPayload(payload),
    state,
    ...(reason !== '' && { reason }),
    ...(answer && { answer: readPayload(answer) }),
    ...(error !== null && { error }),
    ...(took !== null && { tookMs: took }),
  }
}

/** The value again; of a long one the beginning as text, with its size. */
function readPayload({ text, size, isCut }: Payload): unknown {
  if (text === '') return null
  if (isCut) return { beginning: text, size }
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
