import { devices, type Locator, type Page } from 'playwright/test'
import { chunkOf, watchRequests } from '#tests/support/chunks.ts'
import { DEEP } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect } from '#tests/support/portalPage.ts'
import { approve, card, refuse } from '#tests/support/walletPage.ts'

const POPULAR = ['Safe', 'Rainbow', 'Coinbase Wallet', 'MetaMask', 'WalletConnect', 'Brave Wallet']

async function openDialog(page: Page, url: string): Promise<Locator> {
  await page.goto(url)
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a Wallet' })
  await expect(rows(dialog).first()).toBeVisible()
  return dialog
}

/** The rows of the list in the order shown. */
const rows = (dialog: Locator) => dialog.getByTestId(/^rk-wallet-option-/)

const message = (page: Page, title: string) =>
  page.locator('[popover]:popover-open').filter({ hasText: title })

test('behavior: with a wallet, the list names it first, and failed connections show a message and can be retried', async ({
  wallet,
  world,
}) => {
  await test.step('behavior: closing the dialog while the wallet asks counts as a rejection and shows a message', async () => {
    const asking = await openDialog(wallet, world.portalUrl)
    await asking.getByRole('button', { name: 'Sandbox Wallet' }).click()
    await expect(card(wallet)).toBeVisible()
    // The wallet's card covers the page, like an extension's window can; the keyboard still reaches the dialog.
    await asking.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(message(wallet, 'User rejected request')).toBeVisible()
  })
  const dialog = await openDialog(wallet, world.portalUrl)
  const sandbox = dialog.getByRole('button', { name: 'Sandbox Wallet' })
  const rejected = message(wallet, 'User rejected request')
  await test.step('behavior: the list shows the group Popular in its order and marks unavailable wallets', async () => {
    await expect(dialog.getByText('Popular')).toBeVisible()
    await expect(rows(dialog)).toHaveText(['Sandbox Wallet', ...POPULAR])
    await expect(dialog.getByRole('button', { name: 'WalletConnect (unsupported)' })).toBeVisible()
    for (const name of ['Rainbow', 'MetaMask', 'Brave Wallet']) {
      await expect(dialog.getByRole('button', { name: `${name} (not installed)` })).toBeVisible()
    }
    for (const name of ['Sandbox Wallet', 'Safe', 'Coinbase Wallet']) {
      await expect(dialog.getByRole('button', { name, exact: true })).toBeVisible()
    }
  })
  await test.step('error: says that a request is still open in the wallet', async () => {
    const unavailable = message(wallet, 'Resource unavailable')
    await wallet.evaluate('window.__sandboxWallet.setFaults({ pending: true })')
    await sandbox.click()
    await expect(unavailable).toBeVisible()
    await unavailable.getByRole('button', { name: 'Close this message' }).click()
    await expect(unavailable).toHaveCount(0)
    await wallet.evaluate('window.__sandboxWallet.setFaults({ pending: false })')
  })
  await test.step('behavior: a rejected connection shows a message and can be retried', async () => {
    await dialog.getByRole('button', { name: 'RETRY' }).click()
    await refuse(wallet)
    await expect(rejected).toContainText('Sandbox Wallet is not connected')
    const asking = dialog.getByText(/^(Opening Sandbox Wallet|Confirm connection)/)
    await expect(asking.filter({ visible: true })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'RETRY' }).click()
    await expect(rejected).toHaveCount(0)
    await expect(asking.filter({ visible: true })).toHaveCount(2)
    await refuse(wallet)
    await expect(asking.filter({ visible: true })).toHaveCount(0)
  })
  await test.step('behavior: WalletConnect without a project id names who has to act, and every other wallet works', async () => {
    await dialog.getByRole('button', { name: /^WalletConnect/ }).click()
    await expect(message(wallet, 'WalletConnect')).toContainText('the owner of this site has to configure')
    await expect(dialog.getByText('official WalletConnect modal')).toHaveCount(0)
    await sandbox.click()
    await approve(wallet)
    await expect(wallet.getByRole('button', { name: 'Chain Selector' })).toBeVisible()
  })
  await test.step('error: the dialog opens despite corrupt storage', async () => {
    await wallet.evaluate(() => {
      for (const key of [
        'rk-recent',
        'rk-transactions',
        'rk-latest-id',
        'wagmi.store',
        'wagmi.recentConnectorId',
        'wagmi.local_sandbox_wallet.disconnected',
        'wagmi.walletConnect.requestedChains',
        'portal.walletCache',
        'portal.theme',
      ]) {
        localStorage.setItem(key, '{"[')
      }
    })
    await wallet.goto(world.portalUrl)
    await connect(wallet)
  })
})

