import { openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, granted } from '#tests/support/sdkCalls.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'

const [, ben] = owners

test.beforeEach(async ({ page, rig }) => {
  await openHost(page, rig)
})

test('behavior: only the app gets permissions, wallet and theme, and it gets every change of the theme', async ({
  page,
  host,
}) => {
  await test.step('behavior: the app gets the address book once the user accepts, and the permission stays', async () => {
    const frame = await host.appFrame()
    expect(await ask(frame, ({ sdk }) => sdk.wallet.getPermissions())).toEqual({ value: [] })
    const asking = ask(frame, ({ sdk }) => sdk.safe.requestAddressBook())
    await host.answerPermissions('Accept')
    const book = granted(await asking)
    expect(book).toContainEqual({
      address: influencers[0].address,
      chainId: '56',
      name: influencers[0].name,
    })
    const [permission] = granted(await ask(frame, ({ sdk }) => sdk.wallet.getPermissions()))
    expect(permission).toMatchObject({
      parentCapability: 'requestAddressBook',
      invoker: new URL(frame.url()).origin,
      caveats: [],
    })
  })

  await test.step('behavior: the Safe is read-only for a non-owner or without a wallet, and a new connection is not pushed', async () => {
    const frame = await host.appFrame()
    const heard = () =>
      frame.evaluate(
        () => window.sdkApp.heard.filter(({ data }) => JSON.stringify(data)?.includes('safeAddress')).length,
      )
    for (const name of ['Stranger', 'Nobody (no wallet)']) {
      await host.actAs(name)
      expect(granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo())).isReadOnly).toBe(true)
    }
    const before = await heard()
    await host.actAs(ben.name)
    // A full round trip of another request shows that nothing was pushed in the meantime.
    await ask(frame, ({ sdk }) => sdk.safe.getEnvironmentInfo())
    expect(await heard()).toBe(before)
    expect(granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo())).isReadOnly).toBe(false)
  })

  await test.step('behavior: the theme is pushed at the start and on a change, and returned on request', async () => {
    const frame = await host.appFrame()
    const pushed = () =>
      frame.evaluate(() =>
        window.sdkApp.heard
          .map(({ data }) => (data as { data?: { darkMode?: boolean } } | null)?.data?.darkMode)
          .filter((darkMode) => darkMode !== undefined),
      )
    await expect.poll(pushed).toEqual([true])
    await page.getByRole('button', { name: 'Light theme' }).click()
    await expect.poll(pushed).toEqual([true, false])
    await frame.evaluate(() =>
      window.parent.postMessage(
        { id: 'theme-question', method: 'getCurrentTheme', env: { sdkVersion: '9.1.0' } },
        '*',
      ),
    )
    await expect
      .poll(() =>
        frame.evaluate(() =>
          window.sdkApp.heard
            .map(({ data }) => data)
            .find((data) => (data as { id?: string }).id === 'theme-question'),
        ),
      )
      .toEqual({ id: 'theme-question', success: true, version: '9.1.0', data: { darkMode: false } })
  })

  await test.step('error: unknown methods, malformed messages and other windows are never answered', async () => {
    const frame = await host.appFrame()
    await frame.evaluate(() => {
      for (const message of [
        null,
        'text',
        7,
        { id: 'no-method' },
        { id: 'unknown', method: 'deleteEverything', env: { sdkVersion: '9.1.0' } },
        { id: 'proto', method: '__proto__', env: {} },
      ]) {
        window.parent.postMessage(message, '*')
      }
    })
    // The host's own window sends a valid method: the source is wrong.
    await page.evaluate(() =>
      window.postMessage({ id: 'self', method: 'getSafeInfo', env: { sdkVersion: '9.1.0' } }, '*'),
    )
    await ask(frame, ({ sdk }) => sdk.safe.getInfo())
    const ids = await frame.evaluate(() =>
      window.sdkApp.heard.map(({ data }) => (data as { id?: string } | null)?.id),
    )
    for (const id of ['no-method', 'unknown', 'proto', 'self']) expect(ids).not.toContain(id)
  })
})

test('error: rejected permissions are error 4001 in the SDK, and the address book stays closed', async ({
  host,
}) => {
  const frame = await host.appFrame()
  const asking = ask(frame, ({ sdk }) => sdk.wallet.requestPermissions([{ requestAddressBook: {} }]))
  await host.answerPermissions('Reject')
  expect(await asking).toEqual({ error: 'Permissions rejected', code: 4001 })
})
