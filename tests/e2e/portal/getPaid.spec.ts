import type { Page } from 'playwright/test'
import { DEEP, someOf } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect } from '#tests/support/portalPage.ts'
import { requestText } from '#tests/support/requestPage.ts'
import { approve, card, refuse } from '#tests/support/walletPage.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'

const [ada] = owners
const [dana] = influencers

const link = (page: Page) => page.getByRole('textbox', { name: 'Request link' })
const reading = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Counts what a person does on the page; the wallet's own steps do not count. */
function counted() {
  let actions = 0
  return { act: (deed: Promise<void>) => deed.then(() => void actions++), actions: () => actions }
}

for (const width of someOf([390, 1280], 1)) {
  test(`behavior: a request is made, signed and copied in three actions, ${width} px wide`, async ({
    wallet,
    context,
    world,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await wallet.setViewportSize({ width, height: 844 })
    await wallet.goto(`${world.portalUrl}#/get-paid`)
    await connect(wallet)
    const { act, actions } = counted()
    const from = performance.now()
    await act(wallet.getByLabel('Amount', { exact: true }).fill('250'))
    const create = wallet.getByRole('button', { name: 'Create request' })
    await expect(create).toBeInViewport()
    await act(create.click())
    await approve(wallet, 'Influencer Portal: payment request on BNB Smart Chain')
    const copy = wallet.getByRole('button', { name: 'Copy link' })
    await expect(copy).toBeInViewport()
    await act(copy.click())
    expect(actions()).toBeLessThanOrEqual(3)
    console.log(`a request, ${width} px: copied ${Math.round(performance.now() - from)} ms after the amount`)

    const copied = await reading(wallet)
    expect(copied).toContain(`${ada.address}/USDT/250/`)
    expect(copied).toContain('/s-')
    await expect(link(wallet)).toHaveValue(copied)
    const payer = await context.newPage()
    await payer.goto(copied)
    await expect(payer.getByText('This request was signed by the address it pays.')).toBeVisible()
    await payer.close()
  })

  test(`behavior: a request is paid from its link in three actions, ${width} px wide`, async ({
    wallet,
    world,
  }) => {
    await wallet.setViewportSize({ width, height: 844 })
    await wallet.goto(`${world.portalUrl}#/r/${requestText('1', 'USDC')}`)
    // A stranger is offered this one payment and nothing else.
    await expect(wallet.getByRole('navigation', { name: 'Main' })).toBeHidden()
    const { act, actions } = counted()
    await act(wallet.getByRole('region', { name: 'Pay' }).getByRole('button', { name: 'Pay 1 USDC' }).click())
    await act(wallet.getByRole('dialog').getByRole('button', { name: 'Sandbox Wallet' }).click())
    await approve(wallet)
    // There is no step between Pay and the one review.
    const review = wallet.getByRole('region', { name: 'Review' })
    await expect(review).toContainText(dana.address)
    await expect(wallet.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await act(review.getByRole('button', { name: /^Pay / }).click())
    await expect(card(wallet)).toBeVisible()
    expect(actions()).toBeLessThanOrEqual(3)
    await refuse(wallet)
  })
}

test('behavior: a rejected signature keeps the form, and the request can be created without one', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  await wallet.goto(`${world.portalUrl}#/get-paid`)
  await connect(wallet)
  await wallet.getByLabel('Amount', { exact: true }).fill('12.5')
  await wallet.getByRole('button', { name: 'Create request' }).click()
  await refuse(wallet)
  await expect(wallet.getByText(/^The request isn’t created yet\./)).toBeVisible()
  await expect(wallet.getByLabel('Amount', { exact: true })).toHaveValue('12.5')
  await wallet.getByRole('button', { name: 'Create without a signature' }).click()
  await expect(link(wallet)).not.toHaveValue(/\/s-/)
  await expect(wallet.getByText('Not signed yet')).toBeVisible()
})

test('behavior: a request that waits or is overdue has a text to send, with amount, purpose and link', async ({
  page,
  context,
  world,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const open = requestText('250', 'USDT', { dueOn: '2027-01-31' })
  await page.goto(`${world.portalUrl}#/get-paid/${open}`)
  await page.getByText('Remind the payer').click()
  await page.getByRole('button', { name: 'Copy reminder' }).click()
  expect(await reading(page)).toBe(
    `A reminder: I requested 250 USDT for “Story and reel” (INV-7). It is due on 31 Jan 2027. You can check and pay it here: ${world.portalUrl}#/r/${open}`,
  )
  const late = requestText('250', 'USDT', { dueOn: '2026-01-31' })
  await page.goto(`${world.portalUrl}#/get-paid/${late}`)
  await expect(page.getByRole('textbox', { name: 'Reminder' })).toHaveValue(/It was due on 31 Jan 2026\./)
})

test('behavior: a phone sends the link with its own list of apps first', async ({ browser, world }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(globalThis, { shared })
    Object.assign(navigator, { share: async (data: unknown) => void shared.push(data) })
  })
  const text = requestText('250.5', 'USDT')
  await page.goto(`${world.portalUrl}#/get-paid/${text}`)
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await expect(share).toHaveClass(/button-primary/)
  await expect(page.getByRole('main').locator('.button-primary')).toHaveCount(1)
  await share.tap()
  expect(await page.evaluate(() => (globalThis as unknown as { shared: unknown[] }).shared)).toMatchObject([
    { url: `${world.portalUrl}#/r/${text}` },
  ])
  await context.close()
})