test('behavior: without any wallet the dialog is small and dark, lists wallets, and explains what a wallet is and where to get one', async ({
  page,
  world,
}) => {
  await page.addInitScript(() => localStorage.setItem('portal.theme', 'light'))
  for (const [width, height, most] of [
    [767, 900, 468],
    [1280, 900, 504],
  ] as const) {
    await test.step(`behavior: at ${width} px the dialog is at most ${most} px high`, async () => {
      await page.setViewportSize({ width, height })
      const dialog = await openDialog(page, world.portalUrl)
      const sized = dialog.locator('[style*="max-height"]').first()
      await expect(sized).toHaveCSS('max-height', `${most}px`)
      expect((await sized.boundingBox())?.height).toBeLessThanOrEqual(most)
      await expect(dialog.getByText('What is a Wallet?')).toHaveCount(width < 768 ? 0 : 1)
    })
  }
  const dialog = page.getByRole('dialog', { name: 'Connect a Wallet' })
  await test.step('behavior: the dialog is dark with the blue accent, also in the light theme', async () => {
    const [scheme, accent] = await dialog.evaluate((element) => {
      const style = getComputedStyle(element)
      return [style.colorScheme, style.getPropertyValue('--rk-colors-accentColor').trim()]
    })
    expect(scheme).toBe('dark')
    expect(accent.toLowerCase()).toBe('#3898ff')
  })
  await test.step('behavior: "What is a Wallet?" leads to three wallets, and from there to their downloads', async () => {
    await expect(dialog.getByText('What is a Wallet?')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Learn More' })).toHaveAttribute('target', '_blank')
    await dialog.getByRole('button', { name: 'Get a Wallet' }).click()
    await expect(dialog.getByText("Not what you're looking for?")).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'GET', exact: true })).toHaveCount(3)
    await dialog.getByRole('button', { name: 'GET', exact: true }).last().click()
    await expect(dialog.getByText('Get MetaMask')).toBeVisible()
    await dialog.getByRole('button', { name: 'Get the app' }).click()
    await expect(
      dialog.getByText('Continue in MetaMask').or(dialog.getByText(/Scan with your phone/)),
    ).toBeVisible()
  })
  await test.step('behavior: without any wallet the browser wallet is listed, marked, and explains why', async () => {
    await expect(rows(dialog)).toHaveText(['Browser Wallet', ...POPULAR])
    await dialog.getByRole('button', { name: 'Browser Wallet (unsupported)' }).click()
    await expect(message(page, 'Browser Wallet')).toContainText('has no wallet extension of its own')
    await expect(dialog.getByRole('button', { name: 'RETRY' })).toBeVisible()
  })
  await test.step('behavior: a wallet announced late joins the open list', async () => {
    await page.evaluate(() => {
      const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
      const info = { uuid: crypto.randomUUID(), name: 'Late Wallet', icon, rdns: 'com.example.late' }
      const provider = { request: () => Promise.reject(Object.assign(new Error('no'), { code: 4001 })) }
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
    })
    await expect(rows(dialog)).toHaveText(['Late Wallet', ...POPULAR])
    await dialog.getByRole('button', { name: 'Late Wallet' }).click()
    await expect(message(page, 'User rejected request')).toBeVisible()
  })
  await test.step('behavior: Safe opens the portal in the Safe host with the portal’s address', async () => {
    const popup = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Safe', exact: true }).click()
    const opened = await popup
    const expected = `${world.hostUrl}/share/safe-app?appUrl=${encodeURIComponent(world.portalUrl)}&chain=bnb`
    expect(opened.url()).toBe(expected)
    await expect(message(page, 'Safe')).toContainText('Choose your Safe there')
    await expect(
      opened
        .getByRole('region', { name: 'App' })
        .locator('iframe')
        .contentFrame()
        .getByText('owners must sign'),
    ).toBeVisible()
  })
})

