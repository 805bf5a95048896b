import { getAddress, isAddress } from 'viem'
import * as z from 'zod/mini'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { ok } from '../http/Reply.ts'
import type { Request, Route } from '../http/Route.ts'
import type { World } from '../World.ts'
import { address, readBody, signature } from '../write/body.ts'
import { addDelegate, removeDelegate } from '../write/delegate.ts'
import { neighbours, readCursor } from './cursor.ts'
import { addressParam } from './params.ts'

const newDelegate = z.object({
  safe: z.optional(z.nullable(address)),
  delegate: address,
  delegator: address,
  label: z.string(),
  signature,
})

const oldDelegate = z.object({
  safe: z.optional(z.nullable(address)),
  delegator: z.optional(address),
  signature,
})

/** Accounts that may propose for an owner without being one. */
export function delegateRoutes(world: World): readonly Route[] {
  const path = `/v2/chains/${BSC_CHAIN_ID}/delegates`
  return [
    {
      method: 'GET',
      path,
      handle: (request) => {
        const [safe, delegate, delegator] = ['safe', 'delegate', 'delegator'].map((name) =>
          query(request, name),
        )
        const label = request.url.searchParams.get('label')
        const all = world.store.delegates.filter(
          (entry) =>
            (!safe || entry.safe === safe) &&
            (!delegate || entry.delegate === delegate) &&
            (!delegator || entry.delegator === delegator) &&
            (label === null || entry.label === label),
        )
        const window = readCursor(request.url)
        const results = all
          .slice(window.offset, window.offset + window.limit)
          .map(({ expiryDate: _, ...entry }) => entry)
        return ok({ count: all.length, ...neighbours(request.url, window, all.length), results })
      },
    },
    {
      method: 'POST',
      path,
      handle: async ({ body }) => {
        const { signature, ...fields } = readBody(newDelegate, body)
        await addDelegate(world, { ...fields, safe: fields.safe ?? null, expiryDate: null }, signature)
        return { status: 200 }
      },
    },
    {
      method: 'DELETE',
      path: `${path}/:delegate`,
      handle: async (request) => {
        const { safe = null, delegator, signature } = readBody(oldDelegate, request.body)
        const delegate = addressParam(request, 'delegate')
        await removeDelegate(world, { safe, delegate, delegator: delegator ?? delegate }, signature)
        return { status: 200 }
      },
    },
  ]
}

function query(request: Request, name: string) {
  const text = request.url.searchParams.get(name)
  return text !== null && isAddress(text, { strict: false }) ? getAddress(text) : null
}
