import { openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, granted } from '#tests/support/sdkCalls.ts'
import { solo, TREASURY } from '../../../rig/seed/safes.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const [dana, eli] = influencers

test('behavior: wagmi’s own safe() connector connects, sends a batch and reads its status', async ({
  page,
  rig,
  host,
}) => {
  await openHost(page, rig)
  const frame = await host.appFrame()
  const account = await ask(frame, (app) => app.connectWagmi({}))
  expect(granted(account)).toBe(TREASURY)
  const sending = ask(
    frame,
    (app, [first, second]: readonly [`0x${string}`, `0x${string}`]) =>
      app.sendCallsWagmi([
        { to: first, value: 1_000_000_000_301n },
        { to: second, value: 1_000_000_000_302n },
      ]),
    [dana.address, eli.address] as const,
  )
  await expect(host.dialog('Send a batch of 2')).toContainText(eli.name)
  await host.sign()
  const id = granted(await sending)
  expect(id).toMatch(/^0x[0-9a-f]{64}$/)
  const status = await ask(frame, (app, hash) => app.statusWagmi(hash), id)
  expect(granted(status)).toEqual({ status: 'pending', statusCode: 100 })
})

test('behavior: wagmi reads success after the host executes the transaction', async ({ page, rig, host }) => {
  await openHost(page, rig, { safe: solo.address })
  const frame = await host.appFrame()
  granted(await ask(frame, (app) => app.connectWagmi({})))
  const sending = ask(
    frame,
    (app, to: `0x${string}`) => app.sendCallsWagmi([{ to, value: 1_000_000_000_303n }]),
    dana.address,
  )
  // A transaction left at this nonce by an earlier test would block the recommended one.
  const { nonce } = granted(await ask(frame, (app) => app.sdk.safe.getInfo()))
  await host.dialog('Send a transaction').getByLabel('Nonce').fill(String(nonce))
  await host.signAndExecute()
  const id = granted(await sending)
  await expect
    .poll(async () => granted(await ask(frame, (app, hash) => app.statusWagmi(hash), id)))
    .toEqual({ status: 'success', statusCode: 200 })
})

test('error: wagmi’s default of 10 ms gives up on a host that needs 200 ms', async ({ page, rig, host }) => {
  await openHost(page, rig, { delay: 200 })
  const frame = await host.appFrame()
  const short = await ask(frame, (app) => app.connectWagmi({ timeoutMs: 10 }))
  expect(short).toHaveProperty('error')
  expect(granted(await ask(frame, (app) => app.connectWagmi({ timeoutMs: 5000 })))).toBe(TREASURY)
})
