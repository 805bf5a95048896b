import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Frame,
  type Page,
} from 'playwright'
import { findHeadlessShell } from '#tests/support/findChromium.ts'
import { hostLink } from '#tests/support/hostLink.ts'
import { trustCertificate } from './certificate.ts'
import type { ZippedServer } from './serveZipped.ts'
import { type Moment, type Readings, TELL, type Told, watchPage } from './watchPage.ts'

/** A slow machine on a slow network. */
export type Throttle = {
  readonly name: string
  /** How many times slower the processor is. */
  readonly cpu: number
  readonly megabits: number
  readonly latency: number
  /** How long a tab is watched, in ms. */
  readonly watched: number
}

/** After this many ms a moment is taken for one that never comes. */
const GIVE_UP = 60_000

/** Between two presses of a person who gets no answer, in ms. */
const PRESS_AGAIN = 100

/** How long a frame is watched once its first screen is complete, in ms: the rest must not shift it. */
const SETTLE = 2_500

/** Between two visits, in ms. */
const REST = 1_000

/** A browser that knows no other hosts and keeps a frame in its page's process, so that one throttle slows both. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: findHeadlessShell(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-site-isolation-trials',
      trustCertificate,
      // A request for another host fails at once, without a route, which would slow every other request.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  })
}

/** Opens a page and watches it until `throttle.watched`. */
export function watchTab(browser: Browser, url: string, throttle: Throttle): Promise<Readings> {
  return visit(browser, async ({ page, slow }) => {
    await slow(throttle)
    await page.goto(url, { waitUntil: 'commit' })
    await page.evaluate(
      (until) => new Promise((resolve) => setTimeout(resolve, until - performance.now())),
      throttle.watched,
    )
    return readingsOf(page)
  })
}

/**
 * Opens a page and presses Connect Wallet with the mouse as soon as it is painted; with `insist` again and again,
 * for a page that loses a press that comes too early.
 */
export function pressTab(
  browser: Browser,
  url: string,
  throttle: Throttle,
  insist: boolean,
): Promise<Readings> {
  return visit(browser, async ({ page, slow, moment }) => {
    await slow(throttle)
    await page.goto(url, { waitUntil: 'commit' })
    const { x, y } = await moment('painted')
    let isOpen = false
    const opened = moment('dialog').finally(() => {
      isOpen = true
    })
    do {
      await page.mouse.click(x, y)
      await pause(PRESS_AGAIN)
    } while (insist && !isOpen)
    await opened
    return readingsOf(page)
  })
}

/**
 * Opens an app in the local Safe host until its first screen is complete. The host itself loads at full speed:
 * the throttle begins when it asks for the app's manifest, which is just before it opens the frame.
 */
export function watchFrame(
  browser: Browser,
  hostUrl: string,
  app: ZippedServer,
  throttle: Throttle,
  complete: Moment,
): Promise<Readings> {
  return visit(browser, async ({ page, slow, moment }) => {
    // The host reads the manifest of a listed app only, and asks a person about the permissions in the manifest.
    await page.addInitScript(
      ([origin]) => {
        const granted = [{ feature: 'clipboard-write', status: 'granted' }]
        try {
          localStorage.setItem('SafeApps__browserPermissions', JSON.stringify({ [origin]: granted }))
        } catch {
          // A frame of another kind has none.
        }
      },
      [new URL(app.home).origin] as const,
    )
    app.before('/manifest.json', () => slow(throttle))
    const shown = moment(complete)
    await page.goto(hostLink({ hostUrl, appUrl: app.home }, { listed: 1 }))
    await shown
    await pause(SETTLE)
    const frame = page.frames().find((one) => one.url().startsWith(app.home))
    if (!frame) throw new Error(`The host shows no ${app.home}.`)
    return readingsOf(frame)
  })
}

/**
 * Opens a page for the first time and leaves it alone for `ms`. Returns the files that its site sent, also to a
 * service worker.
 */
export async function firstVisit(browser: Browser, site: ZippedServer, url: string, ms: number) {
  const before = site.sent()
  await visit(browser, async ({ page }) => {
    await page.goto(url)
    await pause(ms)
  })
  const after = site.sent()
  return { bytes: after.bytes - before.bytes, files: after.files - before.files }
}

type Visit = {
  readonly page: Page
  readonly slow: (throttle: Throttle) => Promise<void>
  /** Waits for a moment of the page or of its frame; rejects if it does not come. */
  readonly moment: (moment: Moment) => Promise<Told>
}

/** Runs in a context of its own, so that nothing is cached. */
async function visit<T>(browser: Browser, run: (visit: Visit) => Promise<T>): Promise<T> {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const told = new Map<Moment, Told>()
    const waiting = new Map<Moment, (told: Told) => void>()
    await page.exposeFunction(TELL, (one: Told) => {
      told.set(one.moment, one)
      waiting.get(one.moment)?.(one)
    })
    // The program that runs this file wraps functions in a helper, which the page needs too.
    await page.addInitScript('globalThis.__name = (value) => value')
    await page.addInitScript(watchPage, TELL)
    const moment = (wanted: Moment) =>
      new Promise<Told>((resolve, reject) => {
        const known = told.get(wanted)
        if (known) return resolve(known)
        const timer = setTimeout(() => reject(new Error(`“${wanted}” never came at ${page.url()}`)), GIVE_UP)
        waiting.set(wanted, (one) => {
          clearTimeout(timer)
          resolve(one)
        })
      })
    return await run({ page, slow: (throttle) => slowDown(devtools, throttle), moment })
  } finally {
    await context.close()
    // The processes of this visit still end, which would slow the next one's first paint.
    await pause(REST)
  }
}

async function slowDown(devtools: CDPSession, { cpu, megabits, latency }: Throttle): Promise<void> {
  const throughput = (megabits * 1_000_000) / 8
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
}

function readingsOf(where: Page | Frame): Promise<Readings> {
  return where.evaluate(() => (globalThis as unknown as { benchRead: () => Readings }).benchRead())
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
