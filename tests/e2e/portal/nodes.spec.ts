import { finalizedRefusals } from '../../../safe-app/chain/RpcFaults.ts'
import { card, checkAgain, openDiagnostics } from '../../support/diagnosticsPage.ts'
import { app, openHost } from '../../support/hostPage.ts'
import { expect, test } from '../../support/nodesFixture.ts'

test('behavior: several endpoints are listed in their order, and each is wrong in its own way', async ({
  wallet,
  nodes,
}) => {
  const [first, second, third] = nodes.endpoints
  second.faults.set({ staleHead: 60 })
  third.faults.set({ down: true })
  await wallet.goto(nodes.portalUrl)
  await openDiagnostics(wallet)
  const listed = card(wallet, 'RPC endpoints')
  const hosts = nodes.endpoints.map(({ url }) => new URL(url).host)
  await expect(listed).toContainText(new RegExp(hosts.join('.*'), 's'))
  await expect(listed).toContainText(/Behind.*behind: [\d,]+ s old/)
  await expect(listed).toContainText('Cannot be reached')
  expect(first.counts()).toEqual({})
  expect(second.counts().staleHead).toBeGreaterThan(0)
  expect(third.counts().down).toBeGreaterThan(0)

  second.faults.reset()
  third.faults.set({ down: false, finalizedError: finalizedRefusals.limit })
  await checkAgain(wallet)
  await expect(listed).not.toContainText('Cannot be reached')
  expect(third.counts().finalizedError).toBeGreaterThan(0)
})

test('behavior: in a Safe the portal asks the same endpoints', async ({ page, world, nodes }) => {
  const [, second] = nodes.endpoints
  second.faults.set({ down: true })
  await openHost(page, world.hostUrl, { appUrl: nodes.portalUrl, owner: 0 })
  await openDiagnostics(app(page))
  await expect(card(app(page), 'RPC endpoints')).toContainText('Cannot be reached')
  expect(second.counts().down).toBeGreaterThan(0)
})
