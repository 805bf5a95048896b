import { chromium, type Page } from 'playwright'
import buildOnce from '#tests/support/buildOnce.ts'
import { findChromium } from '#tests/support/findChromium.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { servePortal } from '#tests/support/servePortal.ts'
import { startRig } from '../../rig/startRig.ts'
import { listen } from '../../safe-app/service/http/listen.ts'
import { median, print } from './figures.ts'

const ITEMS = 5_000
/** The first page is as long as a gateway's; the others are longer to save time. */
const FIRST = 20
const PAGE = 100
const SENDER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const party = (value: string) => ({ value, name: null, logoUri: null })

/** A history of 5,000 received payments, in pages of 100 like a gateway's. */
async function startLongGateway() {
  const row = (index: number) => ({
    type: 'TRANSACTION',
    conflictType: 'None',
    transaction: {
      id: `transfer_${SAFE}_e${index}`,
      txHash: `0x${(index + 1).toString(16).padStart(64, '0')}`,
      timestamp: 1_795_000_000_000 - index * 3_600_000,
      txStatus: 'SUCCESS',
      txInfo: {
        type: 'Transfer',
        sender: party(SENDER),
        recipient: party(SAFE),
        direction: 'INCOMING',
        transferInfo: { type: 'NATIVE_COIN', value: `${index + 1}000000000000000` },
      },
      executionInfo: null,
    },
  })
  return listen(0, async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const offset = Number(/offset=(\d+)/.exec(url.searchParams.get('cursor') ?? '')?.[1] ?? 0)
    const isHistory = url.pathname.endsWith('/history')
    const size = offset === 0 ? FIRST : PAGE
    const count = isHistory ? Math.min(size, ITEMS - offset) : 0
    const next = offset + size
    const cursor = encodeURIComponent(`limit=${PAGE}&offset=${next}`)
    response.writeHead(200, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' })
    response.end(
      JSON.stringify({
        next: isHistory && next < ITEMS ? `http://gateway/x?cursor=${cursor}` : null,
        results: Array.from({ length: count }, (_, index) => row(offset + index)),
      }),
    )
  })
}

/** Measures in a real browser how soon the first page is shown, and how smoothly 5,000 items scroll. */
export async function longHistory(): Promise<void> {
  await buildOnce()
  const rig = await startRig({ chainPort: 0, servicePort: 0 })
  const service = await startLongGateway()
  const none = 'http://localhost:9'
  const portal = await servePortal({
    rpc: rig.chain.rpcUrl,
    service: service.url,
    sameSiteHost: none,
    crossSiteHost: none,
  })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const shown: number[] = []
    for (let run = 0; run < 5; run++) shown.push(await firstPage(await browser.newPage(), portal.url))
    print('first page of a history, from its answer to the screen, median', median(shown), 'ms', 'under 300')
    await scroll(await browser.newPage({ viewport: { width: 1280, height: 900 } }), portal.url)
  } finally {
    await browser.close()
    await portal.stop()
    await service.stop()
    await rig.stop()
  }
}

/** The program that runs this file wraps functions in a helper, which the page needs too. */
const keepNames = 'globalThis.__name = (value) => value'

/** The ms from the last byte of the first page to the frame that shows its first item. */
async function firstPage(page: Page, portalUrl: string): Promise<number> {
  await page.addInitScript(keepNames)
  await page.addInitScript(() => {
    const seen = () => {
      if (document.querySelector('[aria-label="Executed and received"] li') === null) return
      observer.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('first item')))
    }
    const observer = new MutationObserver(seen)
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${portalUrl}#/activity/safe/${SAFE}`)
  await page.waitForFunction(() => performance.getEntriesByName('first item').length > 0)
  const ms = await page.evaluate(() => {
    const answer = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('/transactions/history')) as PerformanceResourceTiming
    return (performance.getEntriesByName('first item')[0]?.startTime ?? Number.NaN) - answer.responseEnd
  })
  await page.close()
  return ms
}

async function scroll(page: Page, portalUrl: string): Promise<void> {
  await page.addInitScript(keepNames)
  await page.goto(`${portalUrl}#/activity/safe/${SAFE}`)
  const more = page.getByRole('button', { name: 'Load more' })
  for (let loaded = FIRST; loaded < ITEMS; loaded += PAGE) await more.click()
  await more.waitFor({ state: 'detached' })
  const lines = await page.locator('[aria-label="Executed and received"] > li').count()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  // Four seconds of fast scrolling: some 40 screens.
  const frames = await page.evaluate(
    (distance) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        const start = performance.now()
        let last = start
        const step = (now: number) => {
          times.push(now - last)
          last = now
          window.scrollTo(0, ((now - start) / 4_000) * distance)
          if (now - start < 4_000) requestAnimationFrame(step)
          else resolve(times)
        }
        requestAnimationFrame(step)
      }),
    Math.min(height, 36_000),
  )
  const sorted = [...frames].sort((a, b) => a - b)
  print('lines of 5,000 items and their days that are in the page', lines, '', 'a screen or two')
  print('frames a second while 5,000 items scroll', frames.length / 4, 'fps', '60')
  print('time of a frame, median', median(frames), 'ms', '16.7')
  print('time of a frame, 95 of 100 are under', sorted[Math.floor(sorted.length * 0.95)] ?? 0, 'ms', '')
  print('longest frame', sorted.at(-1) ?? 0, 'ms', '')
}
