import type { Frame, Page } from 'playwright/test'
import { fresh } from '#tests/support/activityPage.ts'
import { DEEP, isDeep } from '#tests/support/deep.ts'
import { fileOf, pressReady, readRows } from '#tests/support/payPage.ts'
import { behaveLike, expect, test } from '#tests/support/portalFixture.ts'
import { connect, fillPayment, goTo } from '#tests/support/portalPage.ts'
import { requestText } from '#tests/support/requestPage.ts'
import { everyRoute } from '#tests/support/routes.ts'
import { translatePages } from '#tests/support/translatePage.ts'
import { approve } from '#tests/support/walletPage.ts'
import { solo } from '../../../rig/seed/safes.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const [dana, eli] = influencers

/** Nothing has stopped, and every word on the page is the current one. */
async function expectCurrent(page: Page, shown: Page | Frame = page): Promise<void> {
  await expect(page.getByText(/stopped working/)).toHaveCount(0)
  expect(await shown.evaluate(() => window.stale())).toEqual([])
}

test('behavior: a page that a browser translates shows current words, before and after it connects, and pays one, a request and forty', async ({
  wallet,
  world,
}) => {
  await translatePages(wallet, new URL(world.portalUrl).origin)
  const portal = `${world.portalUrl}?wallet=batches`
  const visit = async ([route, title]: (typeof everyRoute)[number]) => {
    await wallet.evaluate((hash) => {
      location.hash = hash
    }, route)
    await expect(wallet).toHaveTitle(title)
    await expect(wallet.getByRole('heading', { level: 1 }).locator('font').first()).toBeVisible()
    await wallet.waitForLoadState('networkidle')
    await expectCurrent(wallet)
  }
  const approved = async (name: RegExp, requests: number, paid: string) => {
    await pressReady(wallet, name)
    for (let request = 0; request < requests; request++) await approve(wallet)
    await expect(wallet.getByText(paid, { exact: true })).toBeVisible({ timeout: 30_000 })
    await expectCurrent(wallet)
  }
  await wallet.goto(portal)
  // `npm test` visits a quarter of the pages without a wallet, and another one with it.
  for (const [index, route] of everyRoute.entries()) if (isDeep || index % 4 === 0) await visit(route)
  await wallet.goto(portal)
  await connect(wallet)
  for (const [index, route] of everyRoute.entries()) if (isDeep || index % 4 === 2) await visit(route)

  await fillPayment(wallet, { payee: dana.address, amount: `0.0${fresh()}`, token: 'USDT' })
  await expect(wallet.getByText(/^About [\d.]+ BNB/)).toBeVisible()
  await expectCurrent(wallet)
  await approved(/^Pay [\d.]/, 1, 'Paid')

  await wallet.evaluate(
    (hash) => {
      location.hash = hash
    },
    `#/r/${requestText(`${fresh()}`, 'USDT', { payee: eli.address })}`,
  )
  await expect(wallet.getByRole('link', { name: /^Pay / })).toBeVisible()
  await expectCurrent(wallet)
  await wallet.getByRole('link', { name: /^Pay / }).click()
  await approved(/^Pay [\d.]/, 1, 'Paid')

  await readRows(wallet, fileOf(40, 8_000))
  await expectCurrent(wallet)
  await approved(/^Pay .* in 4 batches$/, 4, '40 paid')
})

test('behavior: a page in a Safe that a browser translates, with a gateway that caches and hears of changes late, proposes, is in the queue, and is followed until paid', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  const amount = `0.0${fresh()}6`
  await behaveLike(world, 'cached')
  // Late, but not for as long as in the deep run.
  if (!isDeep) await world.safe.faults.service.set({ eventDelay: 1_000 })
  await translatePages(page, new URL(world.portalUrl).origin)
  const portal = await world.safe.openApp(page, world.portalUrl, { safe: solo.name })
  const listed = (region: string) =>
    portal
      .getByRole('region', { name: region })
      .getByRole('listitem')
      .filter({ hasText: `${amount} BNB` })
  await fillPayment(portal, { payee: dana.address, amount })
  await expect(portal.getByText(/At least about [\d.]+ BNB/)).toBeVisible()
  await expectCurrent(page, await host.appFrame())
  await pressReady(portal, 'Propose')
  await host.sign()
  const safeTxHash = await host.safeTxHash()
  await host.done()
  await expect(portal.getByText('Proposed, ready to execute')).toBeVisible()
  await goTo(portal, 'Activity')
  await expect(listed('Queue')).toContainText('Verified')
  await expectCurrent(page, await host.appFrame())
  await world.safe.execute(safeTxHash, { safe: solo.name, as: 'Ada' })
  await expect(listed('History')).toContainText('Paid', { timeout: 60_000 })
  await expectCurrent(page, await host.appFrame())
})
