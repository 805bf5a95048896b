import { DEEP } from '#tests/support/deep.ts'
import { card, openDiagnostics, report } from '#tests/support/diagnosticsPage.ts'
import { openHost } from '#tests/support/hostLink.ts'
import { inspect } from '#tests/support/inspect.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { pressReady } from '#tests/support/payPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { fillPayment } from '#tests/support/portalPage.ts'

// A frame that is cross-site to its host, with default browser settings: nothing can be stored.

test('error: with storage blocked, nothing can be proposed until the user confirms that the page forgets', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  await openHost(page, { hostUrl: world.crossSiteHostUrl, appUrl: world.portalUrl }, { delay: 500 })
  const portal = host.app
  await test.step('behavior: with storage blocked the portal works and says that it remembers nothing', async () => {
    await expect(portal.getByText('2 of 3 owners must sign')).toBeVisible()
    await expect(portal.getByText(/browser blocks storage here/)).toBeVisible()
    await inspect(page, 'storage blocked', () => host.appFrame())
  })

  await test.step('behavior: Diagnostics lists the handshake line by line and reports blocked storage', async () => {
    await openDiagnostics(portal)
    await expect(card(portal, 'This page')).toContainText(`Safe host${world.crossSiteHostUrl}`)
    await expect(card(portal, 'This page')).toContainText(/\d ms\s*parent http/)
    expect((await report(portal)).match(/^ *[\d,]+ ms: asked$/gm)?.length).toBeGreaterThan(1)
    await expect(card(portal, 'This browser')).toContainText('Only for this page')
  })

  await fillPayment(portal, { payee: payeeAt(7_201), amount: '1.5', token: 'USDT' })
  const tick = portal.getByRole('checkbox', {
    name: /^I’ll keep this page open until the proposal is in my Safe’s queue/,
  })
  await expect(tick).toBeVisible()
  await expect(portal.getByText(/^Balance and token checked/)).toBeVisible()
  await expect(portal.getByRole('button', { name: 'Propose' })).toBeDisabled()
  await tick.check()
  await pressReady(portal, 'Propose')
  await host.discard()
  await expect(portal.getByText('You closed the request in your Safe.')).toBeVisible()
})
