import { parseEnv } from '#parseEnv.ts'

// Two operators, as "Paid" needs two, one of them with a key in its path. No host of this name exists; `fakeNodes.ts`
// answers for them.
const parsed = parseEnv({
  VITE_BSC_RPC_URLS: 'https://rpc.first.invalid,https://rpc.second.invalid/v3/0a1b2c3dSECRET',
  VITE_SAFE_GATEWAY_URL: 'https://gateway.invalid',
})
if (!parsed.ok) throw new Error(parsed.fault)

/** Stands in for `src/env.ts`, which a build fills. */
export const env = parsed.env
/** The same, under a name that shows its origin in a test. */
export const componentEnv = env
export const version = '0.0.0'
export const pace = 1
