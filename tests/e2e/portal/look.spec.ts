import { allChecks, openRow, openTool, shownHashes, showTab } from '#tests/support/activityPage.ts'
import { DEEP, someOf } from '#tests/support/deep.ts'
import { app, appFrame, done, frameElement, openHost, sign } from '#tests/support/hostPage.ts'
import { inspect } from '#tests/support/inspect.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { chooseTheme, connect, fillPayment, goTo, unfold } from '#tests/support/portalPage.ts'
import { begunProof, signedBy } from '#tests/support/proofPage.ts'
import { requestText } from '#tests/support/requestPage.ts'
import { approve } from '#tests/support/walletPage.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import { legacy, treasury } from '../../../safe-app/seed/safes.ts'

const dana = influencers[0]

// Axe reads some twenty pages in two themes, which takes a second each on a busy machine.
test.describe.configure({ timeout: 120_000 })

test('behavior: every page in a tab is accessible and fits a phone, in both themes', async ({
  wallet,
  world,
}) => {
  const check = (what: string) => inspect(wallet, what)
  await wallet.goto(world.portalUrl)
  // The Menu sets the same attribute as `inspect`.
  const root = wallet.locator('html')
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await chooseTheme(wallet, 'light')
  await expect(root).toHaveAttribute('data-theme', 'light')
  await chooseTheme(wallet, 'dark')
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await wallet.getByRole('button', { name: 'Menu', exact: true }).click()
  await check('Menu')
  await wallet.keyboard.press('Escape')
  await expect(wallet.getByRole('main').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  await check('Overview of a visitor')
  await goTo(wallet, 'Activity')
  await check('Activity of a visitor')
  await openTool(wallet, 'Check a transaction')
  await check('a transaction to check')
  await wallet.goto(`${world.portalUrl}#/settings`)
  await expect(wallet.getByRole('radio', { name: 'System' })).toBeVisible()
  await check('Settings')
  await wallet.goto(`${world.portalUrl}#/diagnostics`)
  await expect(wallet.getByText(/All systems OK|problems? found/)).toBeVisible()
  await check('Diagnostics')
  await wallet.goto(`${world.portalUrl}#/r/${requestText('250', 'USDT', { dueOn: '2026-01-31' })}`)
  await expect(wallet.getByText('It was due on 31 Jan 2026')).toBeVisible()
  await check('a request that is overdue')
  await wallet.goto(`${world.portalUrl}#/r/1/56/damaged`)
  await check('a damaged link')
  await wallet.goto(`${world.portalUrl}#/get-paid`)
  await wallet.getByLabel('Pay to (your address)').fill(dana.address)
  await wallet.getByLabel('Amount', { exact: true }).fill('1250.5')
  await unfold(wallet, 'More options')
  await wallet.getByLabel('Payer’s Safe (optional)').fill('0x12')
  await wallet.getByLabel('Amount', { exact: true }).press('Enter')
  await expect(wallet.getByRole('alert')).toHaveCount(1)
  await check('a request with a fault')
  await wallet.getByLabel('Payer’s Safe (optional)').fill('')
  await expect(wallet.getByRole('region', { name: 'What the payer sees' })).toContainText('1,250.50')
  await wallet.getByRole('button', { name: 'Create request' }).click()
  await unfold(wallet, 'Save or change the code')
  await unfold(wallet, 'A reminder to send')
  await wallet.getByRole('radio', { name: 'Wallet code (EIP-681)' }).press('Space')
  await expect(wallet.getByText('Many wallets read this wrong.')).toBeVisible()
  await check('the request that was made')
  await goTo(wallet, 'Get paid')
  await expect(wallet.getByRole('list', { name: 'Your requests' }).getByRole('listitem')).toHaveCount(1)
  await check('my requests')
  await goTo(wallet, 'Verify')
  await wallet.getByRole('textbox', { name: 'Paste a proof link or text' }).fill('hello')
  await wallet.getByRole('button', { name: 'Check proof' }).click()
  await expect(wallet.getByText('Paste the whole link or text.')).toBeVisible()
  await check('Verify of a visitor')
  const proof = begunProof(dana)
  await wallet.goto(`${world.portalUrl}#/verify/${await signedBy(dana, proof)}`)
  await expect(wallet.getByText('Made on elsewhere.example, not here.')).toBeVisible()
  await check('a proof of account')
  const home = begunProof(dana, { uri: world.portalUrl })
  await wallet.goto(`${world.portalUrl}#/verify/${await signedBy(dana, home)}`)
  await expect(wallet.getByText('1 of 2 checked')).toBeVisible()
  await wallet.getByText('Share this proof').click()
  await wallet.getByText('Signed text (EIP-4361)').click()
  await check('half a proof')
  await wallet.getByRole('button', { name: 'I see the code' }).click()
  await expect(wallet.getByText('You confirmed it')).toBeVisible()
  await check('a proof that was confirmed')
  await goTo(wallet, 'Verify')
  await wallet.getByRole('link', { name: 'Prove my address' }).click()
  await wallet.getByText('Name a post, or change how long it’s valid').click()
  await check('proving an address as a visitor')
  await wallet.goto(`${world.portalUrl}#/nowhere`)
  await expect(wallet.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await check('not found')

  await wallet.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(wallet.getByRole('dialog').getByRole('button', { name: 'Sandbox Wallet' })).toBeVisible()
  await check('connect dialog')
  await wallet.getByRole('dialog').getByRole('button', { name: 'Sandbox Wallet' }).click()
  await approve(wallet)
  await wallet.getByRole('button', { name: 'Chain Selector' }).click()
  await expect(wallet.getByRole('dialog')).toContainText('Switch Networks')
  await check('network dialog')
  await wallet.keyboard.press('Escape')
  await wallet.getByRole('banner').getByRole('button', { name: /0x/ }).click()
  await expect(wallet.getByRole('dialog')).toContainText('Disconnect')
  await check('account dialog')
  await wallet.keyboard.press('Escape')

  await goTo(wallet, 'Overview')
  await expect(wallet.getByRole('region', { name: 'Balances' })).toContainText('USDT')
  await check('Overview')
  await fillPayment(wallet, { payee: dana.address.replace('F', 'f'), amount: '1,000.5' })
  await expect(wallet.getByRole('alert')).toHaveCount(2)
  await check('payment with faults')
  await fillPayment(wallet, { payee: dana.address, amount: '9999999', token: 'USDT' })
  await expect(wallet.getByText(/Not enough USDT/)).toBeVisible()
  await check('review that cannot be paid')
  await wallet.getByRole('button', { name: 'Back' }).click()
  await fillPayment(wallet, { payee: dana.address, amount: '1', token: 'USDT' })
  await expect(wallet.getByText(/Balance and token checked/)).toBeVisible()
  await check('review')
  await wallet.getByRole('button', { name: /^Pay [\d.]/ }).click()
  await approve(wallet)
  await expect(wallet.getByText('Paid', { exact: true })).toBeVisible({ timeout: 30_000 })
  await check('paid')
  await goTo(wallet, 'Activity')
  await expect(wallet.getByRole('listitem').filter({ hasText: '1 USDT' })).toBeVisible()
  await wallet.getByRole('button', { name: 'Filter' }).click()
  await expect(wallet.getByLabel('Recipient or sender')).toBeVisible()
  await check('Activity')
  await test.step('behavior: what a button far left opens is whole on a phone', async () => {
    await wallet.setViewportSize({ width: 360, height: 900 })
    await wallet.getByRole('button', { name: 'Tools', exact: true }).click()
    await expect(wallet.getByRole('link', { name: 'Check a transaction' })).toBeInViewport({ ratio: 1 })
    await wallet.keyboard.press('Escape')
  })
  for (const tab of ['Sent', 'Received'] as const) {
    await showTab(wallet, tab)
    await check(tab)
  }
  await showTab(wallet, 'Sent')
  await openRow(wallet.getByRole('listitem').filter({ hasText: '1 USDT' }).first())
  await expect(wallet.getByText('Final: it can’t be reversed.')).toBeVisible({ timeout: 30_000 })
  await check('one payment')
  await wallet.evaluate((safe) => {
    window.location.hash = `#/activity/safe/${safe}`
  }, treasury.address)
  const queue = wallet.getByRole('region', { name: 'Queue' })
  await expect(queue.getByText('Verified').first()).toBeVisible()
  await check('a watched Safe')
  await openRow(queue.getByRole('listitem').first())
  await allChecks(wallet)
  await shownHashes(wallet)
  await unfold(wallet, 'Raw transaction fields')
  await check('one proposal')
  world.rpcFaults({ status: 503 })
  await goTo(wallet, 'Overview')
  await wallet.reload()
  await connect(wallet)
  await expect(wallet.getByRole('alert')).toContainText('Can’t reach BNB Smart Chain.')
  await check('Overview without a chain')
})

test('behavior: every page in a Safe is accessible and fits a phone, in both themes', async ({
  page,
  world,
}) => {
  const open = (link: Record<string, string | number>) =>
    openHost(page, world.hostUrl, { appUrl: world.portalUrl, safe: treasury.address, ...link })
  const check = (what: string) =>
    inspect(page, what, async () => {
      const frame = await appFrame(page)
      // On a busy machine the frame's layout follows a window resize with a delay.
      const place = await frameElement(page).evaluate((element) => element.clientWidth)
      expect(place).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
      await expect.poll(() => frame.evaluate(() => innerWidth)).toBe(place)
      return frame
    })
  const portal = app(page)

  await open({})
  await expect(portal.getByText('2 of 3 owners must sign')).toBeVisible()
  await expect(portal.getByRole('listitem').filter({ hasText: 'Nonce' }).first()).toBeVisible()
  await check('Overview')
  await goTo(portal, 'Activity')
  await portal
    .getByText(/suspicious transfer/)
    .first()
    .press('Enter')
  await expect(portal.getByText(/looks like a copy/).first()).toBeVisible()
  await check('Activity')
  await showTab(portal, 'Queue')
  await check('Queue')
  await openRow(portal.getByRole('region', { name: 'Queue' }).getByRole('listitem').first())
  await allChecks(portal)
  await check('one proposal')
  await openHost(page, world.hostUrl, {
    appUrl: `${world.portalUrl}#/r/${requestText('12', 'USDT', { payer: treasury.address })}`,
    safe: treasury.address,
  })
  await expect(portal.getByText(/You(’ve| haven’t) paid this address before/)).toBeVisible()
  await check('a request in a Safe')
  await portal.getByRole('link', { name: /^Propose / }).click()
  await expect(portal.getByRole('region', { name: 'Review' })).toBeVisible()
  await check('the review of a request')
  await goTo(portal, 'Pay')
  await portal.getByRole('link', { name: 'Request links' }).click()
  await portal.getByLabel('Request links').fill(`${world.portalUrl}#/r/${requestText('13', 'USDT')}`)
  await portal.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(portal.getByRole('list', { name: 'Requests to pay' })).toBeVisible()
  await check('requests to pay')
  await openHost(page, world.hostUrl, {
    appUrl: `${world.portalUrl}#/get-paid/${requestText('12', 'USDT', { payee: treasury.address })}`,
    safe: treasury.address,
  })
  await expect(portal.getByRole('button', { name: 'Sign request' })).toBeVisible()
  await check('a request of the Safe')
  await goTo(portal, 'Verify')
  await portal.getByRole('link', { name: 'Prove my address' }).click()
  await portal.getByRole('textbox', { name: 'Your handle' }).fill('agency')
  await expect(portal.getByRole('button', { name: /^Copy the code/ })).toBeVisible()
  await check('Verify in a Safe')
  await portal.getByRole('button', { name: 'Create proof' }).click()
  await expect(portal.getByText('How the owners sign')).toBeVisible()
  await portal.getByText('Text your wallet will show').click()
  await check('a proof to be signed')
  await fillPayment(portal, { payee: 'nobody', amount: '-1' })
  await expect(portal.getByRole('alert')).toHaveCount(2)
  await check('payment with faults')
  await fillPayment(portal, { payee: dana.address, amount: '99999999', token: 'USDT' })
  await expect(portal.getByText(/until the Safe is topped up/)).toBeVisible()
  await check('review of too much')

  await open({ owner: 'none' })
  await expect(portal.getByText(/^View only:/)).toBeVisible()
  await check('read only')
  await open({ chain: 1 })
  await expect(portal.getByRole('heading', { name: 'This Safe is on another network' })).toBeVisible()
  await check('wrong chain')
  world.serviceFaults({ status: 503, match: '/transactions/queued' })
  await open({})
  await expect(portal.getByRole('alert')).toContainText('The Safe service')
  await check('service down')
  world.serviceFaults({ status: null, match: null })

  // No other test counts the queue of this Safe.
  await open({ safe: legacy.address })
  await fillPayment(portal, { payee: dana.address, amount: '1', token: 'USDC' })
  await expect(portal.getByRole('button', { name: 'Propose' })).toBeEnabled()
  await portal.getByRole('button', { name: 'Propose' }).click()
  // Lower than the stop screen, which still has to open at its top.
  await page.setViewportSize({ width: 1280, height: 560 })
  await page.getByRole('dialog').getByRole('button', { name: 'Change amount' }).click()
  await page.getByRole('dialog').getByLabel('Amount').fill('70')
  await sign(page)
  await done(page)
  await expect(portal.getByRole('alertdialog', { name: 'Do not sign this proposal' })).toBeVisible()
  await expect(portal.getByRole('heading', { name: 'Do not sign this proposal' })).toBeInViewport()
  await check('stop')
})

test('behavior: every step of the wallet dialogs is accessible and fits a phone', { tag: DEEP }, async ({
  page,
  world,
}) => {
  const check = (what: string) => inspect(page, what)
  await page.goto(world.portalUrl)
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a Wallet' })
  await dialog.getByRole('button', { name: 'Get a Wallet' }).click()
  await expect(dialog.getByText("Not what you're looking for?")).toBeVisible()
  await check('get a wallet')
  await dialog.getByRole('button', { name: 'GET', exact: true }).last().click()
  await expect(dialog.getByRole('button', { name: 'Get the app' })).toBeVisible()
  await check('download options')
  await dialog.getByRole('button', { name: 'Get the app' }).click()
  // cuer and the newest qr are incompatible: the code was not drawn and the dialog crashed.
  await expect(dialog.locator('svg').filter({ hasText: 'QR Code' })).toBeVisible()
  await check('download')
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await dialog.getByRole('button', { name: /^Browser Wallet/ }).click()
  await expect(dialog.getByRole('button', { name: 'RETRY' })).toBeVisible()
  await check('a wallet that is not there')
})

test('behavior: without any wallet the dialog still opens and explains what a wallet is', {
  tag: DEEP,
}, async ({ page, world }) => {
  await page.goto(world.portalUrl)
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(page.getByRole('dialog')).toContainText('What is a Wallet?')
  await inspect(page, 'connect dialog without wallets')
})

for (const theme of someOf(['dark', 'light'] as const, 1)) {
  test(`behavior: no edge shows between the Safe host and the frame, ${theme}`, async ({ page, world }) => {
    await openHost(page, world.hostUrl, { appUrl: world.portalUrl, safe: treasury.address, owner: 0, theme })
    await expect(app(page).getByRole('region', { name: 'Balances' })).toBeVisible()
    const ground = () => getComputedStyle(document.body).backgroundColor
    const host = await page.evaluate(ground)
    await expect.poll(async () => (await appFrame(page)).evaluate(ground)).toBe(host)
  })
}
