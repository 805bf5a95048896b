import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { PortalBuild } from './portalBuild.ts'

const run = promisify(execFile)

/** Builds the portal of this project, or of a copy of it, as it is published. */
export async function buildPortal({ folder, env }: PortalBuild, project = process.cwd()): Promise<void> {
  const vite = [
    'node_modules/vite/bin/vite.js',
    'build',
    '--outDir',
    folder,
    '--emptyOutDir',
    '--logLevel',
    'error',
  ]
  const options = { cwd: project, env: { ...process.env, NODE_ENV: 'production', ...env } }
  try {
    await run(process.execPath, vite, options)
  } catch (cause) {
    throw new Error(`The portal does not build:\n${(cause as { stderr?: string }).stderr}`, { cause })
  }
}
