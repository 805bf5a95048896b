import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright/test'
import { parseUnits } from 'viem'
import { violations } from '#tests/support/axe.ts'
import { DEEP } from '#tests/support/deep.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { expect, installWallet, test, type World } from '#tests/support/portalFixture.ts'
import { connect, fillPayment, goTo, type Portal } from '#tests/support/portalPage.ts'
import { timesPaid } from '#tests/support/timesPaid.ts'
import { approve } from '#tests/support/walletPage.ts'
import { treasury } from '../../../rig/seed/safes.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { setTokenBalance } from '../../../safe-app/chain/localTokens.ts'
import { hostPageOf } from '../../../safe-app/local/playwright.ts'

const USDT = '0x55d398326f99059fF775485246999027B3197955'
const PASSPHRASE = 'correct horse battery'
const [ada] = owners

async function openSettings(portal: Portal): Promise<void> {
  await portal.getByRole('contentinfo').getByRole('link', { name: 'Settings' }).click()
  await expect(portal.getByRole('heading', { name: 'Data in this browser' })).toBeVisible()
}

/** Saves an encrypted backup and returns its text. */
async function backUp(page: Page, portal: Portal): Promise<string> {
  await openSettings(portal)
  await portal.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
  await portal.getByLabel('Passphrase again').fill(PASSPHRASE)
  const download = page.waitForEvent('download')
  await portal.getByRole('button', { name: 'Back up', exact: true }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  await portal.getByRole('button', { name: 'I have the file' }).click()
  return text
}

/** Opens a backup up to its preview. */
async function choose(portal: Portal, text: string): Promise<void> {
  await openSettings(portal)
  await portal.getByLabel('Restore a file').setInputFiles({
    name: 'backup.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
  await portal.getByLabel('Passphrase of this backup').fill(PASSPHRASE)
  await portal.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(portal.getByRole('region', { name: 'What this backup would do' })).toBeVisible()
}

async function keepDana(portal: Portal, dana: string): Promise<void> {
  await goTo(portal, 'People')
  await portal.getByRole('button', { name: 'Add person' }).click()
  await portal.getByLabel('Name', { exact: true }).fill('Dana Dances')
  await portal.getByLabel('Address', { exact: true }).fill(dana)
  await portal.getByRole('button', { name: 'Save' }).click()
  await expect(portal.getByText('Dana Dances is saved.')).toBeVisible()
}

/** Another browser, which knows nothing of the first. */
async function otherBrowser(browser: Browser, world: World): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await installWallet(page, world)
  return page
}

test('behavior: in a tab a paid payout, a person and a request move to a second browser, where it is paid and not payable again', async ({
  wallet,
  world,
  browser,
}, { repeatEachIndex }) => {
  const dana = payeeAt(88_001 + repeatEachIndex)
  const payment = { payee: dana, amount: '1.75', token: 'USDT' }
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await keepDana(wallet, dana)
  await fillPayment(wallet, payment)
  await wallet.getByRole('button', { name: 'Pay 1.75 USDT' }).click()
  await approve(wallet)
  await expect(wallet.getByText('Paid', { exact: true }).first()).toBeVisible()
  await goTo(wallet, 'Get paid')
  await wallet.getByLabel('Amount', { exact: true }).fill('250')
  await wallet.getByRole('button', { name: 'Create request' }).click()
  await approve(wallet)
  await expect(wallet.getByRole('button', { name: 'Copy link' })).toBeVisible()
  const text = await backUp(wallet, wallet)
  expect(text).not.toContain(dana)

  const second = await otherBrowser(browser, world)
  await second.goto(world.portalUrl)
  await choose(second, text)
  await expect(second.getByRole('definition').filter({ hasText: '1 new' })).toHaveCount(3)
  await second.getByRole('button', { name: 'Restore 3 entries' }).click()
  await expect(second.getByText('The backup is restored.')).toBeVisible()
  await expect(second.getByText('1 person, 1 payment request and 1 payout.')).toBeVisible()
  await connect(second)
  await goTo(second, 'Pay')
  await second
    .getByRole('region', { name: 'Recent payouts' })
    .getByRole('link', { name: /1\.75 USDT/ })
    .click()
  await expect(second.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(second.getByRole('button', { name: /^(Pay|Continue|Try)/ })).toHaveCount(0)
  await fillPayment(second, payment)
  await expect(second.getByRole('textbox', { name: /PAY AGAIN/ })).toBeVisible()
  await expect(second.getByRole('button', { name: 'Pay 1.75 USDT' })).toBeDisabled()
  expect(await timesPaid(world.rig, USDT, ada.address, [dana])).toEqual([1])
  await second.context().close()
})

test(
  'behavior: what was proposed in a Safe moves to a second browser, where it is still queued',
  { tag: DEEP },
  async ({ page, world, browser, host }, { repeatEachIndex }) => {
    const dana = payeeAt(88_101 + repeatEachIndex)
    await setTokenBalance(world.rig.chain.client, USDT, treasury.address, parseUnits('1000', 18))
    const portal = await world.safe.openApp(page, world.portalUrl)
    await keepDana(portal, dana)
    await fillPayment(portal, { payee: dana, amount: '1.85', token: 'USDT' })
    await portal.getByRole('button', { name: 'Propose 1.85 USDT' }).click()
    await expect(host.dialog(/Send/)).toBeVisible()
    await host.sign()
    await host.done()
    await expect(portal.getByText(/1 of 2/).first()).toBeVisible()
    const text = await backUp(page, portal)

    const second = await otherBrowser(browser, world)
    const other = await world.safe.openApp(second, world.portalUrl)
    await choose(other, text)
    expect(await violations(await hostPageOf(second).appFrame())).toEqual([])
    await other.getByRole('button', { name: /^Restore \d+ entries$/ }).click()
    await expect(other.getByText('The backup is restored.')).toBeVisible()
    await goTo(other, 'Pay')
    await other
      .getByRole('region', { name: 'Recent payouts' })
      .getByRole('link', { name: /1\.85 USDT/ })
      .click()
    await expect(other.getByText(/1 of 2/).first()).toBeVisible()
    await expect(other.getByRole('button', { name: /^(Propose|Continue|Try)/ })).toHaveCount(0)
    await second.context().close()
  },
)
