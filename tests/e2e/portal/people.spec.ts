import { treasury } from '../../../safe-app/seed/safes.ts'
import { violations } from '../../support/axe.ts'
import { app, appFrame, openHost } from '../../support/hostPage.ts'
import { inspect } from '../../support/inspect.ts'
import { payeeAt } from '../../support/payeeAt.ts'
import { expect, test } from '../../support/portalFixture.ts'
import { connect, goTo, type Portal } from '../../support/portalPage.ts'

const dana = payeeAt(77_001)

/** Saves someone from Pay's list of people. */
async function addDana(portal: Portal): Promise<void> {
  await goTo(portal, 'Pay')
  await portal.getByRole('link', { name: 'People' }).click()
  await expect(portal.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await portal.getByRole('button', { name: 'Add person' }).click()
  await portal.getByLabel('Name', { exact: true }).fill('Dana Dances')
  await portal.getByLabel('Address', { exact: true }).fill(dana)
  await portal.getByRole('button', { name: 'Save' }).click()
  await expect(portal.getByText('Dana Dances is saved.')).toBeVisible()
}

/** Chooses her by a part of her name, and reviews a payment. */
async function reviewPayment(portal: Portal): Promise<void> {
  await goTo(portal, 'Pay')
  const to = portal.getByLabel('To', { exact: true })
  await to.pressSequentially('dana d')
  await portal.getByRole('option', { name: /Dana Dances/ }).click()
  await expect(to).toHaveValue(dana)
  await portal.getByLabel('Amount').fill('1.5')
  await portal.getByRole('button', { name: 'Review payment' }).click()
  const review = portal.getByRole('region', { name: 'Total' })
  await expect(review).toContainText('Dana Dances')
  await expect(review).toContainText(dana)
}

test('behavior: in a tab someone is saved, paid by name, and taken along as an address book', async ({
  wallet,
  world,
}) => {
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await addDana(wallet)
  await inspect(wallet, 'People')
  await wallet.getByRole('button', { name: 'Edit Dana Dances' }).click()
  await inspect(wallet, 'a person')
  await wallet.getByRole('button', { name: 'Cancel' }).click()
  const download = wallet.waitForEvent('download')
  await wallet.getByRole('button', { name: 'Export for Safe{Wallet}' }).click()
  expect((await download).suggestedFilename()).toBe('safe-address-book.csv')
  await reviewPayment(wallet)

  await test.step('behavior: the link Pay of someone fills in their address', async () => {
    await goTo(wallet, 'Pay')
    await wallet.getByLabel('To', { exact: true }).fill('')
    await wallet.getByRole('link', { name: 'People' }).click()
    await wallet.getByRole('link', { name: 'Pay Dana Dances' }).click()
    await expect(wallet.getByLabel('To', { exact: true })).toHaveValue(dana)
  })
})

test('behavior: in a Safe someone is saved and paid by name', async ({ page, world }) => {
  await openHost(page, world.hostUrl, { appUrl: world.portalUrl, safe: treasury.address, owner: 0 })
  await addDana(app(page))
  expect(await violations(await appFrame(page))).toEqual([])
  await reviewPayment(app(page))
})

test('behavior: in a Safe its owners’ names are taken after they agree in the host, and not before', async ({
  page,
  world,
}) => {
  await openHost(page, world.hostUrl, {
    appUrl: `${world.portalUrl}#/pay/people`,
    safe: treasury.address,
    owner: 0,
  })
  const portal = app(page)
  await portal.getByRole('button', { name: 'Get names from Safe{Wallet}' }).click()
  await expect(portal.getByText('Waiting for your answer in Safe{Wallet}…')).toBeVisible()
  const permission = page.getByRole('dialog', { name: 'Permissions request' })
  await permission.getByRole('button', { name: 'Accept' }).click()
  const plan = portal.getByRole('region', { name: 'Import people' })
  await expect(plan).toContainText(/^Import people\d+ new people/)
  await plan.getByRole('button', { name: /^Import \d+/ }).click()
  await expect(portal.getByText(/people imported\.$/)).toBeVisible()
  await goTo(portal, 'Overview')
  await expect(portal.getByRole('region', { name: 'Owners' })).toContainText('Ada')
})

test('behavior: in a Safe a refusal changes nothing, and the next press says where to allow it', async ({
  page,
  world,
}) => {
  await openHost(page, world.hostUrl, {
    appUrl: `${world.portalUrl}#/pay/people`,
    safe: treasury.address,
    owner: 0,
  })
  const portal = app(page)
  const ask = portal.getByRole('button', { name: 'Get names from Safe{Wallet}' })
  await ask.click()
  await page
    .getByRole('dialog', { name: 'Permissions request' })
    .getByRole('button', { name: 'Reject' })
    .click()
  await expect(portal.getByText('You closed the request in your Safe. Nothing was changed.')).toBeVisible()
  await ask.click()
  await expect(portal.getByText(/^Safe\{Wallet\} gave no names\. If you refused before/)).toBeVisible()
  await expect(portal.getByText('No one yet')).toBeVisible()
})
