import type { Page } from 'playwright/test'
import { DEEP, someOf } from '#tests/support/deep.ts'
import { expect, installWallet, test } from '#tests/support/portalFixture.ts'
import { connect } from '#tests/support/portalPage.ts'
import { requestText } from '#tests/support/requestPage.ts'
import { begunProof, signedBy } from '#tests/support/signedProofs.ts'
import { approve, card, refuse } from '#tests/support/walletPage.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const [dana] = influencers

const link = (page: Page) => page.getByRole('textbox', { name: 'Request link' })
const reading = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Counts what a person does on the page; the wallet's own steps do not count. */
function counted() {
  let actions = 0
  return { act: (deed: Promise<void>) => deed.then(() => void actions++), actions: () => actions }
}

for (const width of someOf([390, 1280], 1)) {
  test(`behavior: a request is made, signed and copied in three actions, and paid from its link in three, ${width} px wide`, async ({
    wallet,
    context,
    world,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await wallet.setViewportSize({ width, height: 844 })
    await wallet.goto(`${world.portalUrl}?wallet=account:${dana.index}#/get-paid`)
    await connect(wallet)
    const made = counted()
    const from = performance.now()
    await made.act(wallet.getByLabel('Amount', { exact: true }).fill('1'))
    const create = wallet.getByRole('button', { name: 'Create request' })
    await expect(create).toBeInViewport()
    await made.act(create.click())
    await approve(wallet, 'Influencer Portal: payment request on BNB Smart Chain')
    const copy = wallet.getByRole('button', { name: 'Copy link' })
    await expect(copy).toBeInViewport()
    await made.act(copy.click())
    expect(made.actions()).toBeLessThanOrEqual(3)
    console.log(`a request, ${width} px: copied ${Math.round(performance.now() - from)} ms after the amount`)

    const copied = await reading(wallet)
    expect(copied).toContain(`${dana.address}/USDT/1/`)
    expect(copied).toContain('/s-')
    await expect(link(wallet)).toHaveValue(copied)
    const payer = await context.newPage()
    await installWallet(payer, world)
    await payer.setViewportSize({ width, height: 844 })
    await payer.goto(copied)
    await expect(payer.getByText('This request was signed by the address it pays.')).toBeVisible()
    // A stranger is offered this one payment and nothing else.
    await expect(payer.getByRole('navigation', { name: 'Main' })).toBeHidden()
    const { act, actions } = counted()
    await act(payer.getByRole('region', { name: 'Pay' }).getByRole('button', { name: 'Pay 1 USDT' }).click())
    await act(payer.getByRole('dialog').getByRole('button', { name: 'Sandbox Wallet' }).click())
    await approve(payer)
    // There is no step between Pay and the one review.
    const review = payer.getByRole('region', { name: 'Review' })
    await expect(review).toContainText(dana.address)
    await expect(payer.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await act(review.getByRole('button', { name: /^Pay / }).click())
    await expect(card(payer)).toBeVisible()
    expect(actions()).toBeLessThanOrEqual(3)
    await refuse(payer)
    await payer.close()
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

test('behavior: a request that waits or is overdue has a text to send, with amount, purpose and link', {
  tag: DEEP,
}, async ({ page, context, world }) => {
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

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('behavior: a phone sends the link of a request or a proof with its own list of apps first', async ({
    page,
    world,
  }) => {
    await page.addInitScript(() => {
      const shared: unknown[] = []
      Object.assign(window, { shared })
      Object.assign(navigator, {
        canShare: () => true,
        share: async (data: unknown) => void shared.push(data),
      })
    })
    const shared = () => page.evaluate('window.shared')
    const share = page.getByRole('button', { name: 'Share', exact: true })
    const text = requestText('250.5', 'USDT')
    await page.goto(`${world.portalUrl}#/get-paid/${text}`)
    await expect(share).toHaveClass(/button-primary/)
    await expect(page.getByRole('main').locator('.button-primary')).toHaveCount(1)
    await share.tap()
    expect(await shared()).toMatchObject([{ url: `${world.portalUrl}#/r/${text}` }])

    const proof = await signedBy(dana, begunProof(dana, { uri: world.portalUrl }))
    const url = `${world.portalUrl}#/verify/${proof}`
    await page.goto(url)
    await page.getByText('Share this proof').click()
    await share.click()
    expect(await shared()).toMatchObject([{}, { title: 'Proof', url }])
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  })
})
