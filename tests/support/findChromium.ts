import { chromium } from 'playwright'
import { installed, isProgram, onPath } from './findProgram.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']

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

function playwrightsOwn(): string | null {
  const own = chromium.executablePath()
  return own && isProgram(own) ? own : null
}
