import * as v from 'valibot'
import { ok } from '../http/Reply.ts'
import type { Route } from '../http/Route.ts'
import { address, readBody, signature } from '../write/body.ts'
import { addDelegate, removeDelegate } from '../write/delegate.ts'
import { neighbours, readCursor } from './cursor.ts'
import type { Gateway } from './Gateway.ts'
import { addressParam, addressQuery, chainPath } from './params.ts'

const newDelegate = v.object({
  safe: v.optional(v.nullable(address)),
  delegate: address,
  delegator: address,
  label: v.string(),
  signature,
})

const oldDelegate = v.object({
  safe: v.optional(v.nullable(address)),
  delegator: v.optional(address),
  signature,
})

/** Accounts that may propose for an owner without being one. v1 only lists: its signatures are deprecated. */
export function delegateRoutes(world: Gateway): readonly Route[] {
  const path = `${chainPath(world, 'v2')}/delegates`
  const list: Route['handle'] = async (request) => {
    const safe = addressQuery(request, 'safe')
    const delegate = addressQuery(request, 'delegate')
    const delegator = addressQuery(request, 'delegator')
    const label = request.url.searchParams.get('label')
    const all = (await world.documents.delegates(safe)).filter(
      (entry) =>
        (delegate === null || entry.delegate === delegate) &&
        (delegator === null || entry.delegator === delegator) &&
        (label === null || entry.label === label),
    )
    const window = readCursor(request.url)
    const results = all
      .slice(window.offset, window.offset + window.limit)
      .map(({ expiryDate: _, ...entry }) => entry)
    return ok({ count: all.length, ...neighbours(request.url, window, all.length), results })
  }
  return [
    { method: 'GET', path: `${chainPath(world)}/delegates`, handle: list },
    { method: 'GET', path, handle: list },
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
