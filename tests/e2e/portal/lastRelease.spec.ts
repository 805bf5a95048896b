import type { Page } from 'playwright/test'
import { DEEP } from '#tests/support/deep.ts'
import { buildLastRelease } from '#tests/support/lastRelease.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { openList } from '#tests/support/payPage.ts'
import { expect, installWallet, test } from '#tests/support/portalFixture.ts'
import { connect, goTo } from '#tests/support/portalPage.ts'
import { type PortalServer, servePortal } from '#tests/support/servePortal.ts'

// Tabs of two releases share what a browser keeps: a tab that stays open over an update, or a server that goes back.

// One worker builds it once.
test.describe.configure({ mode: 'default' })

let last: PortalServer

test.beforeAll(async ({ world }) => {
  test.setTimeout(600_000)
  const build = await buildLastRelease()
  const addresses = {
    rpc: world.rpcUrls.join(),
    service: world.rig.service.url,
    sameSiteHost: world.hostUrl,
    crossSiteHost: world.crossSiteHostUrl,
  }
  last = await servePortal(addresses, { build, node: world.rig.chain.rpcUrl })
})
test.afterAll(() => last.stop())

/** The page gets the last release under the portal's address. */
const asLast = (page: Page, portalUrl: string) =>
  page.route(`${portalUrl}**`, async (route) => {
    const url = route.request().url().replace(portalUrl, last.url)
    await route.fulfill({ response: await route.fetch({ url }) })
  })

async function savePerson(page: Page, name: string, index: number): Promise<void> {
  await goTo(page, 'People')
  await page.getByRole('button', { name: 'Add person' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Address', { exact: true }).fill(payeeAt(index))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${name} is saved.`)).toBeVisible()
}

for (const [from, to] of [
  ['the last release', 'this one'],
  ['this release', 'the last one'],
] as const)
  test(`behavior: what ${from} stored is there in ${to}, in a tab beside it`, { tag: DEEP }, async ({
    wallet,
    context,
    world,
  }) => {
    // Chromium assigns no address space to a page that the test serves, so local nodes need this permission.
    await context.grantPermissions(['local-network-access'])
    const isLastFirst = from === 'the last release'
    if (isLastFirst) await asLast(wallet, world.portalUrl)
    await wallet.goto(world.portalUrl)
    await connect(wallet)
    await savePerson(wallet, 'Dana Dances', 77_010)
    await openList(wallet)
    await wallet
      .getByRole('textbox', { name: 'Paste your list', exact: true })
      .fill(`${payeeAt(77_011)},5,USDT\n${payeeAt(77_012)},7,USDT`)
    await wallet.getByRole('button', { name: 'Check list' }).click()
    await expect(wallet.getByText('Draft saved in this browser.')).toBeVisible()

    const other = await context.newPage()
    await installWallet(other, world)
    if (!isLastFirst) await asLast(other, world.portalUrl)
    await other.goto(world.portalUrl)
    await connect(other)
    await goTo(other, 'People')
    await expect(other.getByRole('link', { name: 'Pay Dana Dances' })).toBeVisible()
    await other.goto(`${world.portalUrl}#/pay/list`)
    await expect(other.getByRole('button', { name: 'Review 2 payments', exact: true })).toBeEnabled()
    await savePerson(other, 'Emre Berg', 77_013)

    await goTo(wallet, 'People')
    for (const name of ['Dana Dances', 'Emre Berg'])
      await expect(wallet.getByRole('link', { name: `Pay ${name}` })).toBeVisible()
    for (const page of [wallet, other]) await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
