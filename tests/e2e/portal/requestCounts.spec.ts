import type { Page } from 'playwright/test'
import { ask } from '#tests/integration/rig/ask.ts'
import { clearQueue, fresh, payment, queue } from '#tests/support/activityPage.ts'
import { fileOf, openList, readRows } from '#tests/support/payPage.ts'
import { expect, test, type World } from '#tests/support/portalFixture.ts'
import { goTo } from '#tests/support/portalPage.ts'
import { treasury } from '../../../rig/seed/safes.ts'
import { influencers } from '../../../safe-app/accounts.ts'

// Prints how many requests the portal sends, to compare with earlier versions by hand.

const [dana] = influencers
const QUEUED = 10

test.afterEach(({ world }) => clearQueue(world))

async function queueLength({ rig }: World): Promise<number> {
  const { body } = await ask<{ results: readonly { type: string }[] }>(
    rig.service.url,
    `/v1/chains/56/safes/${treasury.address}/transactions/queued`,
  )
  return body.results.filter(({ type }) => type === 'TRANSACTION').length
}

/** Counts the requests of the portal's frame: HTTP requests, and the calls to endpoints inside them. */
function countRequests(page: Page, world: World) {
  const counts = { rpc: 0, calls: 0, service: 0 }
  page.on('request', (request) => {
    if (!request.frame().url().startsWith(world.portalUrl)) return
    const { origin } = new URL(request.url())
    if (origin === new URL(world.rig.service.url).origin) counts.service++
    if (request.method() !== 'POST' || !world.rpcUrls.some((url) => new URL(url).origin === origin)) return
    counts.rpc++
    const body: unknown = request.postDataJSON()
    counts.calls += Array.isArray(body) ? body.length : 1
  })
  return (what: string) => {
    console.log(
      `${what}: ${counts.rpc} requests to endpoints (${counts.calls} calls), ${counts.service} to the service`,
    )
    Object.assign(counts, { rpc: 0, calls: 0, service: 0 })
  }
}

test('behavior: Overview, a queue of ten and a history page send this many requests', async ({
  page,
  world,
  host,
}) => {
  // Other tests of this worker may have left proposals in the queue; they count too.
  for (let length = await queueLength(world); length < QUEUED; length++) {
    await queue(world, payment(dana.address, `${fresh()}.5`, 'USDT'))
  }
  const print = countRequests(page, world)
  const portal = await world.safe.openApp(page, world.portalUrl)
  await expect(portal.getByRole('region', { name: 'Balances' })).toContainText(/Tether USD\s*[\d,.]+/)
  await expect(portal.getByRole('region', { name: 'Needs your attention' })).toContainText('Nonce')
  await (await host.appFrame()).waitForLoadState('networkidle')
  print('Overview with 5 tokens')
  await goTo(portal, 'Activity')
  const rows = portal.getByRole('region', { name: 'Queue' }).getByText('Verified')
  await expect.poll(() => rows.count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(QUEUED)
  const history = portal.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history.filter({ hasText: 'Paid' }).first()).toBeVisible({ timeout: 60_000 })
  await (await host.appFrame()).waitForLoadState('networkidle')
  print('Queue of 10 and a history page')
})

test('behavior: from the review of a list to the host’s dialog no address of the service but the queue is read more than twice', async ({
  page,
  world,
  host,
}) => {
  const portal = await world.safe.openApp(page, world.portalUrl)
  await openList(portal)
  await (await host.appFrame()).waitForLoadState('networkidle')
  const reads = new Map<string, number>()
  page.on('request', (request) => {
    if (request.method() !== 'GET' || !request.frame().url().startsWith(world.portalUrl)) return
    const { origin, pathname, search } = new URL(request.url())
    if (origin !== new URL(world.rig.service.url).origin) return
    // The length of its page only asks past copies of the queue.
    const address = `${pathname}${search}`.replace(/limit%3D\d+%26offset%3D0$/, 'newest')
    reads.set(address, (reads.get(address) ?? 0) + 1)
  })
  const opened = Date.now()
  await readRows(portal, fileOf(12, fresh()))
  const reviewed = Date.now()
  const propose = portal.getByRole('button', { name: /^Propose 12 payments/ })
  await expect(propose).toBeEnabled()
  const enabled = Date.now()
  await propose.click()
  await expect(host.dialog('Send')).toBeVisible()
  console.log(
    `A list of 12: review after ${reviewed - opened} ms, Propose ${enabled - reviewed} ms later, dialog ${Date.now() - enabled} ms after the press`,
  )
  for (const [address, count] of reads) console.log(`${count} x ${address}`)
  // The queue is read for the review, when Propose is pressed, and right before the host is asked: an entry that
  // appears in it after that is the answer.
  const most = (address: string) => (address.endsWith('newest') ? 3 : 2)
  expect([...reads].filter(([address, count]) => count > most(address))).toEqual([])
})
