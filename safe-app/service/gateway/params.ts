import { type Address, getAddress, isAddress } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { Refusal } from '../http/Reply.ts'
import type { Request } from '../http/Route.ts'

/** The prefix of all chain routes: the service supports BSC only. */
export const CHAIN = `/v1/chains/${BSC_CHAIN_ID}`

/** The address in a path, in any case; returned with its checksum. Throws the gateway's 422. */
export function addressParam(request: Request, name: string): Address {
  const text = request.params[name] ?? ''
  if (isAddress(text, { strict: false })) return getAddress(text)
  throw new Refusal(422, { statusCode: 422, code: 'custom', path: [], message: 'Invalid address' })
}

/** `true` or `false` in the query; throws the gateway's 400 on anything else. */
export function booleanQuery(request: Request, name: string, fallback: boolean): boolean {
  const text = request.url.searchParams.get(name)
  if (text === null || text === '') return fallback
  if (text === 'true' || text === 'false') return text === 'true'
  throw new Refusal(400, {
    message: 'Validation failed (boolean string is expected)',
    error: 'Bad Request',
    statusCode: 400,
  })
}
