import { env } from '#env.ts'
import { createRpc } from './createRpc.ts'
import type { EndpointMemory } from './Endpoint.ts'
import type { Rpc } from './Rpc.ts'

const memories = new Map<string, EndpointMemory>()

/** The BSC client of both modes. */
export const bscRpc: Rpc = createRpc(env.rpcUrls, { memories })

/**
 * The BSC client for scans only. Endpoints may refuse scans slowly, or with an HTTP status, and then rank
 * last for a while. Payments must neither wait for that nor share requests with scans.
 */
export const scanRpc: Rpc = createRpc(env.rpcUrls, { memories })
