import { readFile } from 'node:fs/promises'
import { type Browser, chromium, type Page } from 'playwright'
import { everyState } from '#tests/pictures/everyState.ts'
import { findChromium } from '#tests/support/findChromium.ts'
import { openHost } from '#tests/support/hostLink.ts'
import { connect, fillPayment, goTo } from '#tests/support/portalPage.ts'
import { signedText } from '#tests/support/requestPage.ts'
import { begunProof, signedBy } from '#tests/support/signedProofs.ts'
import { approve } from '#tests/support/walletPage.ts'
import { portsFrom } from '../rig/ports.ts'
import { hostSafes, treasury } from '../rig/seed/safes.ts'
import { startPortal } from '../rig/startPortal.ts'
import { startRig } from '../rig/startRig.ts'
import { influencers } from '../safe-app/accounts.ts'
import { startHost } from '../safe-app/host/startHost.ts'
import { hostPageOf } from '../safe-app/local/playwright.ts'
import { startLocalSafe } from '../safe-app/local/startLocalSafe.ts'

// Recreates every picture of the repository: the portal's share pictures (public/) and the README's screenshots
// (docs/pictures/, and the local Safe's in safe-app/pictures/) from the running rig. Run `npm run pictures`; it uses the
// ports of `npm start`. With `--all` it makes pictures of every state instead, in test-results/pictures.

const WIDTH = 1280

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  if (process.argv.includes('--all')) {
    await everyState(browser, process.argv.slice(process.argv.indexOf('--all') + 1))
  } else {
    await brand(browser)
    await localSafe(await browser.newPage({ viewport: { width: WIDTH, height: 560 } }))
    await withRig((urls) => modes(browser, urls))
  }
} finally {
  await browser.close()
}

/**
 * The share picture, the raster logo and the icons of an installed portal, made from the portal's own tokens and
 * logo.
 */
async function brand(browser: Browser): Promise<void> {
  const [tokens, logo, font] = await Promise.all([
    readFile('src/ui/tokens.css', 'utf8'),
    readFile('public/logo.svg', 'utf8'),
    readFile('src/ui/fonts/inter.woff2', 'base64'),
  ])
  await render(browser, { width: 1200, height: 630, path: 'public/og.png' }, shareCard(tokens, logo, font))
  // A phone cuts a maskable icon to its own shape, so that one is filled to the edges.
  const filled = logo.replace(/ rx="\d+"/, '')
  for (const [path, side, svg] of [
    ['public/logo-256.png', 256, logo],
    ['public/icon-192.png', 192, logo],
    ['public/icon-512.png', 512, logo],
    ['public/icon-maskable-512.png', 512, filled],
  ] as const) {
    await render(
      browser,
      { width: side, height: side, path },
      `<style>body { margin: 0 } svg { display: block; width: ${side}px; height: ${side}px }</style>${svg}`,
    )
  }
}

function shareCard(tokens: string, logo: string, font: string): string {
  const points = [
    'Nothing connects by itself',
    'You approve every payment',
    '“Paid” means it can’t be undone',
  ]
  return `<!doctype html><html data-theme="dark"><style>${tokens}
    @font-face { font-family: Inter; font-weight: 400 650; src: url(data:font/woff2;base64,${font}); }
    body { display: grid; align-content: space-between; height: 630px; padding: 72px 80px; }
    header { display: flex; align-items: center; gap: 28px; font-size: 44px; font-weight: 650; }
    header svg { width: 96px; height: 96px; }
    h1 { max-width: 900px; font-size: 76px; line-height: 1.12; }
    h1 span { color: var(--accent); }
    ul { display: flex; gap: 16px; color: var(--text-2); font-size: 20px; white-space: nowrap; }
    li { padding: 12px 20px; border: 2px solid var(--line); border-radius: 999px; background: var(--surface); }
  </style><body>
    <header>${logo}Influencer Portal</header>
    <h1>Get paid in crypto. Know when it’s <span>final.</span></h1>
    <ul>${points.map((point) => `<li>${point}</li>`).join('')}</ul>
  </body></html>`
}

type Picture = { readonly width: number; readonly height: number; readonly path: string }

async function render(browser: Browser, { path, ...viewport }: Picture, html: string): Promise<void> {
  const page = await browser.newPage({ viewport })
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready.then(() => null))
  await page.screenshot({ path, omitBackground: true })
  await page.close()
}

type Urls = {
  readonly portalUrl: string
  readonly hostUrl: string
  readonly serviceUrl: string
  readonly rpcUrl: string
}

