import type { Env, ParsedEnv } from './parseEnv.ts'

// The build parses the variables (vite.config.ts) and inserts the result here, so that no page downloads the
// parser.
const parsed = import.meta.env.PORTAL as ParsedEnv

/** Version of the portal, from package.json. */
export const version = import.meta.env.PORTAL_VERSION as string

/**
 * The configuration of this build. Do not use it in code that runs when boot stops on a fault; see `bootEnv`
 * in `boot/boot.ts`.
 */
export const env: Env = parsed.ok ? parsed.env : (undefined as never)
