import { violations } from '#tests/support/axe.ts'
import { DEEP } from '#tests/support/deep.ts'
import { inspect } from '#tests/support/inspect.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { pressReady, readRows } from '#tests/support/payPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, goTo, type Portal, unfold } from '#tests/support/portalPage.ts'
import { timesPaid } from '#tests/support/timesPaid.ts'
import { approve, card } from '#tests/support/walletPage.ts'
import { owners } from '../../../safe-app/accounts.ts'

const USDT = '0x55d398326f99059fF775485246999027B3197955'

const attention = (portal: Portal) => portal.getByRole('region', { name: 'Needs your attention' })
/** The browser's zone, see `playwright.config.ts`: late in the evening its date is not this computer's. */
const dates = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' })
/** A date in it, as `YYYY-MM-DD`. */
const dayFromNow = (days: number) => dates.format(Date.now() + days * 86_400_000)

/** Puts the payout whose page is open into a campaign, and makes a reminder of it that is due tomorrow. */
async function remind(portal: Portal, name: string): Promise<void> {
  await unfold(portal.getByRole('region', { name: 'Next' }), 'More')
  await portal.getByRole('button', { name: /title or campaign$/ }).click()
  await portal.getByLabel('Campaign (optional)').fill('Autumn')
  await portal.getByRole('button', { name: 'Save' }).click()
  await expect(portal.getByRole('link', { name: '#Autumn' })).toBeVisible()
  const repeat = portal.getByRole('region', { name: 'Next', exact: true })
  await repeat.getByRole('button', { name: 'Remind me' }).click()
  await repeat.getByLabel('Title').fill(name)
  await repeat.getByLabel('Next date').fill(dayFromNow(1))
  await repeat.getByRole('button', { name: 'Save' }).click()
  await expect(repeat).toContainText('Reminder saved.')
}

/** Shows the payments of a campaign alone, with its sums. */
async function chooseCampaign(portal: Portal, tag: string): Promise<void> {
  await goTo(portal, 'Activity')
  await portal.getByRole('button', { name: 'Filter', exact: true }).click()
  const choice = portal.getByLabel('Campaign', { exact: true })
  await choice.focus()
  await choice.selectOption(tag)
  await expect(portal.getByRole('region', { name: tag })).toBeVisible()
  await expect(choice).toBeFocused()
}

/** Brings the next date of a reminder to today, above the form of Pay. */
async function makeDue(portal: Portal, name: string): Promise<void> {
  await goTo(portal, 'Pay')
  await unfold(portal, /^1 reminder/)
  await portal.getByRole('button', { name: `Change ${name}` }).click()
  await portal.getByLabel('Next date').fill(dayFromNow(0))
  await portal.getByRole('button', { name: 'Save' }).click()
  await expect(portal.getByRole('list', { name: 'Reminders' }).getByText('Due today')).toBeVisible()
}

/** Changes the amount in a row of the list. */
async function changeAmount(portal: Portal, line: number, amount: string): Promise<void> {
  const row = portal.getByRole('group', { name: `Line ${line}`, exact: true })
  await row.getByRole('button', { name: `Edit line ${line}` }).click()
  await row.getByLabel('Amount').fill(amount)
}

