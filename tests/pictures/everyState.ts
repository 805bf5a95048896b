import { mkdir } from 'node:fs/promises'
import type { Browser, Frame, Page } from 'playwright'
import { hostLink, openHost } from '#tests/support/hostLink.ts'
import { connect } from '#tests/support/portalPage.ts'
import { influencers, stranger } from '../../safe-app/accounts.ts'
import { hostPageOf } from '../../safe-app/local/playwright.ts'
import { treasury } from '../../safe-app/seed/safes.ts'
import {
  asking,
  naming,
  payingMany,
  payingOne,
  payingRequest,
  payingRequests,
  proposing,
  proving,
  readersProof,
  strangersRequests,
} from './everyAction.ts'
import { payRows, proposeRows, repeating } from './repeating.ts'

/** The folder for the pictures of all states; not kept in the repository. */
const FOLDER = 'test-results/pictures'

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const
const themes = ['dark', 'light'] as const

type Urls = {
  readonly portalUrl: string
  readonly hostUrl: string
  readonly serviceUrl: string
  readonly rpcUrl: string
}

/** One state of a page: the way there, and a text that shows that it was reached. */
type State = {
  readonly name: string
  readonly path: string
  /** A text or heading that is shown once everything was read. */
  readonly until: string | RegExp
  readonly act?: (page: Page | Frame) => Promise<unknown>
  /** How the service misbehaves meanwhile (`ServiceFaults`); only in a tab, which is loaded anew. */
  readonly fault?: object
  /** No node of the chain is reachable meanwhile. */
  readonly cutOff?: boolean
}

/** Pictures of every page and step, in a tab and in the local Safe: 390 and 1280 px wide, dark and light. */
export async function everyState(browser: Browser, urls: Urls): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  const { proposal, payout, transaction } = await examples(urls.serviceUrl)
  const safe = `/activity/safe/${treasury.address}`
  const visitor: State[] = [
    { name: 'landing', path: '/', until: 'What you can rely on' },
    { name: 'activity-visitor', path: '/activity', until: 'Connect a wallet to see its payments.' },
    { name: 'watched-safe', path: safe, until: 'Verified' },
    { name: 'proposal', path: `${safe}/${proposal}`, until: /checks passed/ },
    { name: 'payout', path: `${safe}/${payout}`, until: /checks passed/ },
    { name: 'payment', path: `/activity/payment/${transaction}`, until: /Final/ },
    { name: 'receipt', path: `/activity/payment/${transaction}`, until: /Final/, act: openReceipt },
    { name: 'check-transaction', path: '/activity/check', until: 'Is it paid?' },
    { name: 'settings', path: '/settings', until: 'Is everything working?' },
    { name: 'diagnostics', path: '/diagnostics', until: /All systems OK|problem/ },
    { name: 'not-found', path: '/nowhere', until: 'Page not found' },
    { name: 'bad-receipt', path: '/receipt/56/0x12', until: 'This receipt link doesn’t work' },
    { name: 'unknown-payment', path: `/activity/payment/0x${'cd'.repeat(32)}`, until: /^Not found on/ },
    {
      name: 'proposal-stop',
      path: `${safe}/${proposal}`,
      until: 'Do not sign this proposal',
      fault: { tamper: { to: stranger.address } },
    },
    { name: 'queue-unreachable', path: safe, until: /^The Safe service/, fault: { status: 503 } },
    {
      name: 'receipt-printed',
      path: `/activity/payment/${transaction}`,
      until: /Final/,
      act: async (page) => {
        await openReceipt(page)
        if ('emulateMedia' in page) await page.emulateMedia({ media: 'print' })
      },
    },
  ]
  const account: State[] = [
    { name: 'overview', path: '/', until: 'View all' },
    { name: 'activity', path: '/activity', until: /Load older/ },
    { name: 'activity-sent', path: '/activity/sent', until: /Payments sent from other browsers/ },
    {
      name: 'activity-filter',
      path: '/activity/received',
      until: 'Received',
      act: (page) => page.getByRole('button', { name: 'Filter' }).click(),
    },
    {
      name: 'menu',
      path: '/settings',
      until: 'Is everything working?',
      act: (page) => page.getByRole('button', { name: 'Menu' }).click(),
    },
    { name: 'overview-cut-off', path: '/', until: 'Can’t reach BNB Smart Chain.', cutOff: true },
  ]
  const inSafe: State[] = [
    { name: 'overview', path: '/', until: 'Owners' },
    { name: 'activity', path: '/activity', until: 'Verified' },
    { name: 'queue', path: '/activity/queue', until: 'Verified' },
    { name: 'proposal', path: `${safe}/${proposal}`, until: /checks passed/ },
    { name: 'settings', path: '/settings', until: 'Is everything working?' },
    { name: 'diagnostics', path: '/diagnostics', until: /All systems OK|problem/ },
  ]
  let turn = 0
  for (const size of sizes) {
    for (const theme of themes) {
      turn++
      const end = `${size.width}-${theme}.png`
      const context = await browser.newContext({ viewport: size })
      await context.addInitScript((chosen) => {
        // A frame on another site may keep nothing; there the host decides.
        if (window.parent === window) localStorage.setItem('portal.theme', chosen)
      }, theme)
      const tab = await context.newPage()
      await tab.goto(`${urls.portalUrl}?wallet=account:${influencers[0].index}`)
      for (const state of visitor) await picture(urls, tab, tab, state, `visitor-${state.name}-${end}`)
      const go = async (path: string) => {
        await tab.goto(`${urls.portalUrl}?wallet=account:${influencers[0].index}#${path}`)
      }
      const shot = async (name: string) => {
        await tab.mouse.move(0, 0)
        await tab.screenshot({ path: `${FOLDER}/tab-${name}-${end}`, fullPage: true })
      }
      await strangersRequests(tab, go, shot)
      await readersProof(tab, go, shot)
      await go('/')
      await connect(tab)
      for (const state of account) await picture(urls, tab, tab, state, `wallet-${state.name}-${end}`)
      const follow = (path: string) =>
        tab.evaluate((to) => {
          window.location.hash = to
        }, path)
      await asking(tab, shot)
      await payingOne(tab, shot, turn)
      await payingRequest(tab, follow, shot, turn)
      await payingMany(tab, shot, turn)
      await payingRequests(tab, shot)
      await proving(tab, follow, shot)
      await naming(tab, follow, shot)
      await repeating(tab, shot, turn, () => payRows(tab))
      const host = await context.newPage()
      const hosted = { hostUrl: urls.hostUrl, appUrl: urls.portalUrl }
      // The first visit of a development server takes longer than a test would wait.
      await host.goto(hostLink(hosted, { theme }))
      await hostPageOf(host).iframe.waitFor({ timeout: 60_000 })
      await openHost(host, hosted, { theme })
      const frame = await hostPageOf(host).appFrame()
      await frame.getByText('Needs your attention').waitFor()
      for (const state of inSafe) await picture(urls, host, frame, state, `safe-${state.name}-${end}`)
      const hostShot = async (name: string) => {
        await host.mouse.move(0, 0)
        await host.screenshot({ path: `${FOLDER}/safe-${name}-${end}` })
      }
      await payingMany(frame, hostShot, turn)
      await proposing(host, frame, hostShot)
      await repeating(frame, hostShot, turn, () => proposeRows(host, frame))
      await context.close()
    }
  }
}

