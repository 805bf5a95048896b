import type { IncomingMessage, ServerResponse } from 'node:http'
import { BaseError, HttpRequestError } from 'viem'
import { chainClient } from '../chain/chainClient.ts'
import { bsc, type Network } from '../chain/Network.ts'
import { controlRoutes } from './controlRoutes.ts'
import { delegateRoutes as gatewayDelegateRoutes } from './gateway/delegateRoutes.ts'
import { createGateway, type Gateway } from './gateway/Gateway.ts'
import { listRoutes } from './gateway/listRoutes.ts'
import { messageRoutes as gatewayMessageRoutes } from './gateway/messageRoutes.ts'
import { otherRoutes } from './gateway/otherRoutes.ts'
import { safeRoutes as gatewaySafeRoutes } from './gateway/safeRoutes.ts'
import { transactionRoutes } from './gateway/transactionRoutes.ts'
import { type Body, misbehave, receiveBody, send, sendPreflight } from './http/answer.ts'
import { type FaultSwitches, faultSwitches, strikes } from './http/Faults.ts'
import { listen } from './http/listen.ts'
import { Refusal, type Reply } from './http/Reply.ts'
import { match, type Route } from './http/Route.ts'
import { changesBetween } from './indexer/changesBetween.ts'
import { createIndexer } from './indexer/Indexer.ts'
import { createDecode, type KnownContract } from './read/decodeData.ts'
import * as Multisig from './read/Multisig.ts'
import { safeReader } from './read/SafeReader.ts'
import { tokenReader } from './read/Tokens.ts'
import { type ServiceFaults, serviceFaultsSchema } from './ServiceFaults.ts'
import { copyStore, createStore } from './store/Store.ts'
import { delegateRoutes } from './tx-service/delegateRoutes.ts'
import { messageRoutes } from './tx-service/messageRoutes.ts'
import { multisigRoutes } from './tx-service/multisigRoutes.ts'
import { safeRoutes } from './tx-service/safeRoutes.ts'
import { transferRoutes } from './tx-service/transferRoutes.ts'
import type { World } from './World.ts'

/**
 * A running transaction service: the client gateway under `/v1` and `/v2`, api-kit's routes under
 * `/tx-service/bnb/api`.
 */
export type Service = {
  readonly url: string
  readonly port: number
  /** Base for api-kit's `txServiceUrl`. */
  readonly txServiceUrl: string
  readonly faults: FaultSwitches<ServiceFaults>
  /**
   * Lets the gateway hear of every change so far at once, regardless of its `eventDelay`, because a test's set-up
   * happened long before.
   */
  tellGateway(): void
  /** Takes a snapshot of the proposals. The returned function deletes later ones that were not executed. */
  remember(): () => Promise<void>
  /** Saves all off-chain data. The returned function restores it and can be called repeatedly. */
  snapshot(): () => void
  stop(): Promise<void>
}

export type ServiceOptions = {
  readonly rpcUrl: string
  /** 0 means any free port. */
  readonly port: number
  /** BNB Smart Chain by default. */
  readonly network?: Network
  /** Contracts whose calls are decoded, besides Safe's own. */
  readonly contracts?: readonly KnownContract[]
  /** Earlier blocks are not read: on a fork they are another node's, and too many. */
  readonly firstBlock?: bigint
}

/** Base of the transaction service's routes, without a trailing slash. */
function txServiceBase({ shortName }: Network): string {
  return `/tx-service/${shortName}/api`
}

