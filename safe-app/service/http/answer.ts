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
  502: '{"statusCode":502,"message":"Bad gateway"}',
  503: '{"code":503,"message":"Service unavailable"}',
}

/** Reads a request's body; undefined if empty, null if not JSON. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Writes a reply with the headers of the real services. */
export function send(response: ServerResponse, reply: Reply, corsOff = false): void {
  const text = reply.body === undefined ? '' : JSON.stringify(reply.body)
  write(response, reply.status, text, 'application/json; charset=utf-8', corsOff)
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
