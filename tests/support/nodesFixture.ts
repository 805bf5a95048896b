import { type RpcProxy, startRpcProxies } from '../../safe-app/chain/startRpcProxy.ts'
import { test as base, expect } from './portalFixture.ts'
import { servePortal } from './servePortal.ts'

/** The portal with three RPC endpoints of one chain, each with faults of its own. */
export type NodesWorld = {
  /** With a trailing slash. */
  readonly portalUrl: string
  /** In the order of `VITE_BSC_RPC_URLS`. */
  readonly endpoints: readonly [RpcProxy, RpcProxy, RpcProxy]
}

export const test = base.extend<{ endpointsInOrder: undefined }, { nodes: NodesWorld }>({
  nodes: [
    async ({ world }, use) => {
      const { endpoints, urls, stop } = await startRpcProxies({ target: world.rig.chain.rpcUrl, count: 3 })
      const [first, second, third] = endpoints
      if (!first || !second || !third) throw new Error('There are no three endpoints.')
      const portal = await servePortal({
        rpc: urls,
        service: world.rig.service.url,
        sameSiteHost: world.hostUrl,
        crossSiteHost: world.crossSiteHostUrl,
      })
      await use({ portalUrl: portal.url, endpoints: [first, second, third] })
      await portal.stop()
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
