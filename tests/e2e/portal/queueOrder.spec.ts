import * as SafeTx from '#safe/tx/SafeTx.ts'
import { nonces, payout, proposeTo } from '#tests/integration/rig/proposals.ts'
import { emptyQueue } from '#tests/support/emptyQueue.ts'
import { app, done, openHost, sign } from '#tests/support/hostPage.ts'
import { pressReady } from '#tests/support/payPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { fillPayment, goTo } from '#tests/support/portalPage.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'
import { legacy } from '../../../safe-app/seed/safes.ts'

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
  world.rig.service.tellGateway()
  await openHost(page, world.hostUrl, { appUrl: world.portalUrl, safe: legacy.address, owner: ada.index })
  const portal = app(page)
  await fillPayment(portal, { payee: dana.address, amount: '0.0041' })
  await pressReady(portal, 'Propose')
  await sign(page)
  await done(page)
  const first = `It can’t run until nonce ${current} and nonce ${current + 1n} have run or been rejected.`
  const conflict = `Nonce ${current} is in conflict: several proposals wait there, and only one can run.`
  const status = portal.getByRole('status').filter({ hasText: first })
  await expect(status).toContainText(conflict)

  await status.getByRole('link', { name: /^0x/ }).click()
  const does = portal.getByRole('status').filter({ hasText: '1 of' })
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
