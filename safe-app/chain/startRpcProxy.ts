import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { misbehave, readJson, send, sendPreflight } from '../service/http/answer.ts'
import { type FaultSwitches, faultSwitches, strikes, wireFaults } from '../service/http/Faults.ts'
import { listen } from '../service/http/listen.ts'
import { match } from '../service/http/Route.ts'
import { rigRoutes } from '../service/rigRoutes.ts'
import { type Call, type Forward, relay } from './relay.ts'

const schema = z.object({
  ...wireFaults,
  /** Claim to be another chain. */
  chainId: z._default(z.nullable(z.int()), null),
  /** Stay this many blocks behind the real head, as a node that has fallen behind. */
  staleHead: z._default(z.int(), 0),
  /** Answer every call with this JSON-RPC error. */
  rpcError: z._default(z.nullable(z.object({ code: z.int(), message: z.string() })), null),
  /** Refuse logs of more blocks than this. */
  logRange: z._default(z.nullable(z.int().check(z.minimum(1))), null),
  /** Refuse all logs. */
  logsOff: z._default(z.boolean(), false),
  /** Have no state of blocks that are more than this behind the head. */
  stateDepth: z._default(z.nullable(z.int().check(z.minimum(0))), null),
})

/** Ways in which an RPC endpoint can be wrong, switched while it runs. `match` and `times` go by method. */
export type RpcFaults = z.infer<typeof schema>

export type RpcProxy = {
  readonly url: string
  readonly port: number
  readonly faults: FaultSwitches<RpcFaults>
  stop(): Promise<void>
}

/**
 * An RPC endpoint in front of the local chain that can be made to fail. `/rig/faults` switches its faults over HTTP.
 * Port 0 asks for any free one; rejects when the port is taken.
 */
export async function startRpcProxy({ target, port }: { target: string; port: number }): Promise<RpcProxy> {
  const faults = faultSwitches(schema)
  const routes = rigRoutes(faults)
  const forward: Forward = async (calls) => {
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(calls),
    })
    return (await response.json()) as unknown
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, href } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const { corsOff } = faults.get()
    const isRig = pathname.startsWith('/rig/')
    if (request.method === 'OPTIONS') return sendPreflight(response, corsOff && !isRig)
    const body = await readJson(request)
    if (isRig) {
      const found = match(routes, request.method ?? 'GET', pathname)
      const reply = await found?.route.handle({ url: new URL(href), params: found.params, body })
      return send(response, reply ?? { status: 404 })
    }
    const calls = (Array.isArray(body) ? body : [body]) as readonly Call[]
    const struck = strikes(faults, calls.map((call) => call?.method ?? '').join(' '))
    if (struck && (await misbehave(response, faults.get()))) return
    try {
      const answers = await relay(calls, forward, struck ? faults.get() : null)
      send(response, { status: 200, body: Array.isArray(body) ? answers : answers[0] }, struck && corsOff)
    } catch {
      // The chain itself is gone: so is this.
      response.socket?.destroy()
    }
  }

  const server = await listen(port, serve)
  return { url: server.url, port: server.port, faults, stop: server.stop }
}
