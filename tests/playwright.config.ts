import { statfsSync } from 'node:fs'
import { defineConfig, type LaunchOptions } from 'playwright/test'
import { findChromium, findHeadlessShell } from '../safe-app/setup/findChromium.ts'

/**
 * What Playwright 1.65 switches off by itself, since the last list of a command line replaces all before it; then
 * the pop-ups of the address bar, which are web pages that Chromium loads anew with every window, for a fifth of the
 * processor's time, and which nobody sees here.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
  // Leaves out presses into a frame of another origin that has just been moved, as by a window that is resized.
  'DiscardInputEventsToRecentlyMovedFrames',
]

/** Files whose frames may store nothing, which only a Chromium with a person's settings forbids them. */
const blocked = /storageBlocked\.spec\.ts$/

/** Bytes of shared memory that are plenty for all browsers at once; a container often has less, and a browser that finds none crashes. */
const ENOUGH_SHARED_MEMORY = 2 ** 30

const launchOptions: LaunchOptions = {
  executablePath: findHeadlessShell(),
  // Playwright has every frame that is drawn written to a file on the disk.
  ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${disabledFeatures.join()}`,
  ],
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../test-results',
  globalSetup: './support/buildOnce.ts',
  // Whoever is free takes the next test, so that no long file is left alone at the end.
  fullyParallel: true,
  // Most of a test is waiting for blocks and polls, so two cores carry three.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A flake is a bug and fails at a desk. Until twenty whole runs without one were seen, it is named where changes land, and
  // holds up nothing there.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/results/e2e.json' }]],
  projects: [
    { name: 'everything else', testIgnore: blocked },
    {
      name: 'storage blocked',
      testMatch: blocked,
      use: { launchOptions: { ...launchOptions, executablePath: findChromium() } },
    },
  ],
  use: {
    // The storage rules of a real visit: nothing is granted beforehand.
    permissions: [],
    // Movement only costs the processor its time.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    launchOptions,
  },
})

function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > ENOUGH_SHARED_MEMORY
  } catch {
    return false
  }
}
