import type { Page } from 'playwright/test'
import { type HostLink, hostLink, openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, granted, stateOf } from '#tests/support/sdkCalls.ts'
import { solo, TREASURY } from '../../../rig/seed/safes.ts'
import { hostPageOf } from '../../../safe-app/local/playwright.ts'

async function open(page: Page, rig: { hostUrl: string; appUrl: string }, faults: HostLink) {
  await openHost(page, rig, faults)
  return hostPageOf(page).appFrame()
}

test('error: the host drops the first messages without a reply and answers later ones', async ({
  page,
  rig,
}) => {
  const frame = await open(page, rig, { drop: 2 })
  const first = ask(frame, ({ sdk }) => sdk.safe.getInfo())
  const second = ask(frame, ({ sdk }) => sdk.safe.getInfo())
  const third = await ask(frame, ({ sdk }) => sdk.safe.getInfo())
  expect(granted(third).safeAddress).toBe(TREASURY)
  expect(await stateOf(first)).toBe('pending')
  expect(await stateOf(second)).toBe('pending')
})

test('error: a delayed host answers late', async ({ page, rig }) => {
  const frame = await open(page, rig, { delay: 700 })
  const took = await ask(frame, async ({ sdk }) => {
    const start = performance.now()
    await sdk.safe.getInfo()
    return performance.now() - start
  })
  expect(granted(took)).toBeGreaterThanOrEqual(700)
})

test('error: a silent host never answers, and replies again once the fault is switched off', async ({
  page,
  rig,
  host,
}) => {
  const frame = await open(page, rig, { silent: 1 })
  const lost = ask(frame, ({ sdk }) => sdk.safe.getInfo())
  const panel = await host.openPanel('Traffic')
  await expect(panel).toContainText('getSafeInfo: answered (silent)')
  const faults = await host.openPanel('Faults')
  await faults.getByLabel('Never answer').uncheck()
  expect(granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo())).safeAddress).toBe(TREASURY)
  expect(await stateOf(lost)).toBe('pending')
})

test('error: every reply arrives twice', async ({ page, rig }) => {
  const frame = await open(page, rig, { twice: 1 })
  granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo()))
  const times = () =>
    frame.evaluate(
      () => window.sdkApp.heard.filter(({ data }) => JSON.stringify(data).includes('safeAddress')).length,
    )
  await expect.poll(times).toBe(2)
})

test('error: the SDK ignores replies from another origin and window', async ({ page, rig }) => {
  const frame = await open(page, rig, { relay: 1 })
  const lost = ask(frame, ({ sdk }) => sdk.safe.getInfo())
  const replies = () =>
    frame.evaluate(() =>
      window.sdkApp.heard
        .filter(({ data }) => JSON.stringify(data).includes('safeAddress'))
        .map(({ origin, fromParent }) => ({ origin, fromParent })),
    )
  const foreign = rig.hostUrl.replace('127.0.0.1', 'localhost')
  await expect.poll(replies).toEqual([{ origin: foreign, fromParent: false }])
  expect(await stateOf(lost)).toBe('pending')
})

test('error: the SDK ignores a host whose origin the app does not list', async ({ page, rig, host }) => {
  const listed = rig.sameSiteHostUrl
  const appUrl = `${rig.appUrl}?allow=${encodeURIComponent(listed)}`
  const frame = await open(page, rig, { appUrl })
  const lost = ask(frame, ({ sdk }) => sdk.safe.getInfo())
  await expect
    .poll(() =>
      frame.evaluate(() =>
        window.sdkApp.heard.some(({ data }) => JSON.stringify(data).includes('safeAddress')),
      ),
    )
    .toBe(true)
  expect(await stateOf(lost)).toBe('pending')
  await openHost(page, { hostUrl: listed, appUrl })
  const believed = await ask(await host.appFrame(), ({ sdk }) => sdk.safe.getInfo())
  expect(granted(believed).safeAddress).toBe(TREASURY)
})

test('error: junk before every reply neither breaks nor misleads the SDK', async ({ page, rig }) => {
  const frame = await open(page, rig, { junk: 1 })
  expect(granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo())).safeAddress).toBe(TREASURY)
  const errors = await frame.evaluate(() => window.sdkApp.errors)
  expect(errors.join()).toMatch(/version|split/)
})

test('error: the next calls of one method fail with "Request failed", other methods still work', async ({
  page,
  rig,
}) => {
  const frame = await open(page, rig, { fail: 'getSafeInfo:2' })
  const info = () => ask(frame, ({ sdk }) => sdk.safe.getInfo())
  expect(await info()).toEqual({ error: 'Request failed' })
  expect(await ask(frame, ({ sdk }) => sdk.safe.getChainInfo())).toHaveProperty('value')
  expect(await info()).toEqual({ error: 'Request failed' })
  expect(await info()).toHaveProperty('value')
})

test('error: a host on another chain reports that chain in getInfo and getChainInfo', async ({
  page,
  rig,
}) => {
  const frame = await open(page, rig, { chain: 1 })
  expect(granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo())).chainId).toBe(1)
  expect(granted(await ask(frame, ({ sdk }) => sdk.safe.getChainInfo())).chainId).toBe('1')
})

test('error: a message is lost while the communicator is rebuilt for a listed app', async ({
  page,
  rig,
  host,
}) => {
  // Holds back the backend's answer and stretches the gap after it, so that the test reliably hits the
  // moment.
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/safe-apps?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(hostLink(rig, { listed: 1, rebuildGap: 1000 }))
  const review = page.getByRole('form', { name: 'Browser features' })
  await review.getByRole('button', { name: 'Continue' }).click()
  await expect(host.iframe).toBeVisible()
  const frame = await host.appFrame()
  granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo()))

  const answered = page.waitForResponse(/\/safe-apps\?/)
  release()
  await answered
  const retry = () =>
    ask(frame, ({ sdk }) => {
      const tooLate = new Promise<'lost'>((resolve) => setTimeout(() => resolve('lost'), 300))
      return Promise.race([sdk.safe.getInfo().then(() => 'answered' as const), tooLate])
    })
  expect(await retry()).toEqual({ value: 'lost' })
  await expect.poll(retry).toEqual({ value: 'answered' })
})

test('behavior: choosing another Safe gives the app a new frame', async ({ page, rig, host }) => {
  const frame = await open(page, rig, {})
  await frame.evaluate(() => Object.assign(window, { marked: true }))
  await host.chooseSafe(solo.name)
  await expect(host.iframe).toBeVisible()
  const next = await host.appFrame()
  await next.waitForFunction(() => 'sdkApp' in window)
  expect(await next.evaluate(() => 'marked' in window)).toBe(false)
  expect(granted(await ask(next, ({ sdk }) => sdk.safe.getInfo())).safeAddress).not.toBe(TREASURY)
})

test('error: with the fault on, the Safe changes without giving the app a new frame', async ({
  page,
  rig,
  host,
}) => {
  const frame = await open(page, rig, { keepFrame: 1 })
  await frame.evaluate(() => Object.assign(window, { marked: true }))
  await host.chooseSafe(solo.name)
  await expect
    .poll(async () => granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo())).safeAddress)
    .not.toBe(TREASURY)
  expect(await frame.evaluate(() => 'marked' in window)).toBe(true)
})
