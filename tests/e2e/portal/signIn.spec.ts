import type { Locator, Page } from 'playwright/test'
import { violations } from '#tests/support/axe.ts'
import { watchRequests } from '#tests/support/chunks.ts'
import { DEEP } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/signInFixture.ts'
import { approve, card, refuse } from '#tests/support/walletPage.ts'
import { owners } from '../../../safe-app/accounts.ts'

/** RainbowKit's dialog, which is not the sandbox wallet's card. */
const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ hasText: 'Verify your account' })
const signButton = (page: Page) => dialog(page).getByRole('button', { name: 'Sign message' })
const connected = (page: Page) => page.getByRole('button', { name: 'Chain Selector' })

/** Connects the sandbox wallet, which opens the sign-in dialog. */
async function connectWallet(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sandbox Wallet' }).click()
  await approve(page, 'Connect to this site')
  await expect(dialog(page)).toBeVisible()
}

test('behavior: an account is connected only after it signs the message, and need not sign again until it signs out', async ({
  portal,
  signIn,
}) => {
  await test.step('error: without a nonce the dialog shows an error, and a retry works once the server is back', async () => {
    signIn.faults({ status: 503, match: '/nonce' })
    await connectWallet(portal)
    await expect(dialog(portal)).toContainText('Error preparing message, please retry!')
    signIn.faults({ status: null, match: null })
  })
  await expect(connected(portal)).toHaveCount(0)
  await expect(portal.getByRole('banner')).toContainText('Connecting…')
  await test.step('behavior: the dialog is accessible', async () => {
    expect(await violations(portal)).toEqual([])
  })
  await test.step('error: a signature that the server rejects shows an error and can be retried', async () => {
    signIn.faults({ refuse: true })
    await signButton(portal).click()
    await expect(card(portal)).toContainText(
      `${new URL(signIn.url).host} wants you to sign in with your Ethereum account:`,
    )
    await expect(card(portal)).toContainText('Chain ID: 56')
    await expect(portal.getByRole('button', { name: 'Waiting for signature...' })).toBeVisible()
    await approve(portal, owners[0].address)
    await expect(dialog(portal)).toContainText('Error verifying signature, please retry!')
    await expect(connected(portal)).toHaveCount(0)
    signIn.faults({ refuse: false })
  })
  await signButton(portal).click()
  await approve(portal)
  await expect(connected(portal)).toBeVisible()
  await expect(dialog(portal)).toHaveCount(0)
  await test.step('behavior: a signed-in user need not sign again after a reload, until they sign out', async () => {
    await portal.reload()
    await portal.getByRole('button', { name: 'Reconnect your last wallet' }).click()
    await expect(connected(portal)).toBeVisible()
    await portal.getByRole('banner').getByRole('button', { name: /^0x/ }).click()
    await portal.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(connected(portal)).toHaveCount(0)
    await connectWallet(portal)
  })
})

test('behavior: a rejected signature shows no error and can be retried', { tag: DEEP }, async ({
  portal,
}) => {
  await connectWallet(portal)
  await signButton(portal).click()
  await refuse(portal)
  await expect(signButton(portal)).toBeEnabled()
  await expect(dialog(portal)).not.toContainText('please retry')
  await signButton(portal).click()
  await approve(portal)
  await expect(connected(portal)).toBeVisible()
})

test('error: a wallet that fails to sign shows an error', { tag: DEEP }, async ({ portal }) => {
  await connectWallet(portal)
  await portal.evaluate('window.__sandboxWallet.setFaults({ pending: true })')
  await signButton(portal).click()
  await expect(dialog(portal)).toContainText('Error signing message, please retry!')
})

test('behavior: leaving the dialog disconnects', { tag: DEEP }, async ({ portal }) => {
  await connectWallet(portal)
  await dialog(portal).getByRole('button', { name: 'Cancel' }).click()
  await expect(portal.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
})

test('behavior: with a project id every wallet that WalletConnect reaches is unmarked, and its library loads on the click', async ({
  page,
  signIn,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const seen = watchRequests(page, signIn.url)
  await page.goto(signIn.url)
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  const list = page.getByRole('dialog', { name: 'Connect a Wallet' })
  for (const name of ['Rainbow', 'MetaMask', 'WalletConnect']) {
    await expect(list.getByRole('button', { name, exact: true })).toBeVisible()
  }
  await expect(list.getByRole('button', { name: 'Brave Wallet (not installed)' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect([...seen.origins]).toEqual([])
  const before = scripts.length
  // All of the library that runs before a wallet answers has run: it contacts its relay, which is unreachable
  // here.
  const relay = page.waitForEvent('websocket', (socket) =>
    socket.url().startsWith('wss://relay.walletconnect.'),
  )
  await list.getByRole('button', { name: 'WalletConnect', exact: true }).click()
  expect((await relay).url()).toContain('projectId=')
  expect(scripts.length).toBeGreaterThan(before)
})
