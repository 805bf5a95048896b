import { chromium, type Page } from 'playwright'
import buildOnce from '#tests/support/buildOnce.ts'
import { findChromium } from '#tests/support/findChromium.ts'
import { requestText } from '#tests/support/requestPage.ts'
import { servePortal } from '#tests/support/servePortal.ts'
import { startRig } from '../../rig/startRig.ts'
import { influencers } from '../../safe-app/accounts.ts'
import { median, print } from './figures.ts'

const none = 'http://localhost:9'

/**
 * Measures how soon a request's preview follows typing, and how soon a request can be read and paid after a cold
 * start.
 */
export async function typedRequest(): Promise<void> {
  await buildOnce()
  const rig = await startRig({ chainPort: 0, servicePort: 0 })
  const portal = await servePortal({
    rpc: rig.chain.rpcUrl,
    service: rig.service.url,
    sameSiteHost: none,
    crossSiteHost: none,
  })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const waits = await typing(await browser.newPage(), portal.url)
    print('preview of a request after a keystroke, to its frame, median', median(waits), 'ms', 'under 50')
    print('the longest of them', Math.max(...waits), 'ms', '')
    const opened: number[] = []
    for (let run = 0; run < 5; run++) {
      const context = await browser.newContext()
      opened.push(await openedCold(await context.newPage(), portal.url))
      await context.close()
    }
    print('a request opened cold, until it can be read and paid, median', median(opened), 'ms', '')
  } finally {
    await browser.close()
    await portal.stop()
    await rig.stop()
  }
}

/** The program that runs this file wraps functions in a helper, which the page needs too. */
const keepNames = 'globalThis.__name = (value) => value'

/** The ms from each of 40 keystrokes to the frame that shows the letter. */
async function typing(page: Page, portalUrl: string): Promise<readonly number[]> {
  await page.addInitScript(keepNames)
  await page.goto(`${portalUrl}#/get-paid`)
  await page.getByLabel('Pay to (your address)').fill(influencers[0].address)
  await page.getByLabel('Amount', { exact: true }).fill('1')
  await page.getByText('Pay 1 USDT').waitFor()
  await page.evaluate(() => {
    const waits: number[] = []
    Object.assign(globalThis, { waits })
    let asked = 0
    addEventListener('input', (event) => (asked = event.timeStamp), true)
    new MutationObserver(() => {
      if (asked === 0) return
      const since = asked
      asked = 0
      requestAnimationFrame(() => setTimeout(() => waits.push(performance.now() - since)))
    }).observe(document.querySelector('[aria-labelledby=preview]') as Element, {
      characterData: true,
      childList: true,
      subtree: true,
    })
  })
  const memo = page.getByLabel('What is it for?')
  for (const letter of 'A reel and a story about hiking in autumn') {
    await memo.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(30)
  }
  return page.evaluate(() => (globalThis as unknown as { waits: number[] }).waits)
}

/** The ms from the navigation to the first frame with the request and the ways to pay it. */
async function openedCold(page: Page, portalUrl: string): Promise<number> {
  await page.addInitScript(keepNames)
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const said = document.querySelector('main')?.textContent ?? ''
      if (!said.includes('Someone requests') || !said.includes('Open in Safe{Wallet}')) return
      observer.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('usable')))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${portalUrl}#/r/${requestText('250', 'USDT')}`)
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
  return page.evaluate(() => performance.getEntriesByName('usable')[0]?.startTime ?? Number.NaN)
}
