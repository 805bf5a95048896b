import { personas, usualMix } from '../../safe-app/chain/personas.ts'
import { type RpcProxy, startRpcProxies } from '../../safe-app/chain/startRpcProxy.ts'
import { buildSandboxWallet } from '../../safe-app/wallet/buildSandboxWallet.ts'
import { test as base, expect, WALLET_RPC, type World } from './portalFixture.ts'
import { readRigBundles } from './rigBundles.ts'
import { servePortal } from './servePortal.ts'

/** The portal with three RPC endpoints of one chain, each with faults of its own. */
export type NodesWorld = {
  /** With a trailing slash. */
  readonly portalUrl: string
  /** In the order of `VITE_BSC_RPC_URLS`. */
  readonly endpoints: readonly [RpcProxy, RpcProxy, RpcProxy]
}

/** The portal with four endpoints that behave as the public ones it is built with. */
export type MixWorld = {
  readonly portalUrl: string
  readonly endpoints: readonly RpcProxy[]
  /** The sandbox wallet, for pages of this portal. */
  readonly walletScript: string
}

/** Starts the portal with endpoints of its own. */
async function portalOn(world: World, count: number) {
  const { endpoints, urls, stop } = await startRpcProxies({ target: world.rig.chain.rpcUrl, count })
  const portal = await servePortal({
    rpc: urls,
    service: world.rig.service.url,
    sameSiteHost: world.hostUrl,
    crossSiteHost: world.crossSiteHostUrl,
  })
  return {
    portalUrl: portal.url,
    endpoints,
    stop: async () => {
      await portal.stop()
      await stop()
    },
  }
}

export const test = base.extend<{ endpointsInOrder: undefined; mix: MixWorld }, { nodes: NodesWorld }>({
  mix: async ({ world }, use) => {
    const { portalUrl, endpoints, stop } = await portalOn(world, usualMix.length)
    endpoints.forEach(({ faults }, index) => {
      faults.set(personas[usualMix[index] ?? 'honest'].faults)
    })
    const { wallet: bundle } = readRigBundles()
    const walletScript = await buildSandboxWallet({ rpcUrl: `${portalUrl}${WALLET_RPC}`, bundle })
    await use({ portalUrl, endpoints, walletScript })
    await stop()
  },
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
  endpointsInOrder: [
    async ({ nodes }, use) => {
      await use(undefined)
      for (const { faults, resetCounts } of nodes.endpoints) {
        faults.reset()
        resetCounts()
      }
    },
    { auto: true },
  ],
})

export { expect }
