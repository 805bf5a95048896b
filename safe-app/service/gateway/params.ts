import { type Address, getAddress, isAddress } from 'viem'
import type { Network } from '../../chain/Network.ts'
import { Refusal } from '../http/Reply.ts'
import type { Request } from '../http/Route.ts'

/** The prefix of the routes about a chain: the service has one chain only. */
export function chainPath({ network }: { readonly network: Network }, api: 'v1' | 'v2' = 'v1'): string {
  return `/${api}/chains/${network.id}`
}

/** The address in a path, in any case; returned with its checksum. Throws the gateway's 422. */
export function addressParam(request: Request, name: string): Address {
  return readAddress(request.params[name] ?? '')
}

/** An address in the query, or null if it is missing. Throws the gateway's 422. */
export function addressQuery(request: Request, name: string): Address | null {
  const text = request.url.searchParams.get(name)
  return text === null ? null : readAddress(text)
}

/** `true` or `false` in the query, or the fallback if it is missing. Throws the gateway's 400 on anything else. */
export function booleanQuery<T>(request: Request, name: string, fallback: T): boolean | T {
  const text = request.url.searchParams.get(name)
  if (text === null) return fallback
  if (text === 'true' || text === 'false') return text === 'true'
  throw badRequest('Validation failed (boolean string is expected)')
}

/** A whole number in the query, or 0. Throws the gateway's 400. */
export function integerQuery(request: Request, name: string): number {
  const text = request.url.searchParams.get(name) ?? '0'
  if (/^-?\d+$/.test(text)) return Number(text)
  throw badRequest('Validation failed (numeric string is expected)')
}

/** An IANA time zone in the query, or null. Throws the gateway's 422. */
export function timezoneQuery(request: Request, name: string): string | null {
  const timeZone = request.url.searchParams.get(name)
  if (timeZone === null) return null
  try {
    new Intl.DateTimeFormat(undefined, { timeZone })
    return timeZone
  } catch {
    throw invalid('Invalid Timezone')
  }
}

function readAddress(text: string): Address {
  if (isAddress(text, { strict: false })) return getAddress(text)
  throw invalid('Invalid address')
}

function invalid(message: string): Refusal {
  return new Refusal(422, { statusCode: 422, code: 'custom', message, path: [] })
}

function badRequest(message: string): Refusal {
  return new Refusal(400, { message, error: 'Bad Request', statusCode: 400 })
}
