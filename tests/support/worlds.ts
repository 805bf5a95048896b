import { fileURLToPath } from 'node:url'
import { test as base, expect } from 'playwright/test'
import { createServer } from 'vite'
import { serveSdkApp } from '#tests/fixtures/sdk-app/serveSdkApp.ts'
import { type Auth, type AuthFaults, startAuth } from '../../safe-app/auth/startAuth.ts'
import type { RpcFaults } from '../../safe-app/chain/RpcFaults.ts'
import { startChain } from '../../safe-app/chain/startChain.ts'
import { type RpcProxy, startRpcProxies, startRpcProxy } from '../../safe-app/chain/startRpcProxy.ts'
import { startHost } from '../../safe-app/host/startHost.ts'
import { twoOperators } from '../../safe-app/ports.ts'
import type { ServiceFaults } from '../../safe-app/service/ServiceFaults.ts'
import { type Rig as LocalRig, startRig } from '../../safe-app/startRig.ts'
import { buildSandboxWallet } from '../../safe-app/wallet/buildSandboxWallet.ts'
import { sandboxWalletPlugin } from '../../safe-app/wallet/plugin.ts'
import { signInBuild } from './portalBuild.ts'
import { readRigBundles } from './rigBundles.ts'
import { servePortal, WALLET_RPC } from './servePortal.ts'

/** The whole local world of one worker: chain, service, Safe host and built portal, on free ports. */
export type World = {
  readonly rig: LocalRig
  /** The portal on localhost, with a trailing slash. */
  readonly portalUrl: string
  /** The Safe host on localhost: same-site to the portal, so the frame has storage. */
  readonly hostUrl: string
  /** The same host on 127.0.0.1: cross-site, so the browser blocks the frame's storage. */
  readonly crossSiteHostUrl: string
  /** One of the portal's two RPC endpoints. */
  readonly rpcUrl: string
  /** Both of them: one node under two host names, which count as two operators on this machine. */
  readonly rpcUrls: readonly [string, string]
  /** The node behind both: its faults, and how often each took effect. */
  readonly rpc: RpcProxy
  readonly walletScript: string
  readonly rpcFaults: (faults: Partial<RpcFaults>) => void
  readonly serviceFaults: (faults: Partial<ServiceFaults>) => void
  /** Deletes the proposals that a test left unexecuted, so that no later test finds them in a queue. */
  readonly clearQueues: () => Promise<void>
}

/** A chain, a service, a host and a test app, without the portal. */
export type Rig = {
  readonly rpcUrl: string
  readonly serviceUrl: string
  /** The host on 127.0.0.1: cross-site to apps on localhost. */
  readonly hostUrl: string
  /** The same host on localhost: same-site to apps on localhost. */
  readonly sameSiteHostUrl: string
  /** The test app on localhost, with a trailing slash. */
  readonly appUrl: string
  /** Same as in `World`. */
  readonly clearQueues: () => Promise<void>
}

/** The portal with three RPC endpoints of one chain, each with its own faults. */
export type NodesWorld = {
  /** With a trailing slash. */
  readonly portalUrl: string
  /** In the order of `VITE_BSC_RPC_URLS`. */
  readonly endpoints: readonly [RpcProxy, RpcProxy, RpcProxy]
}

/** The portal with sign-in, and its sign-in server. */
export type SignInWorld = {
  /** With a trailing slash. */
  readonly url: string
  readonly auth: Auth
  readonly faults: (faults: Partial<AuthFaults>) => void
}

/** Pages for tests of the sandbox wallet alone, on their own chain. */
export type WalletSite = { readonly url: string; readonly rpcUrl: string }

type Worlds = {
  readonly world: World
  readonly rig: Rig
  readonly nodes: NodesWorld
  readonly signIn: SignInWorld
  readonly site: WalletSite
}

/** Seconds between empty blocks; finality follows the head by two. */
const BLOCK_TIME = 1

/** The pages of `WalletSite`. */
export const walletPages = fileURLToPath(new URL('../fixtures/sdk-app/', import.meta.url))

/** The portal's own policy, so that the wallet is tested under it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'none'; img-src 'self' data:; " +
  "connect-src 'self' ws: http://127.0.0.1:*; frame-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

/** Starts the portal with its own endpoints. */
export async function portalOn(world: World, count: number) {
  const { endpoints, urls, stop } = await startRpcProxies({ target: world.rig.chain.rpcUrl, count })
  const portal = await servePortal(
    {
      rpc: urls,
      service: world.rig.service.url,
      sameSiteHost: world.hostUrl,
      crossSiteHost: world.crossSiteHostUrl,
    },
    { node: world.rig.chain.rpcUrl },
  )
  return {
    portalUrl: portal.url,
    endpoints,
    stop: async () => {
      await portal.stop()
      await stop()
    },
  }
}

