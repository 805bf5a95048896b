import { fresh } from '#tests/support/activityPage.ts'
import { DEEP } from '#tests/support/deep.ts'
import { pressReady } from '#tests/support/payPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { fillPayment, goTo, type Portal } from '#tests/support/portalPage.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import type { HostPage } from '../../../safe-app/local/playwright.ts'

const [dana, eli, fay] = influencers

/** Fills in the payment and opens the host's dialog. */
const ask = async ({ dialog }: HostPage, portal: Portal, payee: string, amount: string) => {
  await fillPayment(portal, { payee, amount, token: 'USDT' })
  await pressReady(portal, 'Propose')
  await expect(dialog(/Send/)).toContainText(`${amount} USDT`)
}

/** The notice shown while the host's dialog is open. */
const asking = (portal: Portal, amount: string) =>
  portal.getByText(`Sign ${amount} USDT in your Safe`, { exact: true })

const saysPaidBefore = (portal: Portal) =>
  portal.getByText(/already sent or (is|are) under way|already have been sent/)

test('behavior: E1: a payment in the host’s batch is found inside the larger multisend once that is signed', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  const portal = await world.safe.openApp(page, world.portalUrl)
  await ask(host, portal, dana.address, '3.101')
  await host.addToBatch()
  await expect(asking(portal, '3.101')).toBeVisible()
  const panel = await host.openPanel('Batch')
  await panel.getByLabel('Recipient').fill(fay.address)
  await panel.getByLabel('Amount in BNB').fill('0.0123')
  await panel.getByRole('button', { name: 'Add transfer' }).click()
  await host.proposeBatch()
  await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()
  await expect(portal.getByRole('region', { name: 'Payment', exact: true })).toContainText('3.101 USDT')
})

test('behavior: E1: "Cancel waiting" allows the next payment, and the batch is followed when it is signed later', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  const portal = await world.safe.openApp(page, world.portalUrl)
  await ask(host, portal, dana.address, '3.102')
  await host.addToBatch()
  await portal.getByRole('button', { name: 'Cancel waiting' }).click()
  await expect(portal.getByText(/^You stopped waiting\. The request may still be open/)).toBeVisible()
  await expect(portal.getByText('A request is already open')).toHaveCount(0)

  await ask(host, portal, eli.address, '3.103')
  await host.dialog(/Send/).getByRole('button', { name: 'Other actions' }).click()
  await host.sign()
  await host.done()
  await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()

  await host.proposeBatch()
  await goTo(portal, 'Pay')
  await expect(portal.getByText('A payment without an answer was submitted.')).toBeVisible()
  await portal.getByRole('link', { name: 'See its status' }).click()
  await expect(portal.getByRole('region', { name: 'Payment', exact: true })).toContainText('3.102 USDT')
  await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()
  await expect(portal.getByText(/whether this went through/)).toHaveCount(0)
})

test('behavior: E2: after a silent on-chain signing dialog, "Stop waiting" lets Pay propose', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  await world.safe.faults.host.set({ closeSilent: true })
  const portal = await world.safe.openApp(page, world.portalUrl)
  await goTo(portal, 'Get paid')
  await portal.getByRole('textbox', { name: 'Your handle' }).fill(`silent${fresh()}`)
  await portal.getByRole('button', { name: 'Create proof' }).click()
  await portal.getByRole('radio', { name: /^On-chain/ }).press('Space')
  await portal.getByRole('button', { name: 'Propose on-chain signing' }).click()
  await host.discard()
  await expect(portal.getByText('Check your Safe and sign.')).toBeVisible()
  await portal.getByRole('button', { name: 'Cancel waiting' }).click()
  await expect(portal.getByText('You stopped waiting for your Safe', { exact: false })).toBeVisible()
  await ask(host, portal, dana.address, '3.104')
  await host.sign()
  await host.done()
  await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()
})

test('behavior: E6, A25: shows no false message while the dialog is open or in the three seconds after it is closed', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  await world.safe.faults.host.set({ closeDelay: 3_000 })
  const portal = await world.safe.openApp(page, world.portalUrl)
  await ask(host, portal, dana.address, '3.107')
  await expect(asking(portal, '3.107')).toBeVisible()
  await expect(saysPaidBefore(portal)).toHaveCount(0)
  await host.discard()
  await expect(asking(portal, '3.107')).toBeVisible()
  await expect(saysPaidBefore(portal)).toHaveCount(0)
  await expect(portal.getByText(/unknown|We don’t know/i)).toHaveCount(0)
  await expect(portal.getByText('You closed the request in your Safe.')).toBeVisible()
  await expect(portal.getByText('Nothing was sent.')).toBeVisible()
  await expect(saysPaidBefore(portal)).toHaveCount(0)
})
