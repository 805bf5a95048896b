import { buildPortal } from '#tests/support/buildPortal.ts'
import { portalBuild } from '#tests/support/portalBuild.ts'
import { buildWith, readBuild } from '#tests/support/servePortal.ts'
import { twoOperators } from '../../../rig/ports.ts'
import { hostSafes } from '../../../rig/seed/safes.ts'
import { startRig } from '../../../rig/startRig.ts'
import { startRpcProxy } from '../../../safe-app/chain/startRpcProxy.ts'
import { buildHost } from '../../../safe-app/host/buildHost.ts'
import { startHost } from '../../../safe-app/host/startHost.ts'
import { headersFor } from '../../../src/build/headers.ts'
import { type Site, serveZipped, type ZippedServer } from './serveZipped.ts'
import { buildStarter } from './starter.ts'

/** Everything that the bench opens. */
export type Sites = {
  readonly portal: ZippedServer
  readonly starter: ZippedServer
  /** Null without a built folder. */
  readonly airdrop: ZippedServer | null
  /** The local Safe host. */
  readonly hostUrl: string
  stop(): Promise<void>
}

/** Builds portal and starter and starts their servers, a seeded chain and service, and the local Safe host. */
export async function startSites(airdropFolder: string | null): Promise<Sites> {
  await buildPortal(portalBuild)
  const starterFolder = await buildStarter()
  const rig = await startRig({ chainPort: 0, servicePort: 0, blockTime: 1 })
  const rpc = await startRpcProxy({ target: rig.chain.rpcUrl, port: 0 })
  // Host and portal refer to each other, so the portal gets the host's port on the first request.
  const addresses = {
    rpc: twoOperators(rpc.url).join(),
    service: rig.service.url,
    sameSiteHost: '',
    crossSiteHost: '',
  }
  const portal = await serveZipped(async () => {
    const { files, rules } = await buildWith(addresses, portalBuild)
    return { files, headersOf: (path) => headersFor(rules, path) }
  })
  const starter = await serveZipped(() => plainSite(starterFolder))
  const airdrop = airdropFolder === null ? null : await serveZipped(() => plainSite(airdropFolder))
  const host = await startHost({
    port: 0,
    serviceUrl: rig.service.url,
    rpcUrl: rig.chain.rpcUrl,
    safes: hostSafes(),
    appUrl: portal.home,
    assets: await buildHost(),
  })
  addresses.sameSiteHost = `http://localhost:${host.port}`
  addresses.crossSiteHost = `http://127.0.0.1:${host.port}`
  return {
    portal,
    starter,
    airdrop,
    hostUrl: addresses.sameSiteHost,
    async stop() {
      for (const server of [host, portal, starter, airdrop, rpc, rig]) await server?.stop()
    },
  }
}

/** A built folder with the one header that a Safe App needs. */
async function plainSite(folder: string): Promise<Site> {
  return {
    files: new Map(await readBuild(folder)),
    headersOf: () => ({ 'Access-Control-Allow-Origin': '*' }),
  }
}
