import type { Page } from 'playwright/test'
import { chunkOf, ownStyles } from '#tests/support/chunks.ts'
import { DEEP } from '#tests/support/deep.ts'
import { openList } from '#tests/support/payPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect } from '#tests/support/portalPage.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const PAY = 'src/pages/pay/PayPage.tsx'

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const isAlive = (page: Page) => expect(link(page, 'Overview')).toHaveAttribute('aria-current', 'page')

test('error: a file that does not arrive is said, with a way on', async ({ page, world }) => {
  const arrives = async () => {
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Connect your wallet' })).toBeVisible()
  }
  await test.step('error: the first script missing is said in the page, which stays readable', async () => {
    await page.route(world.portalUrl + chunkOf('src/main.ts'), (route) => route.abort())
    await page.goto(world.portalUrl)
    await expect(page.getByText('This page didn’t load. Nothing was sent.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Get paid in crypto. Know when it’s final.',
    )
    await page.unrouteAll({ behavior: 'wait' })
  })
  await test.step('error: a part of the portal missing is said, with a way on', async () => {
    await page.route(world.portalUrl + chunkOf('src/app/Portal.tsx'), (route) => route.abort())
    await page.goto(world.portalUrl)
    await expect(page.getByRole('heading', { name: 'This page didn’t load completely' })).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
  })
  await test.step('error: a script that does not arrive is said, and “Try again” loads it', async () => {
    await page.route(world.portalUrl + chunkOf(PAY), (route) => route.abort())
    await page.getByRole('button', { name: 'Reload' }).click()
    await isAlive(page)
    await link(page, 'Pay').click()
    await expect(page.getByText('This part did not load.')).toBeVisible()
    await arrives()
  })
  await test.step('error: a page is not shown without its styles, and “Try again” loads them', async () => {
    const styles = ownStyles('/pay')
    expect(styles).not.toEqual([])
    for (const style of styles) await page.route(world.portalUrl + style, (route) => route.abort())
    await page.goto('about:blank')
    await page.goto(`${world.portalUrl}#/pay`)
    await expect(page.getByText('This part did not load.')).toBeVisible()
    await arrives()
  })
})

test.describe('after a new release', () => {
  /** Another build takes the place of this one: its files are there, those of the old one are gone. */
  async function publish(page: Page, portalUrl: string, nextUrl: string): Promise<void> {
    await page.route(`${portalUrl}**`, async (route) => {
      const url = route.request().url().replace(portalUrl, nextUrl)
      await route.fulfill({ response: await route.fetch({ url }) })
    })
  }
  // Files that are still on their way when a test ends.
  test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

  test('behavior: the page reloads itself once and says so', async ({ page, world, signIn }) => {
    await page.goto(world.portalUrl)
    await isAlive(page)
    await publish(page, world.portalUrl, signIn.url)
    await link(page, 'Pay').click()
    await expect(page.getByText('A new version was published, so this page was reloaded.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Connect your wallet' })).toBeVisible()
  })

  test('error: a file that is missing in the newest release is said, and nothing reloads', {
    tag: DEEP,
  }, async ({ page, world }) => {
    await page.goto(world.portalUrl)
    await isAlive(page)
    await page.route(world.portalUrl + chunkOf(PAY), (route) => route.fulfill({ status: 404 }))
    await link(page, 'Pay').click()
    await expect(page.getByText('This part did not load.')).toBeVisible()
    await expect(page.getByText('so this page was reloaded')).toHaveCount(0)
  })

  test('behavior: a half-typed form stays, with the choice to reload', { tag: DEEP }, async ({
    wallet,
    world,
    signIn,
  }) => {
    await wallet.goto(world.portalUrl)
    await connect(wallet)
    await openList(wallet)
    const typed = wallet.getByRole('textbox', { name: 'Paste your list', exact: true })
    await typed.fill(`${influencers[0].address}, 5, USDT`)
    await publish(wallet, world.portalUrl, signIn.url)
    const table = chunkOf('src/pages/pay/list/DraftEditor.tsx')
    await wallet.route(world.portalUrl + table, (route) => route.fulfill({ status: 404 }))
    await wallet.getByRole('button', { name: 'Check list' }).click()
    await expect(wallet.getByText('This part did not load.')).toBeVisible()
    await expect(wallet.getByRole('button', { name: 'Reload the page' })).toBeVisible()
    await wallet.unrouteAll({ behavior: 'wait' })
    await wallet.getByRole('button', { name: 'Try again' }).click()
    await expect(wallet.getByRole('button', { name: 'Review 1 payment', exact: true })).toBeVisible()
  })
})