/**
 * Fixtures that live as long as a worker, each started when one of its tests first needs it. They are in one
 * place because Playwright starts a new worker and browser for a test with another list of such fixtures.
 */
export const test = base.extend<object, Worlds>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured argument
    async ({}, use) => {
      const { host: assets, wallet: bundle } = readRigBundles()
      const rig = await startRig({ chainPort: 0, servicePort: 0, blockTime: BLOCK_TIME })
      const rpc = await startRpcProxy({ target: rig.chain.rpcUrl, port: 0 })
      const rpcUrls = twoOperators(rpc.url)
      // Host and portal refer to each other, so the portal gets the host's port on the first request.
      const addresses = { rpc: rpcUrls.join(), service: rig.service.url, sameSiteHost: '', crossSiteHost: '' }
      const portal = await servePortal(addresses, { node: rig.chain.rpcUrl })
      const walletScript = await buildSandboxWallet({ rpcUrl: WALLET_RPC, bundle })
      const host = await startHost({
        port: 0,
        serviceUrl: rig.service.url,
        rpcUrl: rig.chain.rpcUrl,
        portalUrl: portal.url,
        assets,
      })
      addresses.sameSiteHost = `http://localhost:${host.port}`
      addresses.crossSiteHost = `http://127.0.0.1:${host.port}`
      await use({
        rig,
        portalUrl: portal.url,
        hostUrl: addresses.sameSiteHost,
        crossSiteHostUrl: addresses.crossSiteHost,
        rpcUrl: rpc.url,
        rpcUrls,
        rpc,
        walletScript,
        rpcFaults: (faults) => rpc.faults.set(faults),
        serviceFaults: (faults) => rig.service.faults.set(faults),
        clearQueues: rig.service.remember(),
      })
      await host.stop()
      await portal.stop()
      await rpc.stop()
      await rig.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  rig: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured argument
    async ({}, use) => {
      const { host: assets, sdkApp } = readRigBundles()
      const app = await serveSdkApp(sdkApp)
      const rig = await startRig({ chainPort: 0, servicePort: 0 })
      const appUrl = `http://localhost:${app.port}/`
      const host = await startHost({
        port: 0,
        serviceUrl: rig.service.url,
        rpcUrl: rig.chain.rpcUrl,
        portalUrl: appUrl,
        assets,
      })
      await use({
        rpcUrl: rig.chain.rpcUrl,
        serviceUrl: rig.service.url,
        hostUrl: host.url,
        sameSiteHostUrl: `http://localhost:${host.port}`,
        appUrl,
        clearQueues: rig.service.remember(),
      })
      await host.stop()
      await rig.stop()
      await app.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  nodes: [
    async ({ world }, use) => {
      const { portalUrl, endpoints, stop } = await portalOn(world, 3)
      const [first, second, third] = endpoints
      if (!first || !second || !third) throw new Error('There are no three endpoints.')
      await use({ portalUrl, endpoints: [first, second, third] })
      await stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  signIn: [
    async ({ world }, use) => {
      // Portal and sign-in server refer to each other, so the portal gets the other's port on the first
      // request.
      const addresses = {
        rpc: world.rpcUrls.join(),
        service: world.rig.service.url,
        sameSiteHost: world.hostUrl,
        crossSiteHost: world.crossSiteHostUrl,
        auth: '',
      }
      const portal = await servePortal(addresses, { build: signInBuild, node: world.rig.chain.rpcUrl })
      const auth = await startAuth({
        port: 0,
        rpcUrl: world.rig.chain.rpcUrl,
        origins: [new URL(portal.url).origin],
      })
      addresses.auth = auth.localUrl
      await use({ url: portal.url, auth, faults: (faults) => auth.faults.set(faults) })
      await auth.stop()
      await portal.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured argument
    async ({}, use) => {
      const chain = await startChain({ port: 0 })
      const server = await createServer({
        configFile: false,
        root: walletPages,
        appType: 'mpa',
        logLevel: 'error',
        plugins: [sandboxWalletPlugin({ rpcUrl: chain.rpcUrl })],
        server: {
          host: '127.0.0.1',
          port: 0,
          hmr: false,
          watch: null,
          headers: { 'content-security-policy': POLICY },
        },
        optimizeDeps: { noDiscovery: true },
      })
      await server.listen()
      const url = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
      await use({ url, rpcUrl: chain.rpcUrl })
      await server.close()
      await chain.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

export { expect }