test('behavior: an installable wallet leads to its download and instructions', { tag: DEEP }, async ({
  page,
  world,
}) => {
  const dialog = await openDialog(page, world.portalUrl)
  await dialog.getByRole('button', { name: /^MetaMask/ }).click()
  await expect(dialog.getByText('Get MetaMask')).toBeVisible()
  const popup = page.waitForEvent('popup')
  await dialog
    .getByRole('button', { name: /Add to/ })
    .or(dialog.getByRole('link', { name: /Add to/ }))
    .click()
  await (await popup).close()
  await expect(dialog.getByText('Install the MetaMask extension')).toBeVisible()
})

test('behavior: the dialog offers at most three wallets to get, whichever were used before', {
  tag: DEEP,
}, async ({ page, world }) => {
  const recents = [
    ['brave', 'rainbow', 'coinbase'],
    ['walletConnect', 'metaMask', 'brave'],
    ['safe', 'injected', 'brave'],
    ['rainbow', 'metaMask', 'coinbase', 'brave'],
  ]
  await page.goto(world.portalUrl)
  for (const ids of recents) {
    await page.evaluate((list) => localStorage.setItem('rk-recent', JSON.stringify(list)), ids)
    const dialog = await openDialog(page, world.portalUrl)
    await expect(dialog.getByText('Recent')).toHaveCount(Math.min(3, ids.length))
    await dialog.getByRole('button', { name: 'Get a Wallet' }).click()
    expect(await dialog.getByRole('button', { name: 'GET', exact: true }).count()).toBeLessThanOrEqual(3)
  }
})

test('behavior: three recent wallets are listed first, and invalid ids are dropped', { tag: DEEP }, async ({
  page,
  world,
}) => {
  await page.goto(world.portalUrl)
  await page.evaluate(() =>
    localStorage.setItem('rk-recent', JSON.stringify(['<b>', 'metaMask', 7, 'rainbow', 'brave', 'coinbase'])),
  )
  const dialog = await openDialog(page, world.portalUrl)
  await expect(rows(dialog).nth(0)).toContainText('MetaMask')
  await expect(rows(dialog).nth(1)).toContainText('Rainbow')
  await expect(rows(dialog).nth(2)).toContainText('Brave')
  await expect(dialog.getByText('Recent')).toHaveCount(3)
  expect(await page.evaluate(() => localStorage.getItem('rk-recent'))).toBe(
    JSON.stringify(['metaMask', 'rainbow', 'brave', 'coinbase']),
  )
})

test('behavior: MetaMask and Brave are reached through their announced providers, under their own rows', {
  tag: DEEP,
}, async ({ page, world }) => {
  await page.addInitScript(() => {
    const asked: string[] = []
    Object.assign(window, { asked })
    const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
    for (const rdns of ['io.metamask', 'com.brave.wallet']) {
      const request = async ({ method }: { method: string }) => {
        asked.push(`${rdns} ${method}`)
        throw Object.assign(new Error('no'), { code: 4001 })
      }
      const detail = { info: { uuid: rdns, name: rdns, icon, rdns }, provider: { request, on() {} } }
      const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      addEventListener('eip6963:requestProvider', announce)
    }
  })
  const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked)
  const dialog = await openDialog(page, world.portalUrl)
  await expect(rows(dialog)).toHaveText(['Browser Wallet', ...POPULAR])
  expect(await asked()).toEqual([])
  await dialog.getByRole('button', { name: 'MetaMask', exact: true }).click()
  await expect(message(page, 'User rejected request')).toContainText('MetaMask is not connected')
  await dialog.getByRole('button', { name: 'Brave Wallet', exact: true }).click()
  await expect(message(page, 'User rejected request')).toContainText('Brave Wallet is not connected')
  const wallets = (await asked()).map((question) => question.split(' ')[0])
  expect([...new Set(wallets)]).toEqual(['io.metamask', 'com.brave.wallet'])
})

