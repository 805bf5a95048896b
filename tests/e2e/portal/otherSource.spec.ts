import { treasury } from '../../../safe-app/seed/safes.ts'
import { queued } from '../../support/activityPage.ts'
import { expect, test } from '../../support/signInFixture.ts'

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
  await expect(queue.getByText('From the Safe gateway.')).toBeVisible()
  // The transaction service's client is larger than the portal, and has not been needed so far.
  expect(fetched.filter((path) => /txServiceReads/.test(path))).toEqual([])
  world.serviceFaults({ down: true, match: '/v1/chains/56/' })
  await page.reload()
  await expect(queue.getByText('From the Safe transaction service.')).toBeVisible()
  await expect(history.getByText('From the Safe transaction service.')).toBeVisible()
  const row = queued(page, 'USDT').first()
  await expect(row).toContainText('Checked here')
  await row.getByRole('link', { name: 'Details' }).click()
  const checked = page.getByRole('region', { name: 'Checked' })
  await expect(checked).toContainText('were told by the Safe transaction service')
  await expect(checked.getByText('The Safe contract, asked on the chain, gives the same hash.')).toBeVisible()
})