/** Starts chain, service, host and portal, and stops them afterwards. */
async function withRig(work: (urls: Urls) => Promise<void>): Promise<void> {
  const ports = portsFrom(process.env)
  const stops: (() => Promise<void>)[] = []
  try {
    const rig = await startRig({ chainPort: ports.chain, servicePort: ports.service, blockTime: 1 })
    stops.push(rig.stop)
    const urls = { rpcUrl: rig.chain.rpcUrl, serviceUrl: rig.service.url }
    const portalUrl = `http://localhost:${ports.portal}/`
    const host = await startHost({ port: ports.host, appUrl: portalUrl, safes: hostSafes(), ...urls })
    stops.push(host.stop)
    const hostUrl = `http://localhost:${host.port}`
    const portal = await startPortal({ port: ports.portal, hostOrigins: [hostUrl], ...urls })
    stops.push(portal.stop)
    await work({ portalUrl, hostUrl, ...urls })
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}

/**
 * A payment made in a tab, a second signer's view of a payout, a request, a proof, and the treasury's queue in the
 * local Safe.
 */
async function modes(browser: Browser, { portalUrl, hostUrl }: Urls): Promise<void> {
  const open = (height = 900) => browser.newPage({ viewport: { width: WIDTH, height } })
  await walletMode(await open(), portalUrl)
  await oneProposal(await open(), portalUrl)
  await oneRequest(await open(), portalUrl)
  await oneProof(await open(), portalUrl)
  await safeMode(await open(860), hostUrl, portalUrl)
}

async function walletMode(page: Page, portalUrl: string): Promise<void> {
  await page.goto(portalUrl)
  await connect(page)
  await fillPayment(page, { payee: influencers[0].address, amount: '250', token: 'USDT' })
  await page.getByRole('button', { name: /^Pay [\d.]/ }).click()
  await approve(page)
  await page.getByText('Paid', { exact: true }).waitFor()
  await page.mouse.move(0, 0)
  const clip = { x: 0, y: 0, width: WIDTH, height: 640 }
  await page.screenshot({ path: 'docs/pictures/wallet-mode.png', clip })
}

/** The executed payout of the seeded history: its five rows, signatures and hashes. */
async function oneProposal(page: Page, portalUrl: string): Promise<void> {
  await page.goto(`${portalUrl}#/activity/safe/${treasury.address}`)
  await page.getByRole('link', { name: /^Payout of 5/ }).click()
  await page.getByText('dana.bnb').waitFor()
  await page.getByRole('status').getByText('Paid', { exact: true }).waitFor()
  await page.mouse.move(0, 0)
  const clip = { x: 0, y: 0, width: WIDTH, height: 1100 }
  await page.screenshot({ path: 'docs/pictures/one-payout.png', clip, fullPage: true })
}

/** A request as its payer opens it, with the account already connected. */
async function oneRequest(page: Page, portalUrl: string): Promise<void> {
  const [dana] = influencers
  const text = await signedText(dana, '320', 'USDT', {
    payer: treasury.address,
    dueOn: '2027-01-31',
    name: 'Dana Weber',
    handle: { platform: 'x', name: 'dana_hikes' },
  })
  await page.goto(`${portalUrl}#/r/${text}`)
  await page.getByText('Unpaid', { exact: true }).waitFor()
  await page.mouse.move(0, 0)
  const clip = { x: 0, y: 0, width: WIDTH, height: 900 }
  await page.screenshot({ path: 'docs/pictures/one-request.png', clip, fullPage: true })
}

/** A proof of account as anyone sees it without a wallet. */
async function oneProof(page: Page, portalUrl: string): Promise<void> {
  const [dana] = influencers
  const proof = begunProof(dana, { uri: portalUrl, name: 'dana_hikes' })
  await page.goto(`${portalUrl}#/verify/${await signedBy(dana, proof)}`)
  await page.getByText(/^Signed by this address\./).waitFor()
  await page.mouse.move(0, 0)
  const clip = { x: 0, y: 0, width: WIDTH, height: 720 }
  await page.screenshot({ path: 'docs/pictures/one-proof.png', clip, fullPage: true })
}

/** The start page of a local Safe without an app. */
async function localSafe(page: Page): Promise<void> {
  const world = await startLocalSafe({ chain: 1 })
  await page.goto(world.url)
  await page.getByRole('heading', { name: 'Open a Safe App' }).waitFor()
  await page.screenshot({ path: 'safe-app/pictures/local-safe.png' })
  await world.stop()
}

async function safeMode(page: Page, hostUrl: string, portalUrl: string): Promise<void> {
  await openHost(page, { hostUrl, appUrl: portalUrl })
  const portal = hostPageOf(page).app
  await goTo(portal, 'Activity')
  await portal.getByRole('region', { name: 'Queue' }).getByText('Verified').first().waitFor()
  await portal.getByRole('region', { name: 'History' }).getByRole('listitem').first().waitFor()
  await page.mouse.move(0, 0)
  await page.screenshot({ path: 'docs/pictures/safe-mode.png' })
}
