import type { BrowserContext, Page } from 'playwright/test'
import { chunkOf, watchRequests } from '#tests/support/chunks.ts'
import { DEEP } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { goTo } from '#tests/support/portalPage.ts'
import { requestText } from '#tests/support/requestPage.ts'
import { begunProof, signedBy } from '#tests/support/signedProofs.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'

test.use({ serviceWorkers: 'allow' })

const workers = (context: BrowserContext) => context.serviceWorkers().map((worker) => worker.url())

/** Lets the browser tell this of its line. */
const withLine = (page: Page, line: object) =>
  page.addInitScript((told) => Object.defineProperty(navigator, 'connection', { value: told }), line)

/** Visits the portal as a person does, until it is kept for visits without a network. */
async function visit(page: Page, portalUrl: string): Promise<void> {
  await page.clock.install()
  await page.goto(portalUrl)
  await expect(page.getByRole('main').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  await page.clock.runFor(10_000)
  const state = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? 'none')
  await expect.poll(state).toBe('activated')
}

test('behavior: after one visit, what needs no network works without it', async ({
  page,
  context,
  world,
}) => {
  await visit(page, world.portalUrl)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Get paid in crypto. Know when it’s final.',
  )

  await test.step('behavior: creates a request and shows its code', async () => {
    await goTo(page, 'Get paid')
    await page.getByLabel('Pay to (your address)').fill(influencers[0].address)
    await page.getByLabel('Amount', { exact: true }).fill('25')
    await page.getByLabel('Amount', { exact: true }).press('Enter')
    await expect(page.getByRole('img', { name: 'QR code: Request link' })).toBeVisible()
  })
  await test.step('behavior: checks the proof of a wallet', async () => {
    const [ada] = owners
    const proof = begunProof(ada, { uri: world.portalUrl })
    await page.goto(`${world.portalUrl}#/verify/${await signedBy(ada, proof)}`)
    await expect(page.getByText(/^Signed by this address\./)).toBeVisible()
  })
  await test.step('behavior: opens every page', async () => {
    for (const name of ['Activity', 'Pay', 'People'] as const) await goTo(page, name)
  })
  await test.step('behavior: says that the wallets need a network', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
    await expect(page.getByRole('dialog').or(page.getByText('Wallets didn’t load.'))).toBeVisible()
  })
})

test('behavior: a new release is shown at once, and what is kept never takes its place', {
  tag: DEEP,
}, async ({ page, context, world, signIn }) => {
  await visit(page, world.portalUrl)
  // The next release at the same address: its page and files, and a worker that lists them.
  await context.route(`${world.portalUrl}**`, async (route) => {
    const url = route.request().url().replace(world.portalUrl, signIn.url)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  const entry = () =>
    page.evaluate(() => JSON.parse(document.getElementById('files')?.textContent ?? '{}').entry)
  const old = await entry()
  await page.reload()
  expect(await entry()).not.toBe(old)
  await goTo(page, 'People')
  await goTo(page, 'Pay')
  await expect(page.getByText('didn’t load')).toHaveCount(0)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
})

test('behavior: while the server fails, the copy is shown, and it is still there afterwards', {
  tag: DEEP,
}, async ({ page, context, world }) => {
  await visit(page, world.portalUrl)
  const kept = () =>
    page.evaluate(async () => {
      const files = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      )
      return files.flat().length
    })
  const before = await kept()
  await context.route(`${world.portalUrl}**`, (route) => route.fulfill({ status: 503, body: 'Out of order' }))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Get paid in crypto. Know when it’s final.',
  )
  await goTo(page, 'People')
  expect(await kept()).toBe(before)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
})

test('error: a damaged copy in the browser is said and forgotten, so that a reload helps', {
  tag: DEEP,
}, async ({ page, world }) => {
  await visit(page, world.portalUrl)
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (!request.url.endsWith('.js')) continue
        const headers = { 'Content-Type': 'text/javascript' }
        await cache.put(request, new Response('throw new Error("damaged")', { headers }))
      }
    }
  })
  await page.reload()
  await expect(page.getByText(/didn’t load/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Get paid in crypto. Know when it’s final.',
  )
  await page.reload()
  await goTo(page, 'People')
  await expect(page.getByText(/didn’t load/)).toHaveCount(0)
})

test('behavior: a tab that is left alone asks for no file of another page, but the service worker does', {
  tag: DEEP,
}, async ({ page, world }) => {
  const pages = ['activity/ActivityPage', 'pay/PayPage', 'settings/SettingsPage'].map((name) =>
    chunkOf(`src/pages/${name}.tsx`),
  )
  const asked = { page: new Set<string>(), worker: new Set<string>() }
  page.context().on('request', (request) => {
    asked[request.serviceWorker() ? 'worker' : 'page'].add(request.url().replace(world.portalUrl, ''))
  })
  await page.goto(world.portalUrl)
  await expect.poll(() => pages.filter((chunk) => !asked.worker.has(chunk))).toEqual([])
  expect(pages.filter((chunk) => asked.page.has(chunk))).toEqual([])
})

test('behavior: where data is saved, nothing loads before it is asked for', { tag: DEEP }, async ({
  page,
  world,
}) => {
  await withLine(page, { saveData: true })
  const { scripts } = watchRequests(page, world.portalUrl)
  await page.clock.install()
  await page.goto(world.portalUrl)
  const connect = page.getByRole('main').getByRole('button', { name: 'Connect Wallet' })
  await expect(connect).toBeVisible()
  await page.clock.runFor(60_000)
  await page.waitForLoadState('networkidle')
  expect(scripts).not.toContain(chunkOf('src/modes/wallet/WalletLayer.tsx'))
  expect(scripts).not.toContain(chunkOf('src/modes/wallet/keepOffline.ts'))
  await connect.click()
  await expect(page.getByRole('dialog', { name: 'Connect a Wallet' })).toBeVisible()
})

test('behavior: on a slow line, and on the page of a request, the portal is not kept', { tag: DEEP }, async ({
  page,
  context,
  world,
}) => {
  const { scripts } = watchRequests(page, world.portalUrl)
  await page.clock.install()
  await page.goto(`${world.portalUrl}#/r/${requestText('5', 'USDT')}`)
  await expect.poll(() => scripts.has(chunkOf('src/modes/wallet/WalletLayer.tsx'))).toBe(true)
  await page.clock.runFor(60_000)
  expect(scripts).not.toContain(chunkOf('src/modes/wallet/keepOffline.ts'))
  await withLine(page, { effectiveType: '3g' })
  await page.goto(world.portalUrl)
  await page.reload()
  await expect(page.getByRole('main').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  await page.clock.runFor(60_000)
  await page.waitForLoadState('networkidle')
  expect(scripts).not.toContain(chunkOf('src/modes/wallet/keepOffline.ts'))
  expect(workers(context)).toEqual([])
})

test('behavior: a frame keeps nothing', async ({ page, context, world }) => {
  const portal = await world.safe.openApp(page, world.portalUrl)
  await expect(portal.getByText('2 of 3 owners must sign')).toBeVisible()
  await page.clock.install()
  await page.clock.runFor(60_000)
  expect(workers(context)).toEqual([])
})
