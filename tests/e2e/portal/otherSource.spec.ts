import { allChecks, openRow, queued } from '#tests/support/activityPage.ts'
import { expect, test } from '#tests/support/signInFixture.ts'
import { treasury } from '../../../rig/seed/safes.ts'

test('behavior: with the gateway down, lists come from the transaction service and say so', async ({
  page,
  signIn,
  world,
}) => {
  const fetched: string[] = []
  page.on('response', (response) => fetched.push(new URL(response.url()).pathname))
  const safe = `${signIn.url}#/activity/safe/${treasury.address}`
  await page.goto(safe)
  const queue = page.getByRole('region', { name: 'Queue' })
  const history = page.getByRole('region', { name: 'History' })
  await expect(queue.getByText('Source: Safe gateway.')).toBeVisible()
  // The transaction service's client is larger than the portal, and has not been needed so far.
  expect(fetched.filter((path) => /txServiceReads/.test(path))).toEqual([])
  await world.safe.faults.service.set({ down: true, match: '/v1/chains/56/' })
  await page.reload()
  await expect(queue.getByText('Source: Safe transaction service.')).toBeVisible()
  await expect(history.getByText('Source: Safe transaction service.')).toBeVisible()
  const row = queued(page, 'USDT').first()
  await expect(row).toContainText('Verified')
  await openRow(row)
  const checks = await allChecks(page)
  await expect(page.getByText('come from the Safe transaction service')).toBeVisible()
  await expect(checks.getByText('The Safe’s own contract reads the same payment.')).toBeVisible()
})
