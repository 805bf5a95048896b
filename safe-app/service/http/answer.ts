import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { WireFaults } from './Faults.ts'
import type { Reply } from './Reply.ts'

/** The CORS headers of Safe's own services: any origin may read. */
const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'Accept, Content-Type, Authorization',
}

const page = '<!doctype html><title>Sign in to the network</title><h1>Sign in to the network</h1>'

/** Bodies that a gateway, or a server in front of it, sends with a status. */
const bodies: Readonly<Record<number, string>> = {
  404: '{"code":404,"message":"Not Found"}',
  422: '{"statusCode":422,"code":"custom","path":[],"message":"Invalid address"}',
  429: 'Rate limit reached',
  451: '{"code":451,"message":"Unavailable for legal reasons"}',
  502: '{"statusCode":502,"message":"Bad gateway"}',
  503: '{"code":503,"message":"Service unavailable"}',
}

/** A request's body. */
export type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  /** Sent as JSON, but malformed; `value` is the text. */
  | { readonly kind: 'malformed' | 'text'; readonly value: string }

/** Reads a request's body, whatever its type; undefined if empty, null if not JSON. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await receiveBody(request, true)
  return body.kind === 'json' ? body.value : null
}

/** Reads a request's body; the value is undefined if it is empty. A plain text is not parsed, unless `anyType`. */
export async function receiveBody(request: IncomingMessage, anyType: boolean): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  if (text === '') return { kind: 'json', value: undefined }
  const isPlain = request.headers['content-type']?.includes('text/plain') === true
  if (isPlain && !anyType) return { kind: 'text', value: text }
  try {
    return { kind: 'json', value: JSON.parse(text) }
  } catch {
    return { kind: 'malformed', value: text }
  }
}

/** Writes a reply with the headers of the real services; a bare text is not JSON. */
export function send(response: ServerResponse, { status, body }: Reply, corsOff = false): void {
  const isText = typeof body === 'string'
  const text = isText ? body : body === undefined ? '' : JSON.stringify(body)
  write(response, status, text, `${isText ? 'text/plain' : 'application/json'}; charset=utf-8`, corsOff)
}

/** Answers a CORS preflight. */
export function sendPreflight(response: ServerResponse, corsOff = false): void {
  write(response, 204, '', null, corsOff)
}

/** Applies the faults. True if they have answered, or never will. */
export async function misbehave(response: ServerResponse, faults: WireFaults): Promise<boolean> {
  if (faults.hang) return true
  if (faults.slow > 0) await wait(faults.slow)
  if (faults.down) {
    response.socket?.destroy()
    return true
  }
  if (faults.status !== null) {
    const { status, retryAfter } = faults
    if (retryAfter !== null) response.setHeader('Retry-After', `${retryAfter}`)
    const body = bodies[status] ?? `{"code":${status},"message":"An error occurred"}`
    write(response, status, body, status === 429 ? 'text/html' : 'application/json', faults.corsOff)
    return true
  }
  if (faults.html) {
    write(response, 200, page, 'text/html; charset=utf-8', faults.corsOff)
    return true
  }
  if (faults.malformed) {
    write(response, 200, '{"count": 1, "results": [{"type": "TRANS', 'application/json', faults.corsOff)
    return true
  }
  return false
}

/** The headers of every answer. */
export function headersOf(corsOff: boolean): Record<string, string> {
  return { 'Cache-Control': 'no-cache', ...(corsOff ? {} : cors) }
}

function write(
  response: ServerResponse,
  status: number,
  body: string,
  type: string | null,
  corsOff: boolean,
): void {
  if (response.destroyed || response.headersSent) return
  const headers = headersOf(corsOff)
  if (type !== null && body !== '') headers['Content-Type'] = type
  response.writeHead(status, headers).end(body)
}
