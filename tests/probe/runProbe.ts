import type { Address } from 'viem'
import { createRpc } from '#chain/rpc/createRpc.ts'
import { operatorOf } from '#chain/rpc/Endpoint.ts'
import { askEndpoint } from '#pages/settings/diagnostics/endpoints/askEndpoint.ts'
import { findSample } from '#pages/settings/diagnostics/endpoints/endpointTable.ts'
import { txService } from '#safe/service/sources.ts'
import type { Env } from '../../src/parseEnv.ts'
import { askEndpointCors, askServiceCors } from './askCors.ts'
import { askFeeds } from './askFeeds.ts'
import { askGateway, askTxService, gatewayChainUrl, txServiceAboutUrl } from './askServices.ts'
import type { ProbeReport } from './reading.ts'

/** Options of a probe. */
export type ProbeOptions = {
  /** The Safe whose queue and history are read. */
  readonly safe?: Address | null
  /** Also send the requests from a page in Chromium. */
  readonly browser?: boolean
  /** The ms between two requests to one endpoint; four per second are within the strictest limit. */
  readonly pause?: number
}

/**
 * The portal's origin if `VITE_PUBLIC_URL` is not set. Endpoints that accept pages rarely check which origin
 * it is.
 */
const SOME_ORIGIN = 'https://portal.example'

/**
 * Requests everything that the portal relies on from the configured endpoints and services. @throws if the
 * requested browser is missing
 */
export async function runProbe(env: Env, options: ProbeOptions = {}): Promise<ProbeReport> {
  const { safe = null, browser = false, pause = 250 } = options
  const { rpcUrls, gatewayUrl, txServiceUrl } = env
  const origin = env.publicUrl === null ? SOME_ORIGIN : new URL(env.publicUrl).origin
  const rpc = createRpc(rpcUrls)
  const sample = await findSample(rpc)
  const feeds = await askFeeds(rpc, rpcUrls[0] ?? '')
  const [endpoints, gateway, service] = await Promise.all([
    Promise.all(
      rpcUrls.map(async (url) => {
        const node = await askEndpoint(url, sample, pause)
        const isUp = node.checks.chain?.kind === 'yes'
        const cors = isUp ? await askEndpointCors(url, origin, pause) : {}
        return { url, operator: operatorOf(url), node, cors }
      }),
    ),
    Promise.all([
      askGateway(gatewayUrl, safe, pause),
      askServiceCors(gatewayChainUrl(gatewayUrl), origin, { hasPreflight: false, pause }),
    ]),
    txServiceUrl === null
      ? null
      : Promise.all([
          askTxService(txServiceUrl, safe && { source: txService(txServiceUrl), safe }, pause),
          // api-kit sends a content type with every request.
          askServiceCors(txServiceAboutUrl(txServiceUrl), origin, { hasPreflight: true, pause }),
        ]),
  ])
  // After Node, not at the same time: both count towards the same limits.
  const page = browser
    ? // Loads a bundler and a browser only on request.
      await (await import('./askInPage.ts')).askInPage(origin, {
        rpcUrls,
        gatewayUrl,
        txServiceUrl,
        safe,
        sample,
        pause,
      })
    : null
  return {
    endpoints: endpoints.map((endpoint, at) => ({ ...endpoint, page: page?.endpoints[at] ?? null })),
    gateway: { url: gatewayUrl, node: gateway[0], cors: gateway[1], page: page?.gateway ?? null },
    txService:
      txServiceUrl === null || service === null
        ? null
        : { url: txServiceUrl, node: service[0], cors: service[1], page: page?.txService ?? null },
    feeds,
    safe,
  }
}