/**
 * Serves both APIs from one store and one chain. Port 0 means any free one; rejects if the port is taken.
 * Proposals last as long as the service; executions are read from the chain.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { rpcUrl, port, network = bsc, contracts = [], firstBlock = 0n } = options
  const client = chainClient(rpcUrl, network)
  const faults = faultSwitches(serviceFaultsSchema)
  const clock = { setTo: null as number | null }
  const indexer = createIndexer(client, firstBlock)
  const headHash = () => indexer.head()?.hash ?? null
  const world: World = {
    changed: (change) => gateway.documents.change(change),
    network,
    client,
    store: createStore(),
    indexer,
    safes: safeReader(client, headHash),
    tokens: tokenReader(network, client, headHash),
    decode: createDecode(network, contracts),
    faults,
    now: () => clock.setTo ?? Date.now(),
  }
  const gateway = createGateway(world)
  const routes = [
    ...controlRoutes(faults, clock),
    ...gatewaySafeRoutes(gateway),
    ...listRoutes(gateway),
    ...otherRoutes(gateway, rpcUrl),
    ...transactionRoutes(gateway),
    ...gatewayMessageRoutes(gateway),
    ...gatewayDelegateRoutes(gateway),
    ...[safeRoutes, multisigRoutes, transferRoutes, messageRoutes, delegateRoutes].flatMap((make) =>
      make(world, txServiceBase(network)),
    ),
  ]
  const server = await listen(port, (request, response) => serve(gateway, routes, request, response))
  return {
    url: server.url,
    port: server.port,
    txServiceUrl: `${server.url}${txServiceBase(network)}`,
    faults,
    tellGateway: () => gateway.documents.forgetAll(),
    remember() {
      const known = new Set(world.store.proposals.keys())
      return async () => {
        await world.indexer.sync()
        const others = [...world.store.proposals.keys()].filter((hash) => !known.has(hash))
        const waits = await Promise.all(
          others.map(async (hash) => (await Multisig.find(world, hash))?.execution === null),
        )
        for (const hash of others.filter((_, index) => waits[index])) {
          world.store.proposals.delete(hash)
          world.store.confirmations.delete(hash)
        }
        gateway.documents.forgetAll()
      }
    },
    snapshot() {
      const restore = copyStore(world.store)
      return () => {
        restore()
        gateway.documents.forgetAll()
      }
    },
    stop: server.stop,
  }
}

async function serve(
  world: Gateway,
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
  const set = world.faults.get()
  const isTouched = !isRig(url) && (set.onlyFrom === null || set.onlyFrom === request.headers.origin)
  const corsOff = set.corsOff && isTouched
  if (request.method === 'OPTIONS') return sendPreflight(response, corsOff)
  const body = await receiveBody(request, isRig(url))
  if (isTouched && strikes(world.faults, url.pathname) && (await misbehave(response, world.faults.get())))
    return
  world.indexer.setFrozen(world.faults.get().frozen)
  const reply = await answer(world, routes, request.method ?? 'GET', url, body)
  send(response, isRig(url) ? reply : rewrite(world, reply), corsOff)
}

async function answer(
  world: Gateway,
  routes: readonly Route[],
  method: string,
  url: URL,
  body: Body,
): Promise<Reply> {
  const isTxService = url.pathname.startsWith(txServiceBase(world.network))
  try {
    const found = match(routes, method, url.pathname)
    if (found === null) return notFound(world, url, isTxService)
    const refusal = method === 'GET' ? null : refuseBody(body, isTxService)
    if (refusal !== null) return refusal
    if (!isRig(url)) await follow(world)
    return await found.route.handle({ url, params: found.params, body: body.value })
  } catch (error) {
    if (error instanceof Refusal) return isTxService ? error : asGateway(error)
    const isChainGone =
      error instanceof BaseError && error.walk((cause) => cause instanceof HttpRequestError) !== null
    const [status, message] = isChainGone ? [503, 'Service unavailable'] : [500, 'Internal server error']
    return { status, body: { code: status, message } }
  }
}

/** Catches up with the chain, and reports the changes to the gateway. */
async function follow({ indexer, documents }: Gateway): Promise<void> {
  const before = indexer.facts()
  await indexer.sync()
  const changes = changesBetween(before, indexer.facts())
  if (changes === null) documents.forgetAll()
  else for (const change of changes) documents.change(change)
}

/** The tests' control routes, which have no faults. */
function isRig({ pathname }: URL): boolean {
  return pathname.startsWith('/rig/')
}

/** The gateway forwards the status of the transaction service behind it, but only one message of its body. */
function asGateway({ status, body }: Refusal): Reply {
  const own = asObject(body)
  if ('statusCode' in own || own.code === status) return { status, body }
  const [first] = Array.isArray(own.nonFieldErrors) ? (own.nonFieldErrors as unknown[]) : []
  return { status, body: { code: status, message: first ?? own.message ?? 'An error occurred' } }
}

function asObject(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}
}

/** The services' answers to a body that is not JSON; null if it is, or if the route validates it. */
function refuseBody(body: Body, isTxService: boolean): Reply | null {
  if (body.kind === 'malformed') {
    return isTxService
      ? { status: 400, body: { detail: 'JSON parse error - Expecting value: line 1 column 1 (char 0)' } }
      : { status: 400, body: "Body is not valid JSON but content-type is set to 'application/json'" }
  }
  return body.kind === 'text' && isTxService
    ? { status: 415, body: { detail: 'Unsupported media type "text/plain" in request.' } }
    : null
}

function notFound({ network }: World, { pathname }: URL, isTxService: boolean): Reply {
  if (isTxService) return { status: 404, body: { detail: 'Not found.' } }
  // A chain that the gateway does not know is a 404 of its configuration service.
  const chainId = /^\/v\d\/chains\/(\d[^/]*)/.exec(pathname)?.[1]
  if (chainId !== undefined && chainId !== `${network.id}`)
    return { status: 404, body: { code: 404, message: 'An error occurred' } }
  return { status: 404, body: { message: 'Not Found', statusCode: 404 } }
}

function rewrite(world: World, reply: Reply): Reply {
  const { rewrite } = world.faults.get()
  if (rewrite.length === 0 || reply.body === undefined) return reply
  const text = rewrite.reduce((json, [from, to]) => json.replaceAll(from, to), JSON.stringify(reply.body))
  return { ...reply, body: JSON.parse(text) as unknown }
}