async function picture(
  urls: Urls,
  page: Page,
  portal: Page | Frame,
  state: State,
  file: string,
): Promise<void> {
  if (state.fault) await misbehave(urls.serviceUrl, state.fault)
  if (state.cutOff)
    await page.route(
      ({ port }) => port === new URL(urls.rpcUrl).port,
      (route) => route.abort(),
    )
  await portal.evaluate((path) => {
    window.location.hash = path
  }, state.path)
  if (state.fault) await page.reload()
  // The next poll may have to come first.
  await portal.locator('main, dialog').getByText(state.until).first().waitFor({ timeout: 45_000 })
  await portal
    .getByText(/^(Reading|Loading|Looking) /)
    .first()
    .waitFor({ state: 'detached', timeout: 45_000 })
  await state.act?.(portal)
  await page.mouse.move(0, 0)
  const path = `${FOLDER}/${file}`
  if (portal === page) await page.screenshot({ path, fullPage: true })
  else await hostPageOf(page).iframe.screenshot({ path })
  await page.keyboard.press('Escape')
  await page.emulateMedia({ media: null })
  await page.unrouteAll()
  if (state.fault) await misbehave(urls.serviceUrl, null)
}

/** Makes the service misbehave, or behave again. */
async function misbehave(serviceUrl: string, faults: object | null): Promise<void> {
  await fetch(`${serviceUrl}/rig/faults`, {
    method: faults ? 'POST' : 'DELETE',
    headers: { 'Content-Type': 'application/json' },
    ...(faults && { body: JSON.stringify(faults) }),
  })
}

async function openReceipt(page: Page | Frame): Promise<void> {
  await page
    .getByRole('link', { name: /^Receipt of/ })
    .first()
    .click()
  await page
    .getByText(/Two independent sources agree/)
    .first()
    .waitFor()
}

/** The first proposal that waits, the last payout that was executed, and its transaction. */
async function examples(serviceUrl: string) {
  const list = async (name: string) => {
    const url = `${serviceUrl}/v1/chains/56/safes/${treasury.address}/transactions/${name}`
    const document = (await (await fetch(url)).json()) as {
      results: { transaction?: { id: string; txHash?: string } }[]
    }
    return document.results.flatMap(({ transaction }) =>
      transaction?.id.startsWith('multisig') ? [transaction] : [],
    )
  }
  const [waiting] = await list('queued')
  const executed = (await list('history')).find(({ txHash }) => txHash)
  const hashOf = (id = '') => id.split('_').at(-1) ?? ''
  return {
    proposal: hashOf(waiting?.id),
    payout: hashOf(executed?.id),
    transaction: executed?.txHash ?? '',
  }
}
