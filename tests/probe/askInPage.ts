import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { withDeadline } from '#chain/rpc/Rpc.ts'
import { findChromium } from '#tests/support/findChromium.ts'
import { bundleInMemory } from '../../safe-app/host/bundleInMemory.ts'
import type { PageQuestions, PageReadings } from './page.ts'

/** Every request of the page times out much sooner (ms). */
const LONGEST = 240_000

/**
 * Sends the requests from a page of `origin` in Chromium, which enforces a browser's rules. No server is
 * needed there: the page's response is mocked.
 *
 * @throws if there is no Chromium, or it does not start
 */
export async function askInPage(origin: string, questions: PageQuestions): Promise<PageReadings> {
  const [chunk] = await bundleInMemory({
    root: fileURLToPath(new URL('.', import.meta.url)),
    build: {
      lib: { entry: fileURLToPath(new URL('page.ts', import.meta.url)), name: 'Probe', formats: ['iife'] },
    },
  })
  const browser = await chromium.launch({
    executablePath: findChromium(),
    // Only tests use endpoints on this machine, and the mocked page has no address of its own.
    args: ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks'],
  })
  try {
    const page = await browser.newPage()
    await page.route(`${origin}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Release probe</title>' }),
    )
    await page.goto(`${origin}/`)
    await page.addScriptTag({ content: chunk.code })
    const asked = page.evaluate(
      (given) => (globalThis as unknown as { Probe: typeof import('./page.ts') }).Probe.askAll(given),
      questions,
    )
    return await withDeadline(asked, LONGEST)
  } finally {
    await browser.close()
  }
}
