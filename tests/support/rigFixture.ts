import { test as base, expect } from 'playwright/test'
import { type RunningHost, startHost } from '../../safe-app/host/startHost.ts'
import { startRig } from '../../safe-app/startRig.ts'
import { serveSdkApp } from '../fixtures/sdk-app/serveSdkApp.ts'
import { readRigBundles } from './rigBundles.ts'

/** One chain, one service, one host and one test app for each worker, on free ports, ended with it. */
export type Rig = {
  readonly rpcUrl: string
  readonly serviceUrl: string
  /** The host on 127.0.0.1: cross-site to apps on localhost. */
  readonly hostUrl: string
  /** The same host on localhost: same-site to apps on localhost. */
  readonly sameSiteHostUrl: string
  /** The test app on localhost, with a trailing slash. */
  readonly appUrl: string
}

export const test = base.extend<object, { rig: Rig }>({
  rig: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a destructured argument
    async ({}, use) => {
      const { host: assets, sdkApp } = readRigBundles()
      const app = await serveSdkApp(sdkApp)
      const rig = await startRig({ chainPort: 0, servicePort: 0 })
      const appUrl = `http://localhost:${app.port}/`
      const host: RunningHost = await startHost({
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
      })
      await host.stop()
      await rig.stop()
      await app.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

export { expect }
