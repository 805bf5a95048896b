import { hostLink, openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, granted } from '#tests/support/sdkCalls.ts'
import { TREASURY } from '../../../rig/seed/safes.ts'

test('behavior: an unknown app is framed like in Safe{Wallet} and gets no extra permissions', async ({
  page,
  rig,
  host,
}) => {
  await test.step('behavior: the frame’s request carries its destination, and the host’s origin as referrer', async () => {
    const request = page.waitForRequest((each) => each.url() === rig.appUrl)
    await openHost(page, rig)
    const headers = await (await request).allHeaders()
    expect(headers['sec-fetch-dest']).toBe('iframe')
    expect(headers.referer).toBe(`${rig.hostUrl}/`)
    const frame = await host.appFrame()
    expect(await frame.evaluate(() => [...location.ancestorOrigins])).toEqual([rig.hostUrl])
  })

  await test.step('behavior: the frame has exactly the real host’s sandbox, and no features for an unknown app', async () => {
    const frame = host.iframe
    await expect(frame).toHaveAttribute(
      'sandbox',
      'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-downloads allow-orientation-lock',
    )
    await expect(frame).toHaveAttribute('allow', '')
    await expect(frame).toHaveAttribute('src', rig.appUrl)
    await expect(frame).toHaveAttribute('id', `iframe-${encodeURIComponent(rig.appUrl)}`)
    expect(await frame.getAttribute('referrerpolicy')).toBeNull()
  })

  await test.step('behavior: the page says that it is a local host with test keys', async () => {
    await expect(page.getByRole('banner')).toContainText(
      'Local Safe host — test keys only. Signatures made here are worthless elsewhere and must stay so.',
    )
  })

  await test.step('behavior: modals, top navigation and the clipboard API are blocked, the copy command and popups work', async () => {
    const frame = await host.appFrame()
    expect(await frame.evaluate(() => confirm('Sure?'))).toBe(false)
    const leaving = await ask(frame, async () => {
      ;(window.top as Window).location.href = 'about:blank'
    })
    expect(leaving).toHaveProperty('error')
    const clipboard = await ask(frame, () => navigator.clipboard.writeText('x'))
    expect(clipboard).toHaveProperty('error')
    await host.app.getByLabel('Text').click()
    const copied = await frame.evaluate(() => {
      const input = document.querySelector('input')
      input?.select()
      return document.execCommand('copy')
    })
    expect(copied).toBe(true)
    const popup = page.waitForEvent('popup')
    await frame.evaluate(() => void window.open('/sub'))
    await (await popup).close()
  })
})

test('error: a URL that the browser normalises keeps the app hidden: still loading after 10 s, an error after 90 s', async ({
  page,
  rig,
}) => {
  await page.clock.install()
  const withoutSlash = `${rig.appUrl.replace(/\/$/, '')}?x=1`
  await page.goto(hostLink({ ...rig, appUrl: withoutSlash }))
  const region = page.getByRole('region', { name: 'App' })
  await expect(region).toContainText('Loading the app…')
  await page.clock.fastForward(10_000)
  await expect(region).toContainText('The app is still loading…')
  await page.clock.fastForward(80_000)
  await expect(region.getByRole('alert')).toContainText('There was an error loading the Safe App')
})

test('error: an app that never loads shows an error after 90 s', async ({ page, rig }) => {
  await page.clock.install()
  await page.goto(hostLink({ ...rig, appUrl: `${rig.appUrl}hang` }))
  const region = page.getByRole('region', { name: 'App' })
  await expect(region).toContainText('Loading the app…')
  await page.clock.fastForward(10_000)
  await expect(region).toContainText('still loading')
  await page.clock.fastForward(80_000)
  await expect(region.getByRole('alert')).toBeVisible()
})

test('behavior: queries, fragments, paths and same-origin redirects open and get answers', async ({
  page,
  rig,
  host,
}) => {
  for (const path of ['?x=1', '#/r', 'sub', 'moved']) {
    await openHost(page, { ...rig, appUrl: `${rig.appUrl}${path}` })
    const info = await ask(await host.appFrame(), ({ sdk }) => sdk.safe.getInfo())
    expect(granted(info).safeAddress).toBe(TREASURY)
  }
})

test('error: an app that redirects to another origin loads but never gets an answer', async ({
  page,
  rig,
  host,
}) => {
  await openHost(page, { ...rig, appUrl: `${rig.appUrl}elsewhere` })
  await expect(host.app.getByText('The test app runs.')).toBeVisible()
  const frame = await host.appFrame()
  expect(new URL(frame.url()).hostname).toBe('127.0.0.1')
  const arrived = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        window.addEventListener('message', (event) => resolve(event.data.method))
      }),
  )
  await frame.evaluate(() => void window.sdkApp.sdk.safe.getInfo())
  expect(await arrived).toBe('getSafeInfo')
  const panel = await host.openPanel('Traffic')
  await expect(panel).not.toContainText('getSafeInfo')
  expect(await frame.evaluate(() => window.sdkApp.heard.length)).toBe(0)
})

for (const [path, how] of [
  ['denied/', 'X-Frame-Options'],
  ['framed-by-others/', 'frame-ancestors'],
] as const) {
  test(`error: an app that forbids framing by ${how} shows the browser’s own error, and the host shows none`, async ({
    page,
    rig,
    host,
  }) => {
    await openHost(page, { ...rig, appUrl: `${rig.appUrl}${path}` })
    await expect(page.getByRole('region', { name: 'App' }).getByRole('alert')).toHaveCount(0)
    const frame = await host.appFrame()
    await expect.poll(() => frame.url()).toMatch(/^chrome-error:/)
  })
}

test('behavior: the real host’s deep link opens the app', async ({ page, rig, host }) => {
  const query = new URLSearchParams({ safe: `bnb:${TREASURY}`, appUrl: rig.appUrl })
  await page.goto(`${rig.hostUrl}/apps/open?${query}`)
  await expect(host.app.getByText('The test app runs.')).toBeVisible()
})
