import { statfsSync } from 'node:fs'
import { defineConfig, type LaunchOptions } from 'playwright/test'
import { behindCaches, DEEP, isDeep, leftOut } from '#tests/support/deep.ts'
import { findChromium, findHeadlessShell } from '#tests/support/findChromium.ts'
import type { GatewayOption } from '#tests/support/portalFixture.ts'

/**
 * Playwright 1.65's own list is repeated, because the last list on a command line replaces the earlier ones.
 * It adds the pop-ups of the address bar: Chromium loads them as web pages with every window, which takes a
 * fifth of the processor's time, and no test shows them.
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
  // Starts a second renderer beside every page, for the next page.
  'SpareRendererForSitePerProcess',
  // Drops input events in a cross-origin frame that has just moved, for example when the window is resized.
  'DiscardInputEventsToRecentlyMovedFrames',
  // The portal's header asks for a process of its own. The host's page then learns a moment late how far the frame
  // has scrolled: of 700 presses that came right after a scroll, faster than a person's, one went nowhere.
  'OriginIsolationHeader',
  'OriginKeyedProcessesByDefault',
]

/**
 * Tests that need more than the headless shell: only a whole Chromium blocks the storage of frames, and shows
 * notifications.
 */
const whole = /(storageBlocked|notifications)\.spec\.ts$/

/**
 * Bytes of shared memory that are enough for all browsers at once. Containers often have less, and a browser
 * without enough crashes.
 */
const ENOUGH_SHARED_MEMORY = 2 ** 30

const launchOptions: LaunchOptions = {
  executablePath: findHeadlessShell(),
  // Playwright's default writes every drawn frame to a file on disk.
  ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // Without a graphics card its process only passes pictures on.
    '--in-process-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${disabledFeatures.join()}`,
  ],
}

export default defineConfig<GatewayOption>({
  testDir: 'e2e',
  outputDir: '../test-results',
  globalSetup: './support/buildOnce.ts',
  // Any free worker takes the next test, so that no long file is left at the end.
  fullyParallel: true,
  // A test mostly waits for blocks and polls, so two cores can run three; with four they are busy, and no faster.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A flaky test is a bug, of the page or of the test.
  retries: 0,
  ...(!isDeep && { grepInvert: new RegExp(DEEP) }),
  // Long enough for a machine that is four times slower and has other work: what takes longer has failed anyway.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: '../.cache/results/e2e.json' }],
    ...(process.env.PROFILE ? [['./support/profile.ts'] as [string]] : []),
  ],
  projects: [
    {
      // First, and by one worker: at the end it would have to start while the others have nothing left to do.
      name: 'whole browser',
      testIgnore: leftOut.map((files) => `**/${files}`),
      testMatch: whole,
      workers: 1,
      use: { launchOptions: { ...launchOptions, executablePath: findChromium() } },
    },
    { name: 'everything else', testIgnore: [whole, ...leftOut.map((files) => `**/${files}`)] },
    ...(isDeep
      ? [
          {
            name: 'cached gateway',
            testMatch: `**/${behindCaches}`,
            use: { gateway: 'cached' as const },
          },
        ]
      : []),
  ],
  use: {
    // A kept copy of the portal would answer instead of the test's servers; offline.spec.ts allows it.
    serviceWorkers: 'block',
    // The permissions of a real visit: nothing is granted in advance.
    permissions: [],
    // Animations only cost processor time.
    contextOptions: { reducedMotion: 'reduce' },
    // The theme in which the design was drawn; without it a page is light, like the system of the machine.
    colorScheme: 'dark',
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
