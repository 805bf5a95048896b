import { serveSdkApp } from '#tests/fixtures/sdk-app/serveSdkApp.ts'
import { readRigBundles } from '#tests/support/rigBundles.ts'
import { hostSafes } from '../../../rig/seed/safes.ts'
import { startRig } from '../../../rig/startRig.ts'
import { startHost } from '../../../safe-app/host/startHost.ts'
import type { Started } from './Started.ts'

/** A chain, a service, a host and a test app, without the portal. */
export type HostWorld = {
  readonly rpcUrl: string
  readonly serviceUrl: string
  /** The host on 127.0.0.1: cross-site to apps on localhost. */
  readonly hostUrl: string
  /** The same host on localhost: same-site to apps on localhost. */
  readonly sameSiteHostUrl: string
  /** The test app on localhost, with a trailing slash. */
  readonly appUrl: string
  /** Deletes the proposals that a test left unexecuted. */
  readonly clearQueues: () => Promise<void>
}

export async function startHostWorld(): Promise<Started<HostWorld>> {
  const { host: assets } = readRigBundles()
  const app = await serveSdkApp()
  const rig = await startRig({ chainPort: 0, servicePort: 0 })
  const appUrl = `http://localhost:${app.port}/`
  const host = await startHost({
    port: 0,
    serviceUrl: rig.service.url,
    rpcUrl: rig.chain.rpcUrl,
    safes: hostSafes(),
    appUrl,
    assets,
  })
  return {
    world: {
      rpcUrl: rig.chain.rpcUrl,
      serviceUrl: rig.service.url,
      hostUrl: host.url,
      sameSiteHostUrl: `http://localhost:${host.port}`,
      appUrl,
      clearQueues: rig.service.remember(),
    },
    async stop() {
      await host.stop()
      await rig.stop()
      await app.stop()
    },
  }
}
