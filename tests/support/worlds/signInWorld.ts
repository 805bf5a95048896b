import { signInBuild } from '#tests/support/portalBuild.ts'
import { servePortal } from '#tests/support/servePortal.ts'
import { type Auth, type AuthFaults, startAuth } from '../../../rig/auth/startAuth.ts'
import type { World } from './portalWorld.ts'
import type { Started } from './Started.ts'

/** The portal with sign-in, and its sign-in server. */
export type SignInWorld = {
  /** With a trailing slash. */
  readonly url: string
  readonly auth: Auth
  readonly faults: (faults: Partial<AuthFaults>) => void
}

export async function startSignInWorld(world: World): Promise<Started<SignInWorld>> {
  // Portal and sign-in server refer to each other, so the portal gets the other's port on the first request.
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
  return {
    world: { url: portal.url, auth, faults: (faults) => auth.faults.set(faults) },
    async stop() {
      await auth.stop()
      await portal.stop()
    },
  }
}
