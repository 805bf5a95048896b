import { servePortal } from '#tests/support/servePortal.ts'
import { type RpcProxy, startRpcProxies } from '../../../safe-app/chain/startRpcProxy.ts'
import type { World } from './portalWorld.ts'
import type { Started } from './Started.ts'

/** The portal with several RPC endpoints of one chain, each with its own faults. */
export type NodesWorld = {
  /** With a trailing slash. */
  readonly portalUrl: string
  /** In the order of `VITE_BSC_RPC_URLS`. */
  readonly endpoints: readonly RpcProxy[]
}

/** The same with exactly three endpoints. */
export type ThreeNodesWorld = NodesWorld & { readonly endpoints: readonly [RpcProxy, RpcProxy, RpcProxy] }

/** Starts the portal with this many endpoints of its own. */
export async function startNodesWorld(world: World, count: number): Promise<Started<NodesWorld>> {
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
    world: { portalUrl: portal.url, endpoints },
    async stop() {
      await portal.stop()
      await stop()
    },
  }
}

export async function startThreeNodesWorld(base: World): Promise<Started<ThreeNodesWorld>> {
  const { world, stop } = await startNodesWorld(base, 3)
  const [first, second, third] = world.endpoints
  if (!first || !second || !third) throw new Error('There are no three endpoints.')
  return { world: { ...world, endpoints: [first, second, third] }, stop }
}
