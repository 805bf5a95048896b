import type { IncomingMessage, ServerResponse } from 'node:http'
import * as v from 'valibot'
import { chainClient } from '../../safe-app/chain/chainClient.ts'
import { misbehave, readJson, send, sendPreflight } from '../../safe-app/service/http/answer.ts'
import { type FaultSwitches, faultSwitches, strikes, wireFaults } from '../../safe-app/service/http/Faults.ts'
import { listen } from '../../safe-app/service/http/listen.ts'
import { Refusal, type Reply } from '../../safe-app/service/http/Reply.ts'
import { match } from '../../safe-app/service/http/Route.ts'
import { type AuthWorld, authRoutes, type Cookie } from './authRoutes.ts'
import { createNonces } from './Nonces.ts'
import { createSessions } from './Sessions.ts'

const schema = v.object({
  ...wireFaults,
  /** Refuse every signature, even a valid one. */
  refuse: v.optional(v.boolean(), false),
})

/** Faults of the sign-in server, switched while it runs. */
export type AuthFaults = v.InferOutput<typeof schema>

/** A running sign-in server. */
export type Auth = {
  readonly port: number
  readonly url: string
  /** The server as localhost: same-site to a portal on localhost, so the browser keeps its cookie. */
  readonly localUrl: string
  readonly faults: FaultSwitches<AuthFaults>
  stop(): Promise<void>
}

export type AuthOptions = {
  /** 0 means any free port. */
  readonly port: number
  readonly rpcUrl: string
  /** Exact origins of the portals that may send requests, and that messages must name. */
  readonly origins: readonly string[]
  /** The time, for tests. */
  readonly now?: () => number
}

const COOKIE = 'portal-session'
const NONCE_LIFE = 10 * 60_000
const SESSION_LIFE = 12 * 3_600_000

/** Starts the sign-in server of the local world (EIP-4361). Its data lasts until it stops. */
export async function startAuth({ port, rpcUrl, origins, now = Date.now }: AuthOptions): Promise<Auth> {
  const faults = faultSwitches(schema)
  const world: AuthWorld = {
    client: chainClient(rpcUrl),
    nonces: createNonces(NONCE_LIFE, now),
    sessions: createSessions(SESSION_LIFE, now),
    origins,
    refuses: () => faults.get().refuse,
    now,
  }
  const server = await listen(port, (request, response) => serve(world, faults, request, response))
  return {
    port: server.port,
    url: server.url,
    localUrl: `http://localhost:${server.port}`,
    faults,
    stop: server.stop,
  }
}

async function serve(
  world: AuthWorld,
  faults: FaultSwitches<AuthFaults>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const { origin } = request.headers
  const isPortal = origin !== undefined && world.origins.includes(origin)
  // Browsers send cookies only if the answer names a single origin; the shared helpers would allow any
  // origin, without cookies.
  if (isPortal && !faults.get().corsOff) {
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Allow-Credentials', 'true')
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST')
    response.setHeader('Access-Control-Allow-Headers', 'Accept, Content-Type')
    response.setHeader('Vary', 'Origin')
  }
  if (request.method === 'OPTIONS') return sendPreflight(response, true)
  const body = await readJson(request)
  const struck = strikes(faults, url.pathname)
  if (struck && (await misbehave(response, { ...faults.get(), corsOff: true }))) return
  // A page of another origin cannot read the answer, but its request could still take effect.
  const reply =
    origin !== undefined && !isPortal
      ? { status: 403, body: { message: 'This site may not ask.' } }
      : await answer(world, request, response, url, body)
  send(response, reply, true)
}

async function answer(
  world: AuthWorld,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  body: unknown,
): Promise<Reply> {
  try {
    const found = match(authRoutes(world, cookieOf(request, response)), request.method ?? 'GET', url.pathname)
    if (found === null) return { status: 404, body: { message: 'Not found' } }
    return await found.route.handle({ url, params: found.params, body })
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.body }
    // Only the chain can fail here.
    return { status: 503, body: { message: 'The chain cannot be asked.' } }
  }
}

/** No `Secure`: the local world speaks http. A deployment sets it. */
function cookieOf(request: IncomingMessage, response: ServerResponse): Cookie {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const attributes = 'Path=/; HttpOnly; SameSite=Strict'
  return {
    id: pairs.find(([name]) => name === COOKIE)?.[1] ?? null,
    set(id) {
      const age = id === null ? 0 : SESSION_LIFE / 1_000
      response.setHeader('Set-Cookie', `${COOKIE}=${id ?? ''}; Max-Age=${age}; ${attributes}`)
    },
  }
}
