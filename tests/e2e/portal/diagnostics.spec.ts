import { treasury } from '../../../safe-app/seed/safes.ts'
import { violations } from '../../support/axe.ts'
import { watchRequests } from '../../support/chunks.ts'
import { card, checkAgain, checked, modes, openDiagnostics, report } from '../../support/diagnosticsPage.ts'
import { app, openHost } from '../../support/hostPage.ts'
import { expect, test } from '../../support/portalFixture.ts'

// Axe reads a page in two widths and themes, a second each on a busy machine.
test.describe.configure({ timeout: 120_000 })

for (const mode of modes) {
  test(`behavior: ${mode.name} it tells how the portal runs and what answers`, async ({ wallet, world }) => {
    const portal = await mode.open(wallet, world)
    await openDiagnostics(portal)
    await expect(
      portal.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Diagnostics' }),
    ).toHaveCount(0)
    await expect(card(portal, 'How the portal runs')).toContainText(mode.opened)
    const endpoints = card(portal, 'RPC endpoints')
    await expect(endpoints).toContainText(new URL(world.rpcUrl).host)
    await expect(endpoints).toContainText('56, BNB Smart Chain')
    await expect(endpoints).toContainText(/Finalized block\s*[\d,]+, \d+ blocks? before the newest/)
    await expect(endpoints).toContainText('“Paid” can be confirmed by 2 operators, with none to spare.')
    await expect(endpoints.getByRole('row', { name: 'logs of 5,000 blocks' }).getByRole('cell')).toHaveText([
      'yes',
      'yes',
    ])
    const services = card(portal, 'Safe services')
    await expect(services).toContainText(new URL(world.rig.service.url).host)
    await expect(services).toContainText('HTTP status200')
    await expect(services).toContainText(/It has (not )?read/)
    await expect(services).toContainText('Not configured')
    await expect(card(portal, 'Storage')).toContainText('In this browser')
    await expect(card(portal, 'Version and browser')).toContainText(/Portal\d+\.\d+\.\d+/)
    await expect(card(portal, 'Version and browser')).toContainText('Europe/Berlin')
  })

  test(`error: ${mode.name} an endpoint that is wrong is named, and well again when it is`, async ({
    wallet,
    world,
  }) => {
    const portal = await mode.open(wallet, world)
    await openDiagnostics(portal)
    const endpoints = card(portal, 'RPC endpoints')
    await expect(endpoints).toContainText('Answers')
    for (const [faults, words] of [
      [{ chainId: 1 }, 'Is on chain 1'],
      [{ chainId: null, down: true }, 'Cannot be reached'],
      [{ down: false, status: 503 }, 'Answers HTTP 503'],
      [{ status: null, html: true }, 'Answers something that is not JSON'],
      [{ html: false, hang: true }, 'Gives no answer in time'],
      [{ hang: false, staleHead: 60 }, /Behind.*behind: [\d,]+ s old/],
      [{ staleHead: 0, rpcError: { code: -32000, message: 'no' }, match: null }, 'refuses: “no” (-32000)'],
    ] as const) {
      world.rpcFaults(faults)
      await checkAgain(portal)
      await expect(endpoints).toContainText(words, { ignoreCase: true })
    }
    world.rpcFaults({ rpcError: null })
    await checkAgain(portal)
    await expect(endpoints).toContainText('56, BNB Smart Chain')
  })

  test(`error: ${mode.name} a gateway that fails is named, and the rest stays`, async ({ wallet, world }) => {
    const portal = await mode.open(wallet, world)
    world.serviceFaults({ status: 503 })
    await openDiagnostics(portal)
    await expect(card(portal, 'Safe services')).toContainText('Answers HTTP 503')
    await expect(card(portal, 'RPC endpoints')).toContainText('56, BNB Smart Chain')
    world.serviceFaults({ status: 404, match: '/about/indexing' })
    await checkAgain(portal)
    await expect(card(portal, 'Safe services')).toContainText('It knows BNB Smart Chain')
  })

  test(`error: ${mode.name} what an endpoint does not serve stands in the table, with its reason`, async ({
    wallet,
    world,
  }) => {
    const portal = await mode.open(wallet, world)
    world.rpcFaults({ rpcError: { code: -32005, message: 'limit\nexceeded' }, match: 'eth_getLogs' })
    await openDiagnostics(portal)
    const endpoints = card(portal, 'RPC endpoints')
    const logs = endpoints.getByRole('row', { name: /^logs of/ })
    await expect(logs.getByRole('cell')).toHaveText(Array(2 * 4).fill('no'))
    await expect(endpoints).toContainText('Serves no logs')
    expect(await report(portal)).toContain('logs of 50 blocks: no: refuses: “limit exceeded” (-32005)')
    world.rpcFaults({ rpcError: null, status: 413, match: 'eth_getLogs' })
    await checkAgain(portal)
    expect(await report(portal)).toContain('logs of 50 blocks: no: answers HTTP 413')
    // What the endpoint is otherwise is not touched by it.
    await expect(endpoints).toContainText('56, BNB Smart Chain')
  })

  for (const theme of ['dark', 'light'] as const) {
    test(`behavior: ${mode.name} it is accessible and fits a phone, in the ${theme} theme`, async ({
      wallet,
      world,
    }) => {
      const portal = await mode.open(wallet, world, theme)
      await expect(portal.locator('html')).toHaveAttribute('data-theme', theme)
      await openDiagnostics(portal)
      for (const state of ['well', 'faulty']) {
        if (state === 'faulty') {
          world.rpcFaults({ chainId: 1 })
          world.serviceFaults({ status: 503 })
          await checkAgain(portal)
          await report(portal)
        }
        for (const width of theme === 'dark' ? [360] : [1280]) {
          await wallet.setViewportSize({ width, height: 900 })
          const target = await mode.target(wallet)
          const overflow = await target.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect(overflow, `${state} at ${width} px: px to scroll sideways`).toBe(0)
          expect(await violations(target), `${state} at ${width} px`).toEqual([])
        }
      }
    })
  }
}

