import { parseEther } from 'viem'
import { fresh } from '#tests/support/activityPage.ts'
import { DEEP } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, goTo } from '#tests/support/portalPage.ts'
import { influencers, stranger } from '../../../safe-app/accounts.ts'

const [, eli] = influencers

/**
 * The notifications that the browser has shown, and a function that hides the tab. Headless browsers have only
 * visible tabs.
 */
type Watched = Window & { shown: Notification[]; hide: () => void }

test('behavior: with notifications allowed, a hidden tab tells once of a payment, and a click leads to it', {
  tag: DEEP,
}, async ({ wallet, context, world }) => {
  const amount = `0.0${fresh()}3`
  await context.grantPermissions(['notifications'], { origin: world.portalUrl })
  await wallet.clock.install()
  await wallet.addInitScript(() => {
    const here = window as unknown as Watched
    here.shown = []
    const Real = Notification
    class Noted extends Real {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        this.addEventListener('show', () => here.shown.push(this))
      }
    }
    window.Notification = Noted
    here.hide = () => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
      Object.defineProperty(document, 'hidden', { configurable: true, value: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
  })
  await wallet.goto(`${world.portalUrl}?wallet=account:${eli.index}#/settings`)
  await wallet.getByLabel('Notifications').check()
  await connect(wallet)
  await goTo(wallet, 'Get paid')
  await wallet.getByLabel('Amount', { exact: true }).fill(amount)
  await wallet.getByLabel('Token').selectOption({ label: 'BNB' })
  await wallet.getByLabel('What is it for?').fill('Story about a mountain')
  const signs = wallet.getByRole('checkbox', { name: /^Sign/ })
  if (await signs.isChecked()) await signs.uncheck()
  await wallet.getByRole('button', { name: /^Create/ }).click()
  await expect(wallet.getByRole('heading', { level: 1, name: `${amount} BNB` })).toBeVisible()
  await goTo(wallet, 'Overview')
  await expect(wallet.getByRole('region', { name: 'Needs your attention' })).toContainText('Watching 1 open')
  await wallet.evaluate(() => (window as unknown as Watched).hide())

  const { client } = world.rig.chain
  await client.sendTransactionSync({
    account: stranger.address,
    to: eli.address,
    value: parseEther(amount),
    gas: 21_000n,
  })
  await client.mine({ blocks: 4 })
  const titles = () => wallet.evaluate(() => (window as unknown as Watched).shown.map(({ title }) => title))
  // A hidden tab reads once a minute.
  const aMinuteLater = async () => {
    await wallet.clock.fastForward(60_000)
    return titles()
  }
  // A jump of the clock ends what is being read, so a slow machine gets more time before the next one.
  const every = { intervals: [2_000, 4_000, 8_000, 16_000], timeout: 120_000 }
  await expect.poll(aMinuteLater, every).toEqual([`${amount} BNB was paid`])
  await aMinuteLater()
  await expect(wallet).toHaveTitle('(1) Influencer Portal')
  expect(await titles()).toHaveLength(1)
  await wallet.evaluate(() => (window as unknown as Watched).shown[0]?.dispatchEvent(new Event('click')))
  await expect(wallet.getByRole('heading', { level: 1, name: `${amount} BNB` })).toBeVisible()
})
