import { spawnSync } from 'node:child_process'
import { type PortalBuild, portalBuild, signInBuild } from './portalBuild.ts'

/** Builds the portal once for all browser tests, as it is published, pointed at the placeholders of the rig. */
export default function buildOnce(): void {
  for (const each of [portalBuild, signInBuild]) build(each)
}

function build({ folder, env }: PortalBuild): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'],
    { env: { ...process.env, NODE_ENV: 'production', ...env }, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The portal does not build:\n${stderr}`)
}