test(
  'behavior: in a tab a reminder becomes due, says what changed, and pays only after the review',
  { tag: DEEP },
  async ({ wallet, world }, { repeatEachIndex }) => {
    const from = 91_000 + repeatEachIndex * 10
    const [ada, ben] = [payeeAt(from), payeeAt(from + 1)]
    const name = 'Retainers'
    await wallet.goto(world.portalUrl)
    await connect(wallet)
    await readRows(wallet, `receiver,amount,token\n${ada},1.25,USDT`)
    await wallet.getByRole('button', { name: /^Pay 1\.25/ }).click()
    await approve(wallet)
    await expect(wallet.getByText('Paid', { exact: true }).first()).toBeVisible()
    await remind(wallet, name)
    await inspect(wallet, 'a payout with a reminder')

    await goTo(wallet, 'Overview')
    await expect(wallet.getByRole('region', { name: 'Latest' })).toBeVisible()
    await expect(wallet.getByText(`${name} is due`)).toHaveCount(0)
    await expect(wallet).toHaveTitle('Influencer Portal')
    await makeDue(wallet, name)
    await inspect(wallet, 'reminders')

    const row = attention(wallet)
      .getByRole('listitem')
      .filter({ hasText: `${name} is due` })
    await test.step('behavior: Overview offers it with count and totals, and counts it', async () => {
      await goTo(wallet, 'Overview')
      await expect(row).toContainText('1 payment · 1.25 USDT · Due today · Same as last time')
      await expect(wallet).toHaveTitle('(1) Influencer Portal')
    })

    await test.step('behavior: it opens its review, and its list filled in behind it, and asks the wallet for nothing', async () => {
      await row.getByRole('link', { name: 'Review' }).click()
      const offered = wallet.getByRole('region', { name, exact: true })
      const review = wallet.getByRole('region', { name: 'Review', exact: true })
      await expect(review.getByRole('region', { name })).toContainText('Same 1 payment as last time')
      await expect(review.getByRole('region', { name })).toContainText('Everyone was paid last time.')
      await inspect(wallet, 'the review of a reminder')
      await pressReady(wallet, 'Back')
      await expect(wallet.getByLabel('Campaign (optional)')).toHaveValue('Autumn')
      await changeAmount(wallet, 2, '2.5')
      await wallet.getByRole('button', { name: 'Add a payment' }).click()
      const added = wallet.getByRole('group', { name: 'Line 3', exact: true })
      await added.getByLabel('To', { exact: true }).fill(ben)
      await added.getByLabel('Amount').fill('0.75')
      await added.getByLabel('Token').fill('USDT')
      await expect(offered).toContainText('1 new · 1 with another amount since')
      await expect(offered).toContainText(/gets 2\.50 USDT, last time 1\.25 USDT/)
      await inspect(wallet, 'a reminder that is due')
      await expect(card(wallet)).toHaveCount(0)
      expect(await timesPaid(world.rig, USDT, owners[0].address, [ada, ben])).toEqual([1, 0])
    })

    await test.step('behavior: it is paid after the review, and is not due any more', async () => {
      await pressReady(wallet, 'Review 2 payments')
      await wallet.getByRole('button', { name: /^Pay .*, one by one$/ }).click()
      await approve(wallet)
      await expect(card(wallet)).toContainText(ben.slice(2, 8), { timeout: 30_000, ignoreCase: true })
      await approve(wallet)
      await expect(wallet.getByText('2 paid', { exact: true })).toBeVisible()
      await expect(wallet.getByRole('region', { name: 'Next', exact: true })).toContainText(
        new RegExp(`${name}.*every month`),
      )
      expect(await timesPaid(world.rig, USDT, owners[0].address, [ada, ben])).toEqual([2, 1])
      await goTo(wallet, 'Overview')
      await expect(wallet.getByRole('region', { name: 'Latest' })).toBeVisible()
      await expect(row).toHaveCount(0)
      await expect(wallet).toHaveTitle('Influencer Portal')
    })

    await test.step('behavior: its campaign adds up what is planned, paid and left', async () => {
      await chooseCampaign(wallet, '#Autumn')
      await wallet.getByRole('button', { name: 'Set budget' }).click()
      await wallet.getByLabel('Budget', { exact: true }).fill('3')
      await wallet.getByRole('button', { name: 'Save' }).click()
      const sums = wallet.getByRole('list', { name: 'Sums of #Autumn' })
      await expect(sums).toContainText(/Budget\s*3 USDT.*Paid\s*4\.50 USDT.*Over by\s*1\.50 USDT/)
      const rows = wallet.getByRole('region', { name: 'History' })
      await expect(rows).toContainText('All paid')
      await expect(rows.getByRole('status').first()).toContainText('match the filter.')
      await inspect(wallet, 'a campaign')
    })
  },
)

test(
  'behavior: in a Safe a reminder becomes due, is not paid twice, and is proposed only after the review',
  { tag: DEEP },
  async ({ page, world, host }, { repeatEachIndex }) => {
    const from = 92_000 + repeatEachIndex * 10
    const [ada, ben] = [payeeAt(from), payeeAt(from + 1)]
    const name = 'Retainers'
    const portal = await world.safe.openApp(page, world.portalUrl)
    await readRows(portal, `receiver,amount,token\n${ada},0.0${from}1,USDT\n${ben},0.0${from}2,USDT`)
    await portal.getByRole('button', { name: /^Propose 2 payments/ }).click()
    await host.sign()
    await host.done()
    await remind(portal, name)
    await makeDue(portal, name)
    expect(await violations(await host.appFrame())).toEqual([])

    await goTo(portal, 'Overview')
    const row = attention(portal)
      .getByRole('listitem')
      .filter({ hasText: `${name} is due` })
    await expect(row).toContainText('2 payments')
    await row.getByRole('link', { name: 'Review' }).click()
    const review = portal.getByRole('region', { name: 'Review', exact: true })
    const offered = portal.getByRole('region', { name, exact: true })
    await expect(offered).toContainText('Last time isn’t settled: 2 in the queue')
    await expect(host.dialog()).toHaveCount(0)
    await expect(review.getByRole('textbox', { name: /PAY AGAIN/ })).toBeVisible()
    await pressReady(portal, 'Back')
    await changeAmount(portal, 2, `0.0${from}3`)
    await expect(offered).toContainText('1 with another amount since')
    expect(await violations(await host.appFrame())).toEqual([])

    await test.step('error: a row that is still in the queue is not proposed again without typed consent', async () => {
      await pressReady(portal, 'Review 2 payments')
      await expect(portal.getByRole('textbox', { name: /PAY AGAIN/ })).toBeVisible()
      await expect(portal.getByRole('button', { name: /^Propose/ })).toBeDisabled()
      await portal.getByRole('button', { name: 'Skip it, pay the other' }).click()
      await pressReady(portal, /^Propose/)
      await host.sign()
      await host.done()
    })

    await goTo(portal, 'Overview')
    await expect(portal.getByRole('region', { name: 'Owners' })).toBeVisible()
    await expect(row).toHaveCount(0)
    await chooseCampaign(portal, '#Autumn')
    await expect(portal.getByRole('list', { name: 'Sums of #Autumn' })).toContainText(
      new RegExp(`Queued\\s*0\\.${3 * from}6 USDT`),
    )
  },
)
