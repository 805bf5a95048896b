import { card, checkAgain, leaveSample, openDiagnostics, report } from '#tests/support/diagnosticsPage.ts'
import { expect, test } from '#tests/support/nodesFixture.ts'
import { finalizedRefusals } from '../../../safe-app/chain/RpcFaults.ts'

test('behavior: several endpoints are listed in order, each with its own fault', async ({
  wallet,
  world,
  nodes,
}) => {
  await leaveSample(world)
  const [first, second, third] = nodes.endpoints
  second.faults.set({ staleHead: 1_000 })
  third.faults.set({ down: true })
  await wallet.goto(nodes.portalUrl)
  await openDiagnostics(wallet)
  const listed = card(wallet, 'Network')
  const hosts = nodes.endpoints.map(({ url }) => new URL(url).host)
  await expect(listed).toContainText(new RegExp(hosts.join('.*'), 's'))
  await expect(listed).toContainText(/Behind.*behind: [\d,]+ s old/)
  await expect(listed).toContainText('Is unreachable')
  expect(first.counts()).toEqual({})
  expect(second.counts().staleHead).toBeGreaterThan(0)
  expect(third.counts().down).toBeGreaterThan(0)

  first.faults.set({ status: 503 })
  second.faults.set({ staleHead: 0, html: true })
  third.faults.set({ down: false, hang: true })
  await checkAgain(wallet)
  await expect(listed).not.toContainText('Is unreachable')
  await expect(listed).toContainText('Answers HTTP 503')
  await expect(listed).toContainText('Answers something that is not JSON')
  await expect(listed).toContainText('Gives no answer in time')

  first.faults.set({ status: null, rpcError: { code: -32000, message: 'no' } })
  second.faults.set({ html: false, status: 413, match: 'eth_getLogs' })
  third.faults.set({ hang: false, finalizedError: finalizedRefusals.limit })
  await checkAgain(wallet)
  await expect(listed).not.toContainText('Gives no answer in time')
  await expect(listed).toContainText('refuses: “no” (-32000)', { ignoreCase: true })
  expect(third.counts().finalizedError).toBeGreaterThan(0)
  expect(await report(wallet)).toMatch(/logs of 50 blocks: .*no: answers HTTP 413/)

  for (const { faults } of nodes.endpoints) faults.reset()
  await checkAgain(wallet)
  await expect(listed).toContainText('“Paid” can be confirmed')
  await expect(listed).not.toContainText(/refuses|Answers HTTP/)
})

test('behavior: in a Safe the portal uses the same endpoints', async ({ page, world, nodes }) => {
  const [, second] = nodes.endpoints
  second.faults.set({ down: true })
  const portal = await world.safe.openApp(page, nodes.portalUrl)
  await openDiagnostics(portal)
  await expect(card(portal, 'Network')).toContainText('Is unreachable')
  expect(second.counts().down).toBeGreaterThan(0)
})
