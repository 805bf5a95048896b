import { type Address, getAddress, isAddress } from 'viem'
import { Refusal } from '../http/Reply.ts'
import type { Request } from '../http/Route.ts'

/** The address in a path. The transaction service refuses one with a wrong checksum. */
export function addressParam(request: Request, name: string): Address {
  return checksummed(request.params[name] ?? '')
}

/** An address in the query, or null if it is missing. */
export function addressQuery(request: Request, name: string): Address | null {
  const text = request.url.searchParams.get(name)
  return text === null || text === '' ? null : checksummed(text)
}

function checksummed(text: string): Address {
  if (isAddress(text, { strict: true }) && getAddress(text) === text) return text
  throw new Refusal(422, { code: 1, message: 'Checksum address validation failed', arguments: [text] })
}

/** `true` or `false` in the query; anything else is the fallback. */
export function booleanQuery<T>(request: Request, name: string, fallback: T): boolean | T {
  const text = request.url.searchParams.get(name)?.toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : fallback
}
