import { buildPortal } from './buildPortal.ts'
import { portalBuild, signInBuild } from './portalBuild.ts'
import { makeRigBundles } from './rigBundles.ts'

/**
 * Builds once for all browser tests: the published portal with the rig's placeholder addresses, and the rig's
 * own bundles.
 */
export default async function buildOnce(): Promise<void> {
  await Promise.all([...[portalBuild, signInBuild].map((build) => buildPortal(build)), makeRigBundles()])
}
