import { env } from '#env.ts'
import { createRpc, type Rpc } from './Rpc.ts'

/** Reads BSC for everybody, whichever mode. */
export const bscRpc: Rpc = createRpc(env.rpcUrls)
