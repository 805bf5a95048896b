import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']

/** A package server may take this long (ms) for each step; without one there is nothing to wait for. */
const INSTALL_TIMEOUT = 180_000

/** What `findHeadlessShell` has found, for the workers of the same run: each of them would look, and install, again. */
const SHELL_FOUND = 'CHROMIUM_HEADLESS_SHELL'

/**
 * Path of a Chromium: `CHROMIUM_PATH`, one on the PATH, Playwright's own, and as root on Debian the package
 * `chromium`, which is installed. Throws one sentence that says what to do when there is none.
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
 * Path of the same Chromium without its windows, which takes a third of the processor's time less for the same pages.
 * It has none of a person's settings either, so it lets every frame store something. On the PATH, and as root on Debian
 * the package `chromium-headless-shell`, which is installed; where there is none, and where somebody has named a
 * Chromium in `CHROMIUM_PATH`, what `findChromium` finds.
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

/** Debian's packages, where this process may install them. */
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
