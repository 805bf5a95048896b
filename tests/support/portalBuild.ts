import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The build that browser tests open: the production build, pointed at these addresses. */
export const buildFolder = fileURLToPath(new URL('../../.cache/e2e-dist/', import.meta.url))

/**
 * Addresses that the build carries. Each test worker has a rig of its own on free ports, so its server puts the real
 * ones in their place while it serves; everything else is the build, byte for byte.
 */
export const placeholders = {
  rpc: 'http://127.0.0.1:61001',
  service: 'http://127.0.0.1:61002',
  sameSiteHost: 'http://localhost:61003',
  crossSiteHost: 'http://127.0.0.1:61003',
} as const

export const buildEnv = {
  VITE_BSC_RPC_URLS: placeholders.rpc,
  VITE_SAFE_GATEWAY_URL: placeholders.service,
  VITE_SAFE_HOST_ORIGINS: `${placeholders.sameSiteHost},${placeholders.crossSiteHost}`,
} as const

/** Throws when the browser tests are started without their build. */
export function checkBuild(): void {
  if (!existsSync(`${buildFolder}index.html`)) throw new Error(`There is no build in ${buildFolder}.`)
}
