import type { Page } from 'playwright/test'
import { type Auth, type AuthFaults, startAuth } from '../../safe-app/auth/startAuth.ts'
import { signInBuild } from './portalBuild.ts'
import { test as base, expect } from './portalFixture.ts'
import { servePortal } from './servePortal.ts'

/** The portal with the sign-in step, and the server that it signs in to. */
export type SignInWorld = {
  /** With a trailing slash. */
  readonly url: string
  readonly auth: Auth
  readonly faults: (faults: Partial<AuthFaults>) => void
}

type Opened = {
  /** The portal with the sign-in step in a tab, with the sandbox wallet and a sign-in server that is in order. */
  readonly portal: Page
}

export const test = base.extend<Opened, { signIn: SignInWorld }>({
  signIn: [
    async ({ world }, use) => {
      // Portal and sign-in server name each other, so the portal learns the other's port when it is first asked for.
      const addresses = {
        rpc: world.rpcUrls.join(),
        service: world.rig.service.url,
        sameSiteHost: world.hostUrl,
        crossSiteHost: world.crossSiteHostUrl,
        auth: '',
      }
      const portal = await servePortal(addresses, signInBuild)
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
  portal: async ({ wallet, signIn }, use) => {
    signIn.auth.faults.reset()
    await wallet.goto(signIn.url)
    await use(wallet)
    signIn.auth.faults.reset()
  },
})

export { expect }
