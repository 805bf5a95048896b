import type { Env, ParsedEnv } from './parseEnv.ts'

// The build parses the variables (vite.config.ts) and inserts the result here, so that no page downloads the
// parser.
const parsed = import.meta.env.PORTAL as ParsedEnv

/**
 * How many times sooner this build asks again: 1, except in the build of the browser tests, where nobody has to wait for
 * a poll. Divides the intervals of `queries/polling.ts` and the pauses of `account/visiblePause.ts`, nothing else.
 */
export const pace = import.meta.env.PORTAL_PACE as number

/** Version of the portal, from package.json. */
export const version = import.meta.env.PORTAL_VERSION as string

/**
 * The configuration of this build. Do not use it in code that runs when boot stops on a fault; see `bootEnv`
 * in `boot/boot.ts`.
 */
export const env: Env = parsed.ok ? parsed.env : (undefined as never)
