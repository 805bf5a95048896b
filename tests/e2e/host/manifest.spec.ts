import { openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, granted } from '#tests/support/sdkCalls.ts'
import { TREASURY } from '../../../rig/seed/safes.ts'

test('behavior: an app opened by its URL is named "unknown", also in the proposal’s origin', async ({
  page,
  rig,
  host,
}) => {
  await openHost(page, rig)
  await expect(page.getByTitle('unknown')).toBeVisible()
  const proposal = page.waitForRequest(/\/propose$/)
  const sending = ask(
    await host.appFrame(),
    ({ sdk }, to) => sdk.txs.send({ txs: [{ to, value: '1000000000505', data: '0x' }] }),
    TREASURY,
  )
  await host.sign()
  const { origin: url } = new URL(rig.appUrl)
  expect((await proposal).postDataJSON().origin).toBe(JSON.stringify({ url, name: 'unknown' }))
  granted(await sending)
})

test('behavior: an added app has its name, and the manifest’s features that the user grants', async ({
  page,
  rig,
  host,
}) => {
  await openHost(page, rig)
  const panel = await host.openPanel('App')
  await panel.getByRole('button', { name: 'Add custom Safe App' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add custom Safe App' })
  await dialog.getByRole('button', { name: 'Check manifest' }).click()
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
  await dialog.getByLabel(/at my own risk/).check()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const review = page.getByRole('form', { name: 'Browser features' })
  await expect(review.getByLabel('clipboard-write')).toBeChecked()
  await review.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByTitle('Test app')).toHaveAttribute('allow', 'clipboard-write')
})

test('error: a page that is not a Safe App cannot be opened or added', async ({ page, rig, host }) => {
  await test.step('error: refuses a text that is not a URL', async () => {
    await openHost(page, rig)
    const panel = await host.openPanel('App')
    await panel.getByLabel('App URL').fill('not a url')
    await panel.getByRole('button', { name: 'Open app' }).click()
    await expect(panel.getByRole('alert')).toHaveText('The url is invalid')
  })

  await test.step('error: cannot add an app whose manifest has no CORS headers, has no description or is not JSON', async () => {
    const panel = await host.openPanel('App')
    await panel.getByRole('button', { name: 'Add custom Safe App' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add custom Safe App' })
    for (const path of ['no-cors/', 'no-description/', 'html/']) {
      await dialog.getByLabel('Safe App URL').fill(`${rig.appUrl}${path}`)
      await expect(dialog.getByRole('alert')).toHaveCount(0)
      await dialog.getByRole('button', { name: 'Check manifest' }).click()
      await expect(dialog.getByRole('alert')).toHaveText("The app doesn't support Safe App functionality")
      await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0)
    }
  })
})
