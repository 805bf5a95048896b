import { env } from '#env.ts'
import { createRpc } from './createRpc.ts'
import type { Memory } from './Endpoint.ts'
import type { Rpc } from './Rpc.ts'

const memories = new Map<string, Memory>()

/** Reads BSC, in either mode. */
export const bscRpc: Rpc = createRpc(env.rpcUrls, { memories })

/**
 * Reads BSC for scans only. Endpoints may refuse them slowly, or with an HTTP status, and are then asked last for a
 * while; what pays and what is paid must neither wait for that nor share its requests.
 */
export const scanRpc: Rpc = createRpc(env.rpcUrls, { memories })
