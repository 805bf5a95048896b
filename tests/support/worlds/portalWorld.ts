import { type PortalBuild, portalBuild } from '#tests/support/portalBuild.ts'
import { readRigBundles } from '#tests/support/rigBundles.ts'
import { servePortal, WALLET_RPC } from '#tests/support/servePortal.ts'
import { twoOperators } from '../../../rig/ports.ts'
import { hostSafes, seededSafes } from '../../../rig/seed/safes.ts'
import { type Rig as LocalRig, startRig } from '../../../rig/startRig.ts'
import { bsc } from '../../../safe-app/chain/Network.ts'
import { type RpcProxy, startRpcProxy } from '../../../safe-app/chain/startRpcProxy.ts'
import { startHost } from '../../../safe-app/host/startHost.ts'
import type { LocalSafe } from '../../../safe-app/local/LocalSafe.ts'
import { toLocalSafe } from '../../../safe-app/local/startWorld.ts'
import { buildSandboxWallet } from '../../../safe-app/wallet/buildSandboxWallet.ts'
import type { Started } from './Started.ts'

/** The whole local world of one worker: chain, service, Safe host and built portal, on free ports. */
export type World = {
  readonly rig: LocalRig
  /** The seeded Safes, as the package has its own: the host's pages, other owners, faults. */
  readonly safe: LocalSafe
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
  /** Deletes the proposals that a test left unexecuted, so that no later test finds them in a queue. */
  readonly clearQueues: () => Promise<void>
}

/** Seconds between empty blocks; finality follows the head by two. */
const BLOCK_TIME = 1

export async function startPortalWorld(build: PortalBuild = portalBuild): Promise<Started<World>> {
  const { host: assets, wallet: bundle } = readRigBundles()
  const rig = await startRig({ chainPort: 0, servicePort: 0, blockTime: BLOCK_TIME })
  const rpc = await startRpcProxy({ target: rig.chain.rpcUrl, port: 0 })
  const rpcUrls = twoOperators(rpc.url)
  // Host and portal refer to each other, so the portal gets the host's port on the first request.
  const addresses = { rpc: rpcUrls.join(), service: rig.service.url, sameSiteHost: '', crossSiteHost: '' }
  const portal = await servePortal(addresses, { build, node: rig.chain.rpcUrl })
  const walletScript = await buildSandboxWallet({ rpcUrl: WALLET_RPC, bundle })
  const host = await startHost({
    port: 0,
    serviceUrl: rig.service.url,
    rpcUrl: rig.chain.rpcUrl,
    safes: hostSafes(),
    appUrl: portal.url,
    assets,
  })
  addresses.sameSiteHost = `http://localhost:${host.port}`
  addresses.crossSiteHost = `http://127.0.0.1:${host.port}`
  const stop = async () => {
    for (const part of [host, portal, rpc, rig]) await part.stop()
  }
  return {
    world: {
      rig,
      safe: toLocalSafe({
        network: bsc,
        safes: seededSafes.map((safe) => ({ ...safe, owners: safe.owners.map(({ address }) => address) })),
        servers: rig,
        rpc,
        host,
        stop,
      }),
      portalUrl: portal.url,
      hostUrl: addresses.sameSiteHost,
      crossSiteHostUrl: addresses.crossSiteHost,
      rpcUrl: rpc.url,
      rpcUrls,
      rpc,
      walletScript,
      clearQueues: rig.service.remember(),
    },
    stop,
  }
}
