import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** The time limit (ms) of each step with a package server, for machines without one. */
const INSTALL_TIMEOUT = 180_000

/** Path of the first of these programs in the folders of `PATH`. */
export function onPath(env: NodeJS.ProcessEnv, wanted: readonly string[]): string | null {
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const candidates = wanted.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return candidates.find(isProgram) ?? null
}

/** Whether this process may run the file. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Installs Debian's packages, if this process may, and returns the path of one of the wanted programs. */
export function installed(
  env: NodeJS.ProcessEnv,
  wanted: readonly string[],
  packages: readonly [string, ...string[]],
): string | null {
  if (!mayInstall()) return null
  console.log(`Installing the package ${packages[0]}.`)
  const options = quiet(env)
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
  return onPath(env, wanted)
}

/**
 * Unpacks one of Debian's packages into a folder, and returns the path of its program there. For servers: an
 * installed one would be started by the system, on its usual port. The libraries that it needs must be there.
 */
export function unpacked(
  env: NodeJS.ProcessEnv,
  program: string,
  name: string,
  folder: string,
): string | null {
  const file = path.join(folder, program)
  if (isProgram(file)) return file
  if (!isDebian()) return null
  console.log(`Unpacking the package ${name}.`)
  mkdirSync(folder, { recursive: true })
  const options = { ...quiet(env), cwd: folder }
  if (mayInstall()) spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['download', '-qq', name], options)
  const archive = readdirSync(folder).find((one) => one.startsWith(`${name}_`) && one.endsWith('.deb'))
  if (archive) spawnSync('dpkg-deb', ['--extract', archive, '.'], options)
  return isProgram(file) ? file : null
}

function quiet(env: NodeJS.ProcessEnv) {
  return {
    stdio: 'ignore',
    timeout: INSTALL_TIMEOUT,
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
}

const isDebian = () => existsSync('/etc/debian_version')
const mayInstall = () => isDebian() && process.getuid?.() === 0
