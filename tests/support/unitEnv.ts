import { parseEnv } from '#parseEnv.ts'

// No server listens there, so a unit test that accidentally calls a node fails on every machine.
const parsed = parseEnv({
  VITE_BSC_RPC_URLS: 'http://127.0.0.1:9',
  VITE_SAFE_GATEWAY_URL: 'http://127.0.0.1:9/gateway',
})
if (!parsed.ok) throw new Error(parsed.fault)

/** Replaces `src/env.ts`, which a build fills. */
export const env = parsed.env
export const version = '0.0.0'
export const pace = 1
