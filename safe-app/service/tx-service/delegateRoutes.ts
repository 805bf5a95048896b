import * as v from 'valibot'
import { ok, Refusal } from '../http/Reply.ts'
import type { Route } from '../http/Route.ts'
import type { World } from '../World.ts'
import { checksummed, readFields, signature } from '../write/body.ts'
import { addDelegate, removeDelegate } from '../write/delegate.ts'
import { page } from './page.ts'
import { addressParam, addressQuery } from './params.ts'

const newDelegate = v.object({
  safe: v.optional(v.nullable(checksummed)),
  delegate: checksummed,
  delegator: checksummed,
  label: v.pipe(v.string(), v.minLength(1), v.maxLength(50)),
  signature,
  expiryDate: v.optional(v.nullable(v.string())),
})

const oldDelegate = v.object({ safe: v.optional(v.nullable(checksummed)), delegator: checksummed, signature })

/** Accounts that may propose for an owner without being one. v1 only lists: its signatures are deprecated. */
export function delegateRoutes(world: World, base: string): readonly Route[] {
  const path = `${base}/v2/delegates`
  return [
    {
      method: 'GET',
      path: `${base}/:version/delegates`,
      handle: (request) => {
        const names = ['safe', 'delegate', 'delegator', 'label'] as const
        if (!names.some((name) => request.url.searchParams.get(name))) {
          throw new Refusal(400, ['At least one query param must be provided'])
        }
        const safe = addressQuery(request, 'safe')
        const delegate = addressQuery(request, 'delegate')
        const delegator = addressQuery(request, 'delegator')
        const label = request.url.searchParams.get('label')
        const found = world.store.delegates.filter(
          (entry) =>
            (safe === null || entry.safe === safe) &&
            (delegate === null || entry.delegate === delegate) &&
            (delegator === null || entry.delegator === delegator) &&
            (label === null || entry.label === label),
        )
        const isFirst = request.params.version === 'v1'
        return ok(page(request.url, isFirst ? found.map(({ expiryDate: _, ...entry }) => entry) : found))
      },
    },
    {
      method: 'POST',
      path,
      handle: async ({ body }) => {
        const { signature, ...fields } = readFields(newDelegate, body, 400)
        const delegate = { ...fields, safe: fields.safe ?? null, expiryDate: fields.expiryDate ?? null }
        await addDelegate(world, delegate, signature)
        return { status: 201, body: delegate }
      },
    },
    {
      method: 'DELETE',
      path: `${path}/:delegate`,
      handle: async (request) => {
        const { safe = null, delegator, signature } = readFields(oldDelegate, request.body, 400)
        await removeDelegate(
          world,
          { safe, delegate: addressParam(request, 'delegate'), delegator },
          signature,
        )
        return { status: 204 }
      },
    },
  ]
}
