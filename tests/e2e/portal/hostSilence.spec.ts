import type { Page } from 'playwright/test'
import { fresh } from '#tests/support/activityPage.ts'
import {
  addToBatch,
  app,
  closeDialog,
  dialog,
  done,
  openHost,
  openPanel,
  proposeBatch,
  sign,
} from '#tests/support/hostPage.ts'
import { pressReady } from '#tests/support/payPage.ts'
import { expect, test, type World } from '#tests/support/portalFixture.ts'
import { fillPayment, goTo, type Portal } from '#tests/support/portalPage.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'
import { treasury } from '../../../safe-app/seed/safes.ts'

const [ada] = owners
const [dana, eli, fay] = influencers

const openTreasury = async (page: Page, world: World, fault: Record<string, string | number> = {}) => {
  await openHost(page, world.hostUrl, {
    appUrl: world.portalUrl,
    safe: treasury.address,
    owner: ada.index,
    ...fault,
  })
  return app(page)
}

/** Fills in the payment and opens the host's dialog. */
const ask = async (page: Page, portal: Portal, payee: string, amount: string) => {
  await fillPayment(portal, { payee, amount, token: 'USDT' })
  await pressReady(portal, 'Propose')
  await expect(dialog(page, /Send/)).toContainText(`${amount} USDT`)
}

/** The notice shown while the host's dialog is open. */
const asking = (portal: Portal, amount: string) =>
  portal.getByText(`Sign ${amount} USDT in your Safe`, { exact: true })

const saysPaidBefore = (portal: Portal) =>
  portal.getByText(/already sent or (is|are) under way|already have been sent/)

test('behavior: E1: a payment in the host’s batch is found inside the larger multisend once that is signed', async ({
  page,
  world,
}) => {
  const portal = await openTreasury(page, world)
  await ask(page, portal, dana.address, '3.101')
  await addToBatch(page)
  await expect(asking(portal, '3.101')).toBeVisible()
  const panel = await openPanel(page, 'Batch')
  await panel.getByLabel('Recipient').fill(fay.address)
  await panel.getByLabel('Amount in BNB').fill('0.0123')
  await panel.getByRole('button', { name: 'Add transfer' }).click()
  await proposeBatch(page)
  await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()
  await expect(portal.getByRole('region', { name: 'Payment', exact: true })).toContainText('3.101 USDT')
})

test('behavior: E1: "Cancel waiting" allows the next payment, and the batch is followed when it is signed later', async ({
  page,
  world,
}) => {
  const portal = await openTreasury(page, world)
  await ask(page, portal, dana.address, '3.102')
  await addToBatch(page)
  await portal.getByRole('button', { name: 'Cancel waiting' }).click()
  await expect(portal.getByText(/^You stopped waiting\. The request may still be open/)).toBeVisible()
  await expect(portal.getByText('A request is already open')).toHaveCount(0)

  await ask(page, portal, eli.address, '3.103')
  await dialog(page, /Send/).getByRole('button', { name: 'Other actions' }).click()
  await sign(page)
  await done(page)
  await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()

  await proposeBatch(page)
  await goTo(portal, 'Pay')
  await expect(portal.getByText('A payment without an answer was submitted.')).toBeVisible({
    timeout: 30_000,
  })
  await portal.getByRole('link', { name: 'See its status' }).click()
  await expect(portal.getByRole('region', { name: 'Payment', exact: true })).toContainText('3.102 USDT')
  await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()
  await expect(portal.getByText(/whether this went through/)).toHaveCount(0)
})

test('behavior: E2: after a silent on-chain signing dialog, "Stop waiting" lets Pay propose', async ({
  page,
  world,
}) => {
  const portal = await openTreasury(page, world, { closeSilent: 1 })
  await goTo(portal, 'Verify')
  await portal.getByRole('link', { name: 'Prove my address' }).click()
  await portal.getByRole('textbox', { name: 'Your handle' }).fill(`silent${fresh()}`)
  await portal.getByRole('button', { name: 'Create proof' }).click()
  await portal.getByRole('radio', { name: /^On-chain/ }).press('Space')
  await portal.getByRole('button', { name: 'Propose on-chain signing' }).click()
  await closeDialog(page)
  await expect(portal.getByText('Check your Safe and sign.')).toBeVisible()
  await portal.getByRole('button', { name: 'Cancel waiting' }).click()
  await expect(portal.getByText('You stopped waiting for your Safe', { exact: false })).toBeVisible()
  await ask(page, portal, dana.address, '3.104')
  await sign(page)
  await done(page)
  await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()
})

test('behavior: E6, A25: shows no false message while the dialog is open or in the three seconds after it is closed', async ({
  page,
  world,
}) => {
  const portal = await openTreasury(page, world, { closeDelay: 3_000 })
  await ask(page, portal, dana.address, '3.107')
  await expect(asking(portal, '3.107')).toBeVisible()
  await expect(saysPaidBefore(portal)).toHaveCount(0)
  await closeDialog(page)
  await expect(asking(portal, '3.107')).toBeVisible()
  await expect(saysPaidBefore(portal)).toHaveCount(0)
  await expect(portal.getByText(/unknown|We don’t know/i)).toHaveCount(0)
  await expect(portal.getByText('You closed the request in your Safe.')).toBeVisible()
  await expect(portal.getByText('Nothing was sent.')).toBeVisible()
  await expect(saysPaidBefore(portal)).toHaveCount(0)
})
