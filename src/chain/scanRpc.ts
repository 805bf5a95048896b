import { env } from '#env.ts'
import { createRpc, type Rpc } from './Rpc.ts'

/**
 * Reads BSC for scans only. Endpoints may refuse them slowly, or with an HTTP status, and are then asked last for a
 * while; what pays and what is paid must neither wait for that nor share its requests.
 */
export const scanRpc: Rpc = createRpc(env.rpcUrls)
