import type { Locator, Page } from 'playwright/test'
import { owners } from '../../../safe-app/accounts.ts'
import { violations } from '../../support/axe.ts'
import { chunkOf, watchRequests } from '../../support/chunks.ts'
import { expect, test } from '../../support/signInFixture.ts'
import { approve, card, refuse } from '../../support/walletPage.ts'

/** RainbowKit's dialog, which is not the sandbox wallet's card. */
const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ hasText: 'Verify your account' })
const signButton = (page: Page) => dialog(page).getByRole('button', { name: 'Sign message' })
const connected = (page: Page) => page.getByRole('button', { name: 'Chain Selector' })

/** Connects the sandbox wallet, which brings the sign-in dialog. */
async function connectWallet(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sandbox Wallet' }).click()
  await approve(page, 'Connect to this site')
  await expect(dialog(page)).toBeVisible()
}

test('behavior: an account is connected once its message is signed, and not before', async ({
  portal,
  signIn,
}) => {
  await connectWallet(portal)
  await expect(connected(portal)).toHaveCount(0)
  await expect(portal.getByRole('banner')).toContainText('Connecting…')
  await signButton(portal).click()
  await expect(card(portal)).toContainText(
    `${new URL(signIn.url).host} wants you to sign in with your Ethereum account:`,
  )
  await expect(card(portal)).toContainText('Chain ID: 56')
  await expect(portal.getByRole('button', { name: 'Waiting for signature...' })).toBeVisible()
  await approve(portal, owners[0].address)
  await expect(connected(portal)).toBeVisible()
  await expect(dialog(portal)).toHaveCount(0)
})

test('behavior: who is signed in need not sign again after a reload; signing out ends that', async ({
  portal,
}) => {
  await connectWallet(portal)
  await signButton(portal).click()
  await approve(portal)
  await expect(connected(portal)).toBeVisible()
  await portal.reload()
  await portal.getByRole('button', { name: 'Reconnect the last wallet' }).click()
  await expect(connected(portal)).toBeVisible()
  await portal.getByRole('banner').getByRole('button', { name: /^0x/ }).click()
  await portal.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(connected(portal)).toHaveCount(0)
  await connectWallet(portal)
})

test('behavior: a rejected signature returns silently, and can be asked for again', async ({ portal }) => {
  await connectWallet(portal)
  await signButton(portal).click()
  await refuse(portal)
  await expect(signButton(portal)).toBeEnabled()
  await expect(dialog(portal)).not.toContainText('please retry')
  await signButton(portal).click()
  await approve(portal)
  await expect(connected(portal)).toBeVisible()
})

test('error: without a nonce the dialog says so, and a retry works once the server is back', async ({
  portal,
  signIn,
}) => {
  signIn.faults({ status: 503, match: '/nonce' })
  await connectWallet(portal)
  await expect(dialog(portal)).toContainText('Error preparing message, please retry!')
  signIn.faults({ status: null, match: null })
  await signButton(portal).click()
  await approve(portal)
  await expect(connected(portal)).toBeVisible()
})

test('error: a signature that is not accepted is said, and can be tried again', async ({
  portal,
  signIn,
}) => {
  signIn.faults({ refuse: true })
  await connectWallet(portal)
  await signButton(portal).click()
  await approve(portal)
  await expect(dialog(portal)).toContainText('Error verifying signature, please retry!')
  await expect(connected(portal)).toHaveCount(0)
  signIn.faults({ refuse: false })
  await signButton(portal).click()
  await approve(portal)
  await expect(connected(portal)).toBeVisible()
})

test('error: a wallet that fails to sign is said', async ({ portal }) => {
  await connectWallet(portal)
  await portal.evaluate('window.__sandboxWallet.setFaults({ pending: true })')
  await signButton(portal).click()
  await expect(dialog(portal)).toContainText('Error signing message, please retry!')
})

test('behavior: leaving the dialog disconnects', async ({ portal }) => {
  await connectWallet(portal)
  await dialog(portal).getByRole('button', { name: 'Cancel' }).click()
  await expect(portal.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
})

test('behavior: the dialog is accessible', async ({ portal }) => {
  await connectWallet(portal)
  expect(await violations(portal)).toEqual([])
})

test('behavior: without a sign-in server nothing of the step is downloaded, and nobody is asked', async ({
  page,
  world,
}) => {
  const seen = watchRequests(page, world.portalUrl)
  await page.goto(world.portalUrl)
  await expect.poll(() => seen.scripts.has(chunkOf('src/modes/wallet/WalletLayer.tsx'))).toBe(true)
  await page.waitForLoadState('networkidle')
  expect(seen.scripts).not.toContain(chunkOf('src/modes/wallet/sign-in/signInProvider.tsx'))
  expect([...seen.origins]).toEqual([])
})

test('behavior: with a project id nothing is marked that WalletConnect reaches, and its library comes on the click', async ({
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
  await expect(list.getByRole('button', { name: 'Brave Wallet (unsupported)' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect([...seen.origins]).toEqual([])
  const before = scripts.length
  // Everything of the library ran that runs before a wallet answers: it asks its relay, which is not reached from here.
  const relay = page.waitForEvent('websocket', (socket) =>
    socket.url().startsWith('wss://relay.walletconnect.'),
  )
  await list.getByRole('button', { name: 'WalletConnect', exact: true }).click()
  expect((await relay).url()).toContain('projectId=')
  expect(scripts.length).toBeGreaterThan(before)
})
