import type { ServerResponse } from 'node:http'
import { headersOf, send } from '../service/http/answer.ts'
import type { RpcFaults } from './RpcFaults.ts'
import type { Call } from './view.ts'

/** Counts requests; true if there are more than `most` within a second. */
export type Pace = (most: number) => boolean

export function secondsPace(now: () => number = Date.now): Pace {
  let times: number[] = []
  return (most) => {
    times = [...times.filter((at) => now() - at < 1_000), now()]
    return times.length > most
  }
}

/** Why a whole request is refused, as public endpoints do. */
export type Limited = {
  readonly fault: 'perSecond' | 'batchLimit'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The refusal of a request that exceeds a rate or batch limit; null if it is accepted. */
export function limitsOf(
  calls: readonly Call[],
  { perSecond, batchLimit }: RpcFaults,
  pace: Pace,
): Limited | null {
  if (perSecond && pace(perSecond.most)) {
    const { retryAfter } = perSecond
    const headers: Record<string, string> = retryAfter === null ? {} : { 'Retry-After': `${retryAfter}` }
    return { fault: 'perSecond', status: 429, headers, body: 'Too Many Requests' }
  }
  if (batchLimit === null || calls.length <= batchLimit.most) return null
  const limit = { fault: 'batchLimit', headers: {} } as const
  const error = { code: 31, message: `Batch of more than ${batchLimit.most} requests is not allowed` }
  switch (batchLimit.as) {
    case 'entries':
      return { ...limit, status: 500, body: calls.map(({ id }) => ({ jsonrpc: '2.0', id, error })) }
    case 'error':
      return { ...limit, status: 200, body: { jsonrpc: '2.0', id: null, error } }
    case 'page':
      return { ...limit, status: 413, body: '<html><h1>413 Request Entity Too Large</h1></html>' }
  }
}

export function sendLimited(
  response: ServerResponse,
  { status, headers, body }: Limited,
  corsOff: boolean,
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (typeof body === 'string') {
    response.writeHead(status, { ...headersOf(corsOff), 'Content-Type': 'text/html' }).end(body)
  } else send(response, { status, body }, corsOff)
}

type Row = { readonly id: unknown; readonly result?: unknown }

/** Before an answer it changes only the length. */
const padding = Buffer.alloc(20_000_000, ' ')

/** Sends an answer in a form that breaks careless readers. */
export function sendHostile(
  response: ServerResponse,
  how: NonNullable<RpcFaults['body']>,
  answer: unknown,
  corsOff: boolean,
): void {
  if (how === 'endless') {
    response.writeHead(200, { ...headersOf(corsOff), 'Content-Type': 'application/json' })
    const drip = setInterval(() => response.write('\n'), 50)
    response.on('close', () => clearInterval(drip))
  } else if (how === 'huge') {
    response.writeHead(200, { ...headersOf(corsOff), 'Content-Type': 'application/json' })
    response.write(padding)
    response.end(JSON.stringify(answer))
  } else send(response, { status: 200, body: bent(answer, how) }, corsOff)
}

function bent(answer: unknown, how: 'shapeless' | 'swapped' | 'twice'): unknown {
  const rows = (Array.isArray(answer) ? answer : [answer]) as readonly Row[]
  // The chain id, which comes first, stays correct: the other calls of the request matter.
  const asked = rows.filter(({ result }) => result !== '0x38')
  const change = (row: Row): unknown => {
    const at = asked.indexOf(row)
    if (at < 0) return row
    return how === 'shapeless'
      ? { ...row, result: { no: [null] } }
      : { ...row, id: asked[(at + 1) % asked.length]?.id }
  }
  const changed = how === 'twice' ? [...rows, ...rows] : rows.map(change)
  return Array.isArray(answer) || how === 'twice' ? changed : changed[0]
}
