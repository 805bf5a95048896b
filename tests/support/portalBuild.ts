import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Placeholder addresses in the build. Each test worker has its own rig on free ports, so its server replaces
 * them while serving; everything else is the build, byte for byte.
 */
export const placeholders = {
  rpc: 'http://127.0.0.1:61001',
  service: 'http://127.0.0.1:61002',
  sameSiteHost: 'http://localhost:61003',
  crossSiteHost: 'http://127.0.0.1:61003',
  auth: 'http://localhost:61004',
} as const

export const buildEnv = {
  VITE_BSC_RPC_URLS: placeholders.rpc,
  VITE_SAFE_GATEWAY_URL: placeholders.service,
  VITE_SAFE_HOST_ORIGINS: `${placeholders.sameSiteHost},${placeholders.crossSiteHost}`,
} as const

/**
 * The portal of the browser tests asks again this many times sooner than the published one (`pace` in `src/env.ts`). It is
 * the only difference, so that no test waits for a poll.
 */
const sooner = { PORTAL_PACE: '5' } as const

/** A production build for the browser tests: its folder, with a trailing slash, and its build variables. */
export type PortalBuild = { readonly folder: string; readonly env: Readonly<Record<string, string>> }

/** The build that browser tests open. */
export const portalBuild: PortalBuild = { folder: inCache('e2e-dist'), env: { ...buildEnv, ...sooner } }

/** The same portal with the optional parts: sign-in, WalletConnect and a transaction service. */
export const signInBuild: PortalBuild = {
  folder: inCache('e2e-sign-in-dist'),
  env: {
    ...buildEnv,
    ...sooner,
    VITE_AUTH_URL: placeholders.auth,
    VITE_SAFE_TX_SERVICE_URL: `${placeholders.service}/tx-service/bnb/api`,
    VITE_WALLETCONNECT_PROJECT_ID: '9c1f7d2ab04e58836f21c5e07ba943d8',
  },
}

export const buildFolder = portalBuild.folder

/** Throws if the browser tests are started without their build. */
export function checkBuild({ folder }: PortalBuild): void {
  if (!existsSync(`${folder}index.html`)) throw new Error(`There is no build in ${folder}.`)
}

function inCache(name: string): string {
  return fileURLToPath(new URL(`../../.cache/${name}/`, import.meta.url))
}
