import * as Call from '#chain/money/Call.ts'
import { DEEP } from '#tests/support/deep.ts'
import { emptyQueue } from '#tests/support/emptyQueue.ts'
import { pressReady } from '#tests/support/payPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { fillPayment, goTo } from '#tests/support/portalPage.ts'
import { amountOf } from '../../../rig/seed/amountOf.ts'
import { legacy } from '../../../rig/seed/safes.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const [dana] = influencers

test('behavior: E8: a payout behind others says on three pages which nonces come first and which conflict', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  await emptyQueue(world, legacy)
  const call = Call.transfer(dana.address, amountOf('10', 'USDT'))
  const asAda = { safe: legacy.name, as: 'Ada' } as const
  const { nonce: current } = await world.safe.propose([call], asAda)
  await world.safe.reject(current, asAda)
  await world.safe.propose([call], asAda)
  world.rig.service.tellGateway()
  const portal = await world.safe.openApp(page, world.portalUrl, { safe: legacy.name })
  await fillPayment(portal, { payee: dana.address, amount: '0.0041' })
  await pressReady(portal, 'Propose')
  await host.sign()
  await host.done()
  const first = `It can’t run until nonce ${current} and nonce ${current + 1} have run or been rejected.`
  const conflict = `Nonce ${current} is in conflict: only one of its proposals can run.`
  const status = portal.getByRole('status').filter({ hasText: first })
  await expect(status).toContainText(conflict)

  await status.getByRole('link', { name: /^See proposal #/ }).click()
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
