import { parseEnv } from '#parseEnv.ts'

// Two operators, as "Paid" needs two. No host of this name exists; `fakeNodes.ts` answers for them.
const parsed = parseEnv({
  VITE_BSC_RPC_URLS: 'https://rpc.first.invalid,https://rpc.second.invalid',
  VITE_SAFE_GATEWAY_URL: 'https://gateway.invalid',
})
if (!parsed.ok) throw new Error(parsed.fault)

/** Stands in for `src/env.ts`, which a build fills. */
export const env = parsed.env
export const version = '0.0.0'
