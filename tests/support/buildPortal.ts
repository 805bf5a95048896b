import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { PortalBuild } from './portalBuild.ts'

const run = promisify(execFile)

/** Builds the portal of this project, or of a copy of it, as it is published; variables of the shell change nothing. */
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
  const shell = Object.entries(process.env).filter(([name]) => !/^(VITE_|PORTAL_)/.test(name))
  const options = { cwd: project, env: { ...Object.fromEntries(shell), NODE_ENV: 'production', ...env } }
  try {
    await run(process.execPath, vite, options)
  } catch (cause) {
    throw new Error(`The portal does not build:\n${(cause as { stderr?: string }).stderr}`, { cause })
  }
}
