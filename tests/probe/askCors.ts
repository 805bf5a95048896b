import { type Ask, createAsk, ProbeFault } from '#pages/settings/diagnostics/endpoints/askEndpoint.ts'
import { requestOptions } from './fetchJson.ts'
import type { CorsReading } from './reading.ts'

/**
 * Sends a browser's CORS requests to an RPC endpoint for a page of `origin`. Never throws. Node only: pages
 * may not set `Origin`.
 */
export async function askEndpointCors(url: string, origin: string, pause: number): Promise<CorsReading> {
  const ask = createAsk(url, pause)
  const { check: preflight } = await askPreflight(ask, url, origin, 'POST')
  const { check: answer } = await ask(async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'eth_chainId', params: [] })
    const headers = { Origin: origin, 'Content-Type': 'application/json' }
    allowsOrigin(await open(url, { method: 'POST', headers, body }), origin)
  })
  return { preflight, answer }
}

/**
 * Sends a browser's CORS requests to a service for a page of `origin`. Never throws.
 *
 * @param hasPreflight false for a service whose requests need no preflight
 */
export async function askServiceCors(
  url: string,
  origin: string,
  { hasPreflight, pause }: { readonly hasPreflight: boolean; readonly pause: number },
): Promise<CorsReading> {
  const ask = createAsk(url, pause)
  const preflight = hasPreflight ? (await askPreflight(ask, url, origin, 'GET')).check : undefined
  const { check: answer } = await ask(async () => {
    allowsOrigin(await open(url, { headers: { Origin: origin, Accept: 'application/json' } }), origin)
  })
  return { ...(preflight && { preflight }), answer }
}

function askPreflight(ask: Ask, url: string, origin: string, method: 'GET' | 'POST') {
  return ask(async () => {
    const { ok, status, headers } = await open(url, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'content-type',
      },
    })
    allowsOrigin({ headers }, origin)
    if (!ok) throw new ProbeFault(`HTTP ${status}`, `answers a preflight with HTTP ${status}`)
    // GET and POST need not be listed; a JSON content type must be.
    const allowed = (headers.get('Access-Control-Allow-Headers') ?? '').toLowerCase().split(/\s*,\s*/)
    if (!allowed.includes('*') && !allowed.includes('content-type')) {
      throw new ProbeFault('no CORS', 'lets no web page send JSON (Access-Control-Allow-Headers)')
    }
  })
}

/** Only the headers matter here, so the body is left unread. */
async function open(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, ...requestOptions() })
  void response.body?.cancel()
  return response
}

function allowsOrigin({ headers }: { readonly headers: Headers }, origin: string): void {
  const allowed = headers.get('Access-Control-Allow-Origin')
  if (allowed === '*' || allowed === origin) return
  throw new ProbeFault('no CORS', 'lets no web page read its answers (Access-Control-Allow-Origin)')
}
