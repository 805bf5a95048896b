import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type PortalBuild, portalBuild, signInBuild } from './portalBuild.ts'
import { makeRigBundles } from './rigBundles.ts'

const run = promisify(execFile)

/**
 * Builds once for all browser tests: the published portal with the rig's placeholder addresses, and the rig's
 * own bundles.
 */
export default async function buildOnce(): Promise<void> {
  await Promise.all([...[portalBuild, signInBuild].map(buildPortal), makeRigBundles()])
}

/** Builds the portal with these variables into its folder. */
export async function buildPortal({ folder, env }: PortalBuild): Promise<void> {
  const vite = [
    'node_modules/vite/bin/vite.js',
    'build',
    '--outDir',
    folder,
    '--emptyOutDir',
    '--logLevel',
    'error',
  ]
  try {
    await run(process.execPath, vite, { env: { ...process.env, NODE_ENV: 'production', ...env } })
  } catch (cause) {
    throw new Error(`The portal does not build:\n${(cause as { stderr?: string }).stderr}`, { cause })
  }
}
