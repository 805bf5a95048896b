import * as v from 'valibot'
import type { Hex } from 'viem'
import { whole } from '../http/Faults.ts'
import { ok, Refusal } from '../http/Reply.ts'
import type { Route } from '../http/Route.ts'
import { requireSafe, type World } from '../World.ts'
import { origin, readFields, signature } from '../write/body.ts'
import { addMessage, signMessage } from '../write/message.ts'
import { page } from './page.ts'
import { addressParam } from './params.ts'
import * as present from './present.ts'

const newMessage = v.object({
  message: v.union([v.string(), v.record(v.string(), v.unknown())]),
  signature,
  safeAppId: v.optional(v.nullable(whole)),
  origin,
})

/** Messages that Safes sign off the chain. */
export function messageRoutes(world: World, base: string): readonly Route[] {
  return [
    {
      method: 'GET',
      path: `${base}/v1/safes/:safe/messages`,
      handle: async (request) => {
        const safe = addressParam(request, 'safe')
        await requireSafe(world, safe)
        const all = [...world.store.messages.values()].filter((entry) => entry.safe === safe)
        return ok(page(request.url, all.sort((a, b) => b.created - a.created).map(present.message)))
      },
    },
    {
      method: 'POST',
      path: `${base}/v1/safes/:safe/messages`,
      handle: async (request) => {
        const safe = addressParam(request, 'safe')
        const {
          message,
          signature,
          safeAppId = null,
          origin = null,
        } = readFields(newMessage, request.body, 400)
        await addMessage(world, { safe, message, signature, safeAppId, origin })
        return { status: 201 }
      },
    },
    {
      method: 'GET',
      path: `${base}/v1/messages/:hash`,
      handle: ({ params }) => {
        const entry = world.store.messages.get(params.hash as Hex)
        if (entry === undefined) throw new Refusal(404, { detail: 'No SafeMessage matches the given query.' })
        return ok(present.message(entry))
      },
    },
    {
      method: 'POST',
      path: `${base}/v1/messages/:hash/signatures`,
      handle: async ({ params, body }) => {
        await signMessage(world, params.hash as Hex, readFields(v.object({ signature }), body, 400).signature)
        return { status: 201 }
      },
    },
  ]
}
