import type { IncomingMessage, ServerResponse } from 'node:http'
import { controlRoutes } from '../service/controlRoutes.ts'
import { misbehave, readJson, send, sendPreflight } from '../service/http/answer.ts'
import { type FaultSwitches, faultSwitches, strikes, type WireFaults } from '../service/http/Faults.ts'
import { listen } from '../service/http/listen.ts'
import { ok } from '../service/http/Reply.ts'
import { match, type Route } from '../service/http/Route.ts'
import { type Count, type RpcFaults, rpcFaults } from './RpcFaults.ts'
import { type Forward, relay } from './relay.ts'
import { limitsOf, secondsPace, sendHostile, sendLimited } from './requestLimits.ts'
import type { Call } from './view.ts'

export type RpcProxy = {
  readonly url: string
  readonly port: number
  readonly faults: FaultSwitches<RpcFaults>
  /** How often each fault has changed an answer, since the start or since `resetCounts`. */
  counts(): Readonly<Partial<Record<keyof RpcFaults, number>>>
  resetCounts(): void
  stop(): Promise<void>
}

/**
 * An RPC endpoint in front of the local chain, with faults. `/rig/faults` switches them over HTTP,
 * `/rig/counts` returns how often each took effect. Port 0 means any free one; rejects if the port is taken.
 */
export async function startRpcProxy({ target, port }: { target: string; port: number }): Promise<RpcProxy> {
  const faults = faultSwitches(rpcFaults)
  const acted = new Map<keyof RpcFaults, number>()
  const count: Count = (fault) => acted.set(fault, (acted.get(fault) ?? 0) + 1)
  const counts = () => Object.fromEntries(acted)
  const routes: readonly Route[] = [
    ...controlRoutes(faults),
    { method: 'GET', path: '/rig/counts', handle: () => ok(counts()) },
  ]
  const forward: Forward = async (calls) => {
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(calls),
    })
    return (await response.json()) as unknown
  }

  const pace = secondsPace()

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
    if (struck) {
      const wire = isLimited(calls, faults.get()) ? { ...faults.get(), status: 429 } : faults.get()
      for (const fault of wireFaultsOf(faults.get(), wire)) count(fault)
      if (await misbehave(response, wire)) return
    }
    const limited = struck ? limitsOf(calls, faults.get(), pace) : null
    if (limited) {
      count(limited.fault)
      return sendLimited(response, limited, corsOff)
    }
    try {
      const set = struck ? faults.get() : null
      const answers = await relay(calls, forward, set, count)
      const whole = Array.isArray(body) ? answers : answers[0]
      if (set?.body) {
        count('body')
        return sendHostile(response, set.body, whole, corsOff)
      }
      send(response, { status: 200, body: whole }, struck && corsOff)
    } catch {
      // The chain is down, so this endpoint is too.
      response.socket?.destroy()
    }
  }

  const server = await listen(port, serve)
  return {
    url: server.url,
    port: server.port,
    faults,
    counts,
    resetCounts: () => acted.clear(),
    stop: server.stop,
  }
}

/** Several endpoints of one chain, each with its own faults. */
export type RpcEndpoints = {
  readonly endpoints: readonly RpcProxy[]
  /** Their URLs in the format of `VITE_BSC_RPC_URLS`. */
  readonly urls: string
  stop(): Promise<void>
}

/** Starts `count` endpoints in front of the same chain, on free ports. */
export async function startRpcProxies(options: { target: string; count: number }): Promise<RpcEndpoints> {
  const { target, count } = options
  const endpoints = await Promise.all(Array.from({ length: count }, () => startRpcProxy({ target, port: 0 })))
  return {
    endpoints,
    urls: endpoints.map(({ url }) => url).join(),
    stop: async () => {
      await Promise.all(endpoints.map((endpoint) => endpoint.stop()))
    },
  }
}

/** True if the request contains a method that is limited by HTTP. */
function isLimited(calls: readonly Call[], { rateLimit }: RpcFaults): boolean {
  return rateLimit?.as === 'http' && calls.some(({ method }) => method === rateLimit.method)
}

/** The active wire faults, for the count. */
function wireFaultsOf(set: RpcFaults, wire: WireFaults): readonly (keyof RpcFaults)[] {
  const isLimitedOnly = set.status === null && wire.status !== null
  const names = ['hang', 'slow', 'down', 'status', 'html', 'malformed'] as const
  const active = names.find((name) => name !== 'slow' && Boolean(set[name]))
  return [
    ...(set.slow > 0 ? (['slow'] as const) : []),
    ...(isLimitedOnly ? (['rateLimit'] as const) : active ? [active] : []),
  ]
}