test('error: any error thrown by a wallet shows a message and can be retried', { tag: DEEP }, async ({
  page,
  world,
}) => {
  await page.addInitScript(() => {
    const wallet = { thrown: undefined as unknown, on() {}, removeListener() {} }
    Object.assign(window, { ethereum: { ...wallet, request: () => Promise.reject(wallet.thrown) }, wallet })
  })
  const dialog = await openDialog(page, world.portalUrl)
  const retry = dialog.getByRole('button', { name: 'RETRY' })
  const says = page.locator('[popover]:popover-open')
  for (const [what, thrown] of [
    ['a text', "'boom'"],
    ['nothing at all', 'undefined'],
    ['a nested error', "{ code: -32603, data: { originalError: { code: 4001, message: 'no' } } }"],
  ] as const) {
    await test.step(`error: a wallet that throws ${what} gets a message and can be retried`, async () => {
      await page.evaluate(`wallet.thrown = ${thrown}`)
      if (await retry.isVisible()) await retry.click()
      else await dialog.getByRole('button', { name: 'Browser Wallet', exact: true }).click()
      await expect(says).toContainText('Browser Wallet is not connected')
      await expect(retry).toBeVisible()
      await says.getByRole('button', { name: 'Close this message' }).click()
      await expect(says).toHaveCount(0)
    })
  }
})

test('behavior: a wallet’s own SDK is downloaded only after its click', { tag: DEEP }, async ({
  page,
  world,
}) => {
  const seen = watchRequests(page, world.portalUrl)
  const dialog = await openDialog(page, world.portalUrl)
  await page.waitForLoadState('networkidle')
  const sdk = chunkOf('node_modules/@coinbase/wallet-sdk/dist/index.js')
  expect(seen.scripts).not.toContain(sdk)
  expect([...seen.origins]).toEqual([])
  // The SDK opens its own window; ending the test at that moment left it running.
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Coinbase Wallet' }).click()
  await expect.poll(() => seen.scripts.has(sdk)).toBe(true)
  await (await opened).close()
})

test.describe('on a phone', () => {
  const { defaultBrowserType: _, ...phone } = devices['iPhone 13']
  test.use({ ...phone })

  test('behavior: the dialog is a sheet at the bottom, leads with what works there and marks unavailable wallets', async ({
    page,
    world,
  }) => {
    const dialog = await openDialog(page, world.portalUrl)
    const sheet = () =>
      dialog.getByRole('heading', { name: 'Connect a Wallet' }).evaluate((heading) => {
        let found = heading
        // The outermost element that is not the backdrop.
        while (found.parentElement && found.parentElement.getBoundingClientRect().top > 0) {
          found = found.parentElement
        }
        const { top, bottom, left, right } = found.getBoundingClientRect()
        // It extends below the edge, so that no gap shows when the page is pulled up.
        return { lower: top > 0, wide: left <= 0 && right >= innerWidth, atBottom: bottom >= innerHeight }
      })
    await expect.poll(sheet).toEqual({ lower: true, wide: true, atBottom: true })
    await expect(dialog.getByRole('button', { name: 'WalletConnect (unsupported)' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'MetaMask', exact: true })).toBeVisible()
    // Wallets that work on this phone come first, each part in the order of the list.
    await expect(rows(dialog)).toHaveText([
      'Safe',
      'Coinbase',
      'MetaMask',
      'Browser Wallet',
      'Rainbow',
      'WalletConnect',
      'Brave Wallet',
    ])
  })
})

test.describe('with the browser in fr-FR', () => {
  test.use({ locale: 'fr-FR' })
  test('behavior: the dialog uses the portal’s own language', { tag: DEEP }, async ({ page, world }) => {
    const dialog = await openDialog(page, world.portalUrl)
    await expect(dialog.getByText('What is a Wallet?')).toBeVisible()
  })
})
