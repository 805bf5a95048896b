import { toHex } from 'viem'
import { build } from 'vite'
import { approve, card, refuse, walletSettings } from '#tests/support/walletPage.ts'
import { type Ethereum, recordEvents, request } from '#tests/support/walletSite.ts'
import { walletPages as root } from '#tests/support/worlds/walletSiteWorld.ts'
import { expect, test } from '#tests/support/worlds.ts'
import { sandboxWalletPlugin } from '../../../rig/sandboxWalletPlugin.ts'
import { owners } from '../../../safe-app/accounts.ts'

const [ada, ben] = owners

test('behavior: announces itself by EIP-6963 and as window.ethereum, and does not claim to be MetaMask', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/wallet.html`)
  const announced = await page.evaluate(
    () =>
      new Promise<{ name: string; rdns: string; icon: string; same: boolean; frozen: boolean }>((resolve) => {
        const { ethereum } = window as unknown as { ethereum: Ethereum }
        window.addEventListener('eip6963:announceProvider', (event) => {
          const { detail } = event as CustomEvent<{
            info: { name: string; rdns: string; icon: string }
            provider: Ethereum
          }>
          const { name, rdns, icon } = detail.info
          resolve({ name, rdns, icon, same: detail.provider === ethereum, frozen: Object.isFrozen(detail) })
        })
        window.dispatchEvent(new Event('eip6963:requestProvider'))
      }),
  )
  expect(announced).toMatchObject({
    name: 'Sandbox Wallet',
    rdns: 'local.sandbox.wallet',
    same: true,
    frozen: true,
  })
  expect(announced.icon).toMatch(/^data:image\/svg\+xml,/)
  expect(await page.evaluate(() => (window as unknown as { ethereum: Ethereum }).ethereum.isMetaMask)).toBe(
    false,
  )
})

test('behavior: connects after approval, shows the account and remembers it across a reload', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/wallet.html`)
  expect(await request(page, 'eth_accounts')).toEqual({ value: [] })
  const connecting = request(page, 'eth_requestAccounts')
  await approve(page, site.url)
  expect(await connecting).toEqual({ value: [ada.address] })
  await page.reload()
  expect(await request(page, 'eth_accounts')).toEqual({ value: [ada.address] })
  expect(await request(page, 'wallet_revokePermissions', [{ eth_accounts: {} }])).toEqual({ value: null })
  expect(await request(page, 'eth_accounts')).toEqual({ value: [] })
  expect(await request(page, 'wallet_getPermissions')).toEqual({ value: [] })
})

test('behavior: keeps the chosen account across a reload, and its settings fit a phone', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto(`${site.url}/wallet.html`)
  await (await walletSettings(page)).getByLabel('Account').selectOption({ label: ben.name })
  await page.reload()
  const settings = await walletSettings(page)
  await expect(settings.getByLabel('Account')).toHaveValue(String(ben.index))
  await expect(settings.getByRole('heading', { name: 'Sandbox Wallet' })).toBeInViewport({ ratio: 1 })
  await settings.getByRole('button', { name: 'Lose the node' }).scrollIntoViewIfNeeded()
  await expect(settings.getByRole('button', { name: 'Lose the node' })).toBeInViewport({ ratio: 1 })
})

test('error: a rejected prompt is 4001, and a second prompt in the meantime is -32002', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/wallet.html`)
  const first = request(page, 'eth_requestAccounts')
  await expect(card(page)).toBeVisible()
  expect(await request(page, 'eth_requestAccounts')).toMatchObject({ code: -32002 })
  await refuse(page)
  expect(await first).toMatchObject({ code: 4001 })
  const escaped = request(page, 'wallet_requestPermissions', [{ eth_accounts: {} }])
  await expect(card(page)).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await escaped).toMatchObject({ code: 4001 })
})

test('behavior: the settings change the account, lock the wallet, reject prompts and disconnect the node', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/wallet.html?wallet=connected`)
  const events = await recordEvents(page)
  const settings = await walletSettings(page)
  await settings.getByLabel('Account').selectOption({ label: ben.name })
  expect(await request(page, 'eth_accounts')).toEqual({ value: [ben.address] })
  await settings.getByLabel('Locked').check()
  expect(await request(page, 'eth_accounts')).toEqual({ value: [] })
  const unlocking = request(page, 'eth_requestAccounts')
  await approve(page, 'Unlock')
  expect(await unlocking).toEqual({ value: [ben.address] })
  await settings.getByLabel('Reject the next prompt').check()
  expect(await request(page, 'personal_sign', [toHex('x'), ben.address])).toMatchObject({ code: 4001 })
  await settings.getByLabel('A prompt is pending (-32002)').check()
  expect(await request(page, 'personal_sign', [toHex('x'), ben.address])).toMatchObject({ code: -32002 })
  await settings.getByRole('button', { name: 'Lose the node' }).click()
  await settings.getByRole('button', { name: 'Forget this site' }).click()
  expect(await events()).toEqual(
    expect.arrayContaining([
      ['accountsChanged', [ben.address]],
      ['accountsChanged', []],
      ['disconnect', 1013],
    ]),
  )
})

test('error: a pushy wallet announces an account without a request', async ({ page, site }) => {
  await page.goto(`${site.url}/wallet.html?wallet=pushy`)
  const events = await recordEvents(page)
  await expect.poll(events).toContainEqual(['accountsChanged', [ada.address]])
  await expect.poll(events).toContainEqual(['connect', { chainId: '0x38' }])
})

test('behavior: causes no violation under a strict policy with Trusted Types', async ({ page, site }) => {
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', (event) => {
      violations.push(`${event.violatedDirective} ${event.sourceFile}`)
    })
  })
  await page.goto(`${site.url}/wallet.html?wallet=connected`)
  await walletSettings(page)
  const signing = request(page, 'personal_sign', [toHex('x'), ada.address])
  await expect(card(page)).toHaveCSS('background-color', 'rgb(20, 26, 34)')
  await approve(page)
  await signing
  const violations = await page.evaluate(() => (window as unknown as { violations: string[] }).violations)
  expect(violations).toEqual([])
})

test('behavior: does not inject itself into frames', async ({ page, site }) => {
  await page.goto(`${site.url}/framed-wallet.html`)
  const framed = page.frame({ url: /\/wallet\.html/ })
  await framed?.waitForLoadState()
  expect(await framed?.evaluate(() => 'ethereum' in window)).toBe(false)
  expect(await page.evaluate(() => 'ethereum' in window)).toBe(true)
})

test('behavior: a build does not contain it', async ({ site }) => {
  const output = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [sandboxWalletPlugin({ rpcUrl: site.rpcUrl })],
    build: { write: false, rolldownOptions: { input: `${root}wallet.html` } },
  })
  const texts = JSON.stringify(output)
  expect(texts).toContain('Wallet page')
  expect(texts).not.toMatch(/sandbox/i)
})
