import * as v from 'valibot'
import type { Address, Hex } from 'viem'
import { whole } from '../http/Faults.ts'
import { ok, Refusal } from '../http/Reply.ts'
import type { Route } from '../http/Route.ts'
import { join, parse } from '../read/Signature.ts'
import type { SafeMessage } from '../store/Store.ts'
import { proposerOf } from '../tx-service/present.ts'
import { readBody, signature } from '../write/body.ts'
import { addMessage, signedMessage, signMessage } from '../write/message.ts'
import { plain } from './AddressInfo.ts'
import { neighbours, readCursor } from './cursor.ts'
import type { Gateway } from './Gateway.ts'
import { addressParam, chainPath } from './params.ts'

const newMessage = v.object({
  message: v.union([v.string(), v.record(v.string(), v.unknown())]),
  signature,
  safeAppId: v.optional(v.nullable(whole)),
  origin: v.optional(v.nullable(v.string())),
})

/** Messages that a Safe signs off the chain. */
export function messageRoutes(world: Gateway): readonly Route[] {
  const ofSafe = `${chainPath(world)}/safes/:safe/messages`
  const byHash = `${chainPath(world)}/messages/:hash`
  return [
    {
      method: 'GET',
      path: ofSafe,
      handle: async (request) => {
        const { address, threshold } = await world.documents.safe(addressParam(request, 'safe'))
        const all = await world.documents.messages(address)
        const window = readCursor(request.url)
        const shown = all.slice(window.offset, window.offset + window.limit)
        return ok({
          count: all.length,
          ...neighbours(request.url, window, all.length),
          results: byDay(shown, threshold),
        })
      },
    },
    {
      method: 'POST',
      path: ofSafe,
      handle: async (request) => {
        const safe = addressParam(request, 'safe')
        const { message, signature, safeAppId = null, origin = null } = readBody(newMessage, request.body)
        await verifySigner(world, safe, message, signature)
        await addMessage(world, { safe, message, signature, safeAppId, origin })
        return { status: 202 }
      },
    },
    {
      method: 'GET',
      path: byHash,
      handle: async ({ params }) => {
        const entry = await world.documents.message((params.hash ?? '') as Hex)
        return ok(presented(entry, (await world.documents.safe(entry.safe)).threshold))
      },
    },
    {
      method: 'POST',
      path: `${byHash}/signatures`,
      handle: async ({ params, body }) => {
        const fields = readBody(v.object({ signature }), body)
        const { safe, message, messageHash } = await world.documents.message((params.hash ?? '') as Hex)
        await verifySigner(world, safe, message, fields.signature)
        await signMessage(world, messageHash, fields.signature)
        return { status: 200 }
      },
    },
  ]
}

/** The gateway's own check before it forwards a signature: is it an owner's? */
async function verifySigner(world: Gateway, safe: Address, message: unknown, signature: Hex): Promise<void> {
  const { owners } = await world.documents.safe(safe)
  const { hash } = await signedMessage(world, safe, message)
  const [part] = await parse(signature, hash).catch(() => [])
  if (part !== undefined && owners.includes(part.owner)) return
  throw new Refusal(422, { message: 'Invalid signature', statusCode: 422 })
}

/** The list labels UTC days with their first millisecond. */
function byDay(messages: readonly SafeMessage[], threshold: number): readonly unknown[] {
  const rows: unknown[] = []
  let last: number | null = null
  for (const entry of messages) {
    const day = Math.floor(entry.created / 86_400_000) * 86_400_000
    if (day !== last) rows.push({ type: 'DATE_LABEL', timestamp: day })
    last = day
    rows.push({ type: 'MESSAGE', ...presented(entry, threshold) })
  }
  return rows
}

function presented(entry: SafeMessage, threshold: number) {
  const isConfirmed = entry.confirmations.length >= threshold
  return {
    messageHash: entry.messageHash,
    status: isConfirmed ? 'CONFIRMED' : 'NEEDS_CONFIRMATION',
    logoUri: null,
    name: null,
    message: entry.message,
    creationTimestamp: entry.created,
    modifiedTimestamp: entry.modified,
    confirmationsSubmitted: entry.confirmations.length,
    confirmationsRequired: threshold,
    proposedBy: plain(proposerOf(entry)),
    confirmations: entry.confirmations.map(({ owner, signature }) => ({ owner: plain(owner), signature })),
    preparedSignature: isConfirmed ? join(entry.confirmations) : null,
    origin: entry.origin,
  }
}
