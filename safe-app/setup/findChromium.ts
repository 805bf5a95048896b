import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

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
  const found = onPath(env) ?? playwrightsOwn() ?? installed(env)
  if (found) return found
  throw new Error(
    'No Chromium was found: install one (Debian: apt-get install chromium, or npx playwright install chromium), or set CHROMIUM_PATH.',
  )
}

function onPath(env: NodeJS.ProcessEnv): string | null {
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return candidates.find(isProgram) ?? null
}

function playwrightsOwn(): string | null {
  const own = chromium.executablePath()
  return own && isProgram(own) ? own : null
}

/** Debian's package, where this process may install it. */
function installed(env: NodeJS.ProcessEnv): string | null {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return null
  console.log('Installing the package chromium.')
  const quiet = { stdio: 'ignore', env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
    quiet,
  )
  return onPath(env)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
