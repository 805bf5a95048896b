import { chunkOf, chunksWith, watchRequests } from '#tests/support/chunks.ts'
import { DEEP, someOf } from '#tests/support/deep.ts'
import { card, openDiagnostics, openSettings } from '#tests/support/diagnosticsPage.ts'
import { openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { solo, treasury } from '../../../rig/seed/safes.ts'

const walletChunks = () => [chunkOf('src/modes/wallet/mode.tsx'), chunkOf('src/modes/wallet/WalletLayer.tsx')]
const safeChunks = () => [chunkOf('src/modes/safe/mode.tsx')]

test('behavior: a tab opens in wallet mode at once, with no Safe code and no request to other origins', async ({
  page,
  world,
}) => {
  const seen = watchRequests(page, world.portalUrl)
  await page.goto(world.portalUrl)
  await expect(page.getByRole('main').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  // The wallet layer loads once the page is idle, and still sends no request elsewhere.
  await expect.poll(() => walletChunks().every((chunk) => seen.scripts.has(chunk))).toBe(true)
  await page.waitForLoadState('networkidle')
  for (const chunk of safeChunks()) expect(seen.scripts).not.toContain(chunk)
  expect([...seen.origins]).toEqual([])

  await test.step('behavior: without a sign-in server, none of its code is downloaded and no request is sent', async () => {
    expect(seen.scripts).not.toContain(chunkOf('src/modes/wallet/sign-in/signInProvider.tsx'))
  })
  await test.step('behavior: opening the dialog downloads no wallet’s SDK, no dialog of another library, no other language and no icon of another chain', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect a Wallet' })
    await expect(dialog.getByTestId(/^rk-wallet-option-/).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect([...seen.origins]).toEqual([])
    const languages = /rainbowkit\/dist\/(?!en_US)[a-z]{2}_[A-Z0-9]+-\w+\.js$/
    const chains = /rainbowkit\/dist\/(ethereum|polygon|arbitrum)-\w+\.js$/
    for (const unused of [/\/@metamask\/sdk\//, /\/cbw-sdk\//, /\/@reown\/appkit\//, languages, chains]) {
      const chunks = chunksWith(unused)
      expect(chunks).not.toEqual([])
      expect(chunks.filter((file) => seen.scripts.has(file))).toEqual([])
    }
    await page.keyboard.press('Escape')
  })
  await test.step('error: an unknown path shows that the page does not exist', async () => {
    await page.evaluate(() => {
      location.hash = '#/nowhere'
    })
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the Overview' }).click()
    await expect(
      page.getByRole('heading', { name: 'Get paid in crypto. Know when it’s final.' }),
    ).toBeVisible()
  })
  await test.step('behavior: sends no request until Diagnostics is opened, and then a few to each endpoint', async () => {
    const asked: string[] = []
    page.on('requestfinished', (request) => {
      if (!request.url().startsWith(world.portalUrl) && request.method() !== 'OPTIONS')
        asked.push(new URL(request.url()).origin)
    })
    await openSettings(page)
    await expect(page.getByRole('heading', { name: 'Data in this browser' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect([...seen.origins]).toEqual([])
    await openDiagnostics(page)
    await expect(card(page, 'This page')).toContainText('Not framed: no handshake')
    await page.waitForLoadState('networkidle')
    for (const url of world.rpcUrls) {
      expect(asked.filter((origin) => origin === url).length).toBeLessThanOrEqual(20)
    }
    expect(asked.filter((origin) => !world.rpcUrls.includes(origin))).toEqual([world.rig.service.url])
    expect([...seen.origins].sort()).toEqual([...world.rpcUrls, world.rig.service.url].sort())
  })
})

test('behavior: a Safe host opens Safe mode, with no wallet code and requests to chain and service only', async ({
  page,
  world,
  host,
}) => {
  const seen = watchRequests(page, world.portalUrl)
  await world.safe.openApp(page, world.portalUrl)
  await expect(host.app.getByText('2 of 3 owners must sign')).toBeVisible()
  await expect(host.app.getByRole('region', { name: 'Address of the Safe' })).toContainText(treasury.address)
  await page.waitForLoadState('networkidle')
  for (const chunk of walletChunks()) expect(seen.scripts).not.toContain(chunk)
  for (const chunk of safeChunks()) expect(seen.scripts).toContain(chunk)
  expect([...seen.origins]).toContain(world.rig.service.url)
  expect([...world.rpcUrls, world.rig.service.url]).toEqual(expect.arrayContaining([...seen.origins]))
  await expect(host.app.getByRole('button', { name: 'Connect Wallet' })).toHaveCount(0)

  await test.step('behavior: no file of the first page is found only by an import, and the icons come before the scripts', async () => {
    const { asked, started } = await (await host.appFrame()).evaluate(() => ({
      asked: performance.getEntriesByType('resource').map(({ name }) => name),
      started: [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(
        ({ href }) => href,
      ),
    }))
    const scripts = asked.filter((url) => url.endsWith('.js'))
    const icons = asked.findIndex((url) => url.endsWith('.svg'))
    expect(icons).toBeGreaterThanOrEqual(0)
    // The first script is named in the page, before the code that asks for the icons.
    expect(started[0]).toBe(scripts[0])
    expect(icons).toBeLessThan(asked.indexOf(scripts[1] ?? ''))
    // A file that only an import names is found one round trip after its importer.
    expect(scripts.filter((url) => !started.includes(url))).toEqual([])
  })
  await test.step('behavior: shows no storage warning when storage is allowed', async () => {
    await expect(host.app.getByText(/browser blocks storage here/)).toHaveCount(0)
  })
  await test.step('behavior: the frame follows the host’s theme, without an edge between them', async () => {
    const root = host.app.locator('html')
    const ground = () => getComputedStyle(document.body).backgroundColor
    const hasNoEdge = async () =>
      expect.poll(async () => (await host.appFrame()).evaluate(ground)).toBe(await page.evaluate(ground))
    await expect(root).toHaveAttribute('data-theme', 'dark')
    await hasNoEdge()
    await page.getByRole('button', { name: 'Light theme' }).click()
    await expect(root).toHaveAttribute('data-theme', 'light')
    await hasNoEdge()
  })
  await test.step('behavior: a viewer who is not an owner sees a notice and can still prepare payments', async () => {
    await openHost(
      page,
      { hostUrl: world.hostUrl, appUrl: world.portalUrl },
      { safe: solo.address, owner: 'none', theme: 'light' },
    )
    await expect(host.app.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(host.app.getByText(/^View only:/)).toBeVisible()
    await host.actAs('Ada (treasurer)')
  })
  await test.step('error: a Safe on another network is named, and nothing can be sent', async () => {
    await openHost(page, { hostUrl: world.hostUrl, appUrl: world.portalUrl }, { chain: 1 })
    await expect(host.app.getByRole('heading', { name: 'This Safe is on another network' })).toBeVisible()
    await expect(host.app.getByRole('link', { name: 'Pay' })).toHaveCount(0)
  })
})

test('behavior: a host that drops the first three messages still opens the Safe, which is named while its first screen still loads', {
  tag: DEEP,
}, async ({ page, world }) => {
  await world.safe.faults.host.set({ drop: 3 })
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(`**/${chunkOf('src/pages/overview/AccountOverview.tsx')}`, async (route) => {
    await held
    await route.continue()
  })
  const portal = await world.safe.openApp(page, world.portalUrl)
  const { address } = treasury
  const line = portal.getByText(`Opening Safe ${address.slice(0, 6)}…${address.slice(-4)}`)
  await expect(line).toHaveText(/ \(2 of 3\)…$/)
  arrive()
  await expect(portal.getByText('2 of 3 owners must sign')).toBeVisible()
  await expect(portal.getByRole('heading', { name: 'Balances' })).toBeVisible()
  await expect(line).toHaveCount(0)
})

test('behavior: a Safe opens without the icons too, from the files that wait for them', {
  tag: DEEP,
}, async ({ page, world }) => {
  await page.route('**/*.svg', (route) => route.abort())
  const portal = await world.safe.openApp(page, world.portalUrl)
  await expect(portal.getByText('2 of 3 owners must sign')).toBeVisible()
  const screen = chunkOf('src/pages/overview/AccountOverview.tsx')
  await expect(portal.locator(`link[rel=modulepreload][href$="${screen}"]`)).toHaveCount(1)
})

const difficult = [
  ['is slow', { delay: 2500 }],
  ['answers everything twice and is noisy with malformed messages', { twice: true, junk: true }],
] as const
// The others are in `src/boot/probeHost.test.ts`.
for (const [what, fault] of difficult) {
  test(`behavior: a host that ${what} still opens the Safe`, { tag: DEEP }, async ({ page, world }) => {
    await world.safe.faults.host.set(fault)
    const portal = await world.safe.openApp(page, world.portalUrl)
    await expect(portal.getByText('2 of 3 owners must sign')).toBeVisible()
  })
}

const unanswering = [
  ['answers late', { delay: 60_000 }],
  ['is silent', { silent: true }],
  ['lets another origin answer', { relay: true }],
] as const
for (const [what, fault] of someOf(unanswering, 1)) {
  test(`error: a host that ${what} is reported as not answering, and no wallet is offered`, async ({
    page,
    world,
  }) => {
    await page.clock.install()
    await world.safe.faults.host.set(fault)
    const portal = await world.safe.openApp(page, world.portalUrl)
    await expect(portal.getByText(/^Connecting to your Safe…|^Still waiting/)).toBeVisible()
    await page.clock.fastForward(4_000)
    await expect(portal.getByText('Still waiting for Safe{Wallet}…')).toBeVisible()
    await page.clock.fastForward(4_000)
    await expect(portal.getByRole('heading', { name: 'Safe{Wallet} didn’t respond' })).toBeVisible()
    await expect(portal.getByText(/Nothing was sent/)).toBeVisible()
    await expect(portal.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(portal.getByRole('button', { name: 'Connect Wallet' })).toHaveCount(0)
    if (!('delay' in fault)) return
    await test.step('behavior: an answer after the time limit opens the page without a reload', async () => {
      await page.clock.fastForward(60_000)
      await expect(portal.getByText('2 of 3 owners must sign')).toBeVisible()
    })
  })
}

test('error: another site cannot frame the portal; without the security headers it gets a page without any wallet', async ({
  page,
  world,
}) => {
  await page.route('http://stranger.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe title="portal" src="${world.portalUrl}" width="600" height="600"></iframe>`,
    }),
  )
  const portal = page.frameLocator('iframe')
  const refused = page.waitForEvent('requestfailed', (request) => request.url() === world.portalUrl)
  await page.goto('http://stranger.test/')
  expect((await refused).failure()?.errorText).toMatch(/BLOCKED|ABORTED/)
  await expect(portal.getByText('Influencer Portal')).toHaveCount(0)

  await page.route(world.portalUrl, async (route) => {
    const response = await route.fetch()
    const { 'content-security-policy': _lost, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.goto('http://stranger.test/')
  await expect(portal.getByRole('heading', { name: 'This page is shown inside another site' })).toBeVisible()
  await expect(portal.getByRole('link', { name: 'Open in its own tab' })).toHaveAttribute('target', '_blank')
  await expect(portal.getByRole('button', { name: 'Connect Wallet' })).toHaveCount(0)
})

test('behavior: a first load that takes long says only that it is still loading', async ({ page, world }) => {
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/*.js', async (route) => {
    await held
    await route.continue()
  })
  // The line fades in after seconds, which the test does not wait for.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 20 })
  await page.goto(world.portalUrl, { waitUntil: 'commit' })
  const line = page.locator('#boot-line')
  await expect(line).toHaveText('Still loading…', { useInnerText: true })
  await expect(line).toHaveCSS('opacity', '1')
  go()
  await expect(line).toBeHidden()
})
