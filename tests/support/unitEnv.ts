import { parseEnv } from '#parseEnv.ts'

// Nothing listens there: a unit test that asks a node by mistake fails, wherever it runs.
const parsed = parseEnv({
  VITE_BSC_RPC_URLS: 'http://127.0.0.1:9',
  VITE_SAFE_GATEWAY_URL: 'http://127.0.0.1:9/gateway',
})
if (!parsed.ok) throw new Error(parsed.fault)

/** Stands in for `src/env.ts`, which a build fills. */
export const env = parsed.env
export const version = '0.0.0'
