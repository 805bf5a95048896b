import * as SafeTx from '#safe/tx/SafeTx.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'
import { legacy } from '../../../safe-app/seed/safes.ts'
import { nonces, payout, proposeTo } from '../../integration/rig/proposals.ts'
import { emptyQueue } from '../../support/emptyQueue.ts'
import { app, dialog, done, openHost, queueRow, sign } from '../../support/hostPage.ts'
import { pressReady } from '../../support/payPage.ts'
import { expect, test } from '../../support/portalFixture.ts'
import { fillPayment, goTo } from '../../support/portalPage.ts'

const [ada] = owners
const [dana] = influencers

test('behavior: E8: a payout behind others says on three pages which nonces come first and which conflict', async ({
  page,
  world,
}) => {
  await emptyQueue(world.rig, legacy)
  const { current } = await nonces(world.rig, legacy)
  for (const tx of [payout(current), SafeTx.rejection(legacy.address, current), payout(current + 1n)]) {
    await proposeTo(world.rig, tx, ada, legacy)
  }
  await openHost(page, world.hostUrl, { appUrl: world.portalUrl, safe: legacy.address, owner: ada.index })
  const portal = app(page)
  await fillPayment(portal, { payee: dana.address, amount: '0.0041' })
  await pressReady(portal, 'Propose')
  await sign(page)
  await done(page)
  const first = `It can’t run until nonce ${current} and nonce ${current + 1n} have run or been rejected.`
  const conflict = `Nonce ${current} is in conflict: several proposals wait there, and only one can run.`
  const parts = portal.getByRole('list', { name: 'Parts' })
  await expect(parts).toContainText(first)
  await expect(parts).toContainText(conflict)

  await parts.getByRole('link', { name: /^0x/ }).press('Enter')
  const does = portal.getByRole('region', { name: 'What it does' })
  await expect(does).toContainText(first)
  await expect(does).toContainText(conflict)

  await goTo(portal, 'Activity')
  const row = portal
    .getByRole('region', { name: 'Queue' })
    .getByRole('listitem')
    .filter({ hasText: '0.0041 BNB' })
  await expect(row).toContainText(first)
  await expect(row).toContainText(conflict)
})

test('behavior: E8: a nonce raised in the host and a rejection at the same nonce are both pointed out', async ({
  page,
  world,
}) => {
  await emptyQueue(world.rig, legacy)
  const { current } = await nonces(world.rig, legacy)
  await openHost(page, world.hostUrl, { appUrl: world.portalUrl, safe: legacy.address, owner: 0 })
  const portal = app(page)
  await fillPayment(portal, { payee: dana.address, amount: '0.0042' })
  await pressReady(portal, 'Propose')
  const own = current + 7n
  await dialog(page, /Send/).getByLabel('Nonce').fill(`${own}`)
  await sign(page)
  await done(page)
  const parts = portal.getByRole('list', { name: 'Parts' })
  await expect(parts).toContainText(
    `It can’t run until nonces ${current} to ${own - 1n} have run or been rejected.`,
  )
  await expect(parts).toContainText(`Nothing is proposed at nonces ${current} to ${own - 1n} yet.`)

  const row = await queueRow(page, /0\.0042 BNB/)
  await row.getByRole('button', { name: 'Reject' }).click()
  await sign(page)
  await done(page)
  const rejection = `A rejection waits at the same nonce ${own}. If it runs, this one never will.`
  await expect(parts).toContainText(rejection, { timeout: 30_000 })
  await parts.getByRole('link', { name: /^0x/ }).press('Enter')
  await expect(portal.getByRole('region', { name: 'What it does' })).toContainText(rejection)
  await goTo(portal, 'Activity')
  await expect(
    portal.getByRole('region', { name: 'Queue' }).getByRole('listitem').filter({ hasText: '0.0042 BNB' }),
  ).toContainText(rejection)
})
