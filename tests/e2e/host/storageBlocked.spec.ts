import { openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, granted } from '#tests/support/sdkCalls.ts'

test('behavior: storage is blocked in a host at 127.0.0.1 and works in a host at localhost', async ({
  page,
  rig,
  host,
}) => {
  await openHost(page, rig)
  const blocked = await ask(await host.appFrame(), async () => localStorage.length)
  expect(blocked).toHaveProperty('error')
  await openHost(page, { ...rig, hostUrl: rig.sameSiteHostUrl })
  const allowed = await ask(await host.appFrame(), async () => {
    localStorage.setItem('kept', 'yes')
    return localStorage.getItem('kept')
  })
  expect(granted(allowed)).toBe('yes')
})
