import { test as base, expect, type Page } from 'playwright/test'
import type { RpcFaults } from '../../safe-app/chain/RpcFaults.ts'
import { type RpcProxy, startRpcProxy } from '../../safe-app/chain/startRpcProxy.ts'
import { startHost } from '../../safe-app/host/startHost.ts'
import { twoOperators } from '../../safe-app/ports.ts'
import type { ServiceFaults } from '../../safe-app/service/ServiceFaults.ts'
import { type Rig, startRig } from '../../safe-app/startRig.ts'
import { buildSandboxWallet } from '../../safe-app/wallet/buildSandboxWallet.ts'
import { readRigBundles } from './rigBundles.ts'
import { servePortal } from './servePortal.ts'

/** The whole local world of one worker: chain, service, Safe host and the built portal, on free ports. */
export type World = {
  readonly rig: Rig
  /** The portal on localhost, with a trailing slash. */
  readonly portalUrl: string
  /** The Safe host on localhost: same-site to the portal, so the frame has storage. */
  readonly hostUrl: string
  /** The same host on 127.0.0.1: cross-site, so the browser blocks the frame's storage. */
  readonly crossSiteHostUrl: string
  /** One of the two RPC endpoints that the portal is configured with. */
  readonly rpcUrl: string
  /** Both of them: one node by two host names, which count as two operators on this machine. */
  readonly rpcUrls: readonly [string, string]
  /** The node behind both: its faults, and how often each has acted. */
  readonly rpc: RpcProxy
  readonly walletScript: string
  readonly rpcFaults: (faults: Partial<RpcFaults>) => void
  readonly serviceFaults: (faults: Partial<ServiceFaults>) => void
}

/** Seconds between empty blocks: final follows the head by two. */
const BLOCK_TIME = 1

/** Where the injected wallet reaches its node. */
export const WALLET_RPC = '@wallet-rpc'

type Watched = {
  /** What the browser reported on any page of the test: CSP violations and uncaught errors. A test ends with none. */
  readonly complaints: string[]
}

/** Installs the sandbox wallet in a tab, as an extension would be. */
export async function installWallet(page: Page, world: Pick<World, 'walletScript' | 'rig'>): Promise<void> {
  await page.addInitScript(world.walletScript)
  // A real extension has its own way to a node, outside the page's policy and outside the page's faults.
  await page.route(`**/${WALLET_RPC}`, async (route) => {
    const body = route.request().postData()
    const answer = await fetch(world.rig.chain.rpcUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    await route.fulfill({ body: await answer.text(), contentType: 'application/json' })
  })
}

export const test = base.extend<Watched & { wallet: Page }, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a destructured argument
    async ({}, use) => {
      const { host: assets, wallet: bundle } = readRigBundles()
      const rig = await startRig({ chainPort: 0, servicePort: 0, blockTime: BLOCK_TIME })
      const rpc = await startRpcProxy({ target: rig.chain.rpcUrl, port: 0 })
      const rpcUrls = twoOperators(rpc.url)
      // Host and portal name each other, so the portal learns the host's port when it is first asked for.
      const addresses = { rpc: rpcUrls.join(), service: rig.service.url, sameSiteHost: '', crossSiteHost: '' }
      const portal = await servePortal(addresses)
      const walletScript = await buildSandboxWallet({ rpcUrl: `${portal.url}${WALLET_RPC}`, bundle })
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
      })
      await host.stop()
      await portal.stop()
      await rpc.stop()
      await rig.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  complaints: [
    async ({ context, world }, use) => {
      const complaints: string[] = []
      context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`))
      context.on('console', (message) => {
        // Being refused a frame is what frame-ancestors is for.
        if (/frame-ancestors/.test(message.text())) return
        if (/Content Security Policy|Trusted Type|violates the following/i.test(message.text())) {
          complaints.push(message.text())
        }
      })
      await use(complaints)
      world.rpc.faults.reset()
      world.rpc.resetCounts()
      world.rig.service.faults.reset()
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  /** A tab in which the sandbox wallet is installed, as an extension would be. */
  wallet: async ({ page, world }, use) => {
    await installWallet(page, world)
    await use(page)
  },
})

export { expect }