test('behavior: a visitor’s portal sends no request until Diagnostics is opened, and then a few to each endpoint', async ({
  page,
  world,
}) => {
  const seen = watchRequests(page, world.portalUrl)
  await page.goto(world.portalUrl)
  await expect(page.getByRole('main').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect([...seen.origins]).toEqual([])
  const asked: string[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().startsWith(world.portalUrl) && request.method() !== 'OPTIONS')
      asked.push(new URL(request.url()).origin)
  })
  await openDiagnostics(page)
  await expect(card(page, 'How the portal runs').getByText('Not framed: no handshake')).toBeVisible()
  await page.waitForLoadState('networkidle')
  for (const url of world.rpcUrls) {
    expect(asked.filter((origin) => origin === url).length).toBeLessThanOrEqual(20)
  }
  expect(asked.filter((origin) => !world.rpcUrls.includes(origin))).toEqual([world.rig.service.url])
  expect([...seen.origins].sort()).toEqual([...world.rpcUrls, world.rig.service.url].sort())
})

test('behavior: the handshake with the host is told line by line, and blocked storage is said', async ({
  page,
  world,
}) => {
  await openHost(page, world.crossSiteHostUrl, {
    appUrl: world.portalUrl,
    safe: treasury.address,
    delay: 500,
  })
  const portal = app(page)
  await openDiagnostics(portal)
  await expect(card(portal, 'How the portal runs')).toContainText(`Safe host${world.crossSiteHostUrl}`)
  await expect(card(portal, 'How the portal runs')).toContainText(/\d ms\s*parent http/)
  expect((await report(portal)).match(/^ *[\d,]+ ms: asked$/gm)?.length).toBeGreaterThan(1)
  await expect(card(portal, 'Storage')).toContainText('Only for this page')
})

test('behavior: everything is reached by keyboard, and the focus stays while it checks', async ({
  page,
  world,
}) => {
  await page.goto(`${world.portalUrl}#/diagnostics`)
  await checked(page)
  await page.getByRole('button', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  const reached: string[] = []
  for (const name of [
    'Check again',
    'Copy as text',
    'Include addresses',
    'What is copied',
    'Ask public nodes about payees before I pay',
  ]) {
    await page.keyboard.press('Tab')
    reached.push(name)
    const focused = page.locator(':focus')
    await expect(focused, reached.join(', ')).toHaveAccessibleName(name)
    if (name === 'Check again') {
      await page.keyboard.press('Enter')
      await checked(page)
      await expect(focused).toHaveAccessibleName(name)
    }
  }
  await page.keyboard.press('Space')
  await expect(card(page, 'Checks before you pay')).toContainText('Off in this browser.')
})
