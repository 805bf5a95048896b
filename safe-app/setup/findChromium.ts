import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']

/** The time limit (ms) of each step with a package server, for machines without one. */
const INSTALL_TIMEOUT = 180_000

/**
 * The result of `findHeadlessShell`, for the workers of the same run; otherwise each would search and install
 * again.
 */
const SHELL_FOUND = 'CHROMIUM_HEADLESS_SHELL'

/**
 * Path of a Chromium: `CHROMIUM_PATH`, one on the PATH, Playwright's own, or, as root on Debian, the package
 * `chromium`, which is then installed. If there is none, throws one sentence that says what to do.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string {
  const named = env.CHROMIUM_PATH
  if (named) {
    if (isProgram(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which is not a program.`)
  }
  const found =
    onPath(env, names) ?? playwrightsOwn() ?? installed(env, names, ['chromium', 'fonts-dejavu-core'])
  if (found) return found
  throw new Error(
    'No Chromium was found: install one (Debian: apt-get install chromium, or npx playwright install chromium), or set CHROMIUM_PATH.',
  )
}

/**
 * Path of the same Chromium without windows, which needs a third less processor time for the same pages. It
 * also lacks a user's settings, so every frame may store data. Looks on the PATH and, as root on Debian,
 * installs the package `chromium-headless-shell`; if there is none, or `CHROMIUM_PATH` is set, uses the
 * result of `findChromium`.
 */
export function findHeadlessShell(env: NodeJS.ProcessEnv = process.env): string {
  const known = env[SHELL_FOUND]
  if (known && isProgram(known)) return known
  const found = env.CHROMIUM_PATH
    ? findChromium(env)
    : (onPath(env, shellNames) ??
      installed(env, shellNames, ['chromium-headless-shell']) ??
      findChromium(env))
  env[SHELL_FOUND] = found
  return found
}

function onPath(env: NodeJS.ProcessEnv, wanted: readonly string[]): string | null {
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const candidates = wanted.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return candidates.find(isProgram) ?? null
}

function playwrightsOwn(): string | null {
  const own = chromium.executablePath()
  return own && isProgram(own) ? own : null
}

/** Installs Debian's packages, if this process may. */
function installed(
  env: NodeJS.ProcessEnv,
  wanted: readonly string[],
  packages: readonly [string, ...string[]],
): string | null {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return null
  console.log(`Installing the package ${packages[0]}.`)
  const quiet = {
    stdio: 'ignore',
    timeout: INSTALL_TIMEOUT,
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
  return onPath(env, wanted)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
