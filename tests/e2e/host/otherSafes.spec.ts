import { parseEther } from 'viem'
import { openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, granted } from '#tests/support/sdkCalls.ts'
import { chainReader, nonceOf, sendingTo, takeCurrentNonce, unique } from '#tests/support/sending.ts'
import { legacy, solo, undeployed } from '../../../rig/seed/safes.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'

const [, ben] = owners
const [dana, eli] = influencers

test('behavior: a 1.3.0 Safe sends batches through its version’s MultiSendCallOnly', async ({
  page,
  rig,
  host,
}) => {
  await openHost(page, rig, { safe: legacy.address })
  const frame = await host.appFrame()
  expect(granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo()))).toMatchObject({
    safeAddress: legacy.address,
    version: expect.stringMatching(/^1\.3\.0/),
  })
  const txs = [dana, eli].flatMap(({ address }) => sendingTo(address, unique()))
  const sending = ask(frame, ({ sdk }, list) => sdk.txs.send({ txs: list }), txs)
  await takeCurrentNonce(host)
  await host.sign()
  const { safeTxHash } = granted(await sending)
  await host.done()
  const read = () => ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), safeTxHash)
  const details = granted(await read())
  expect(details.txData).toMatchObject({
    operation: 1,
    to: { value: '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D' },
  })
  await host.actAs(ben.name)
  const row = await host.queueRow(`Nonce ${nonceOf(details)}: Batch of 2`)
  await row.getByRole('button', { name: 'Execute' }).click()
  await expect.poll(async () => granted(await read()).txStatus, { timeout: 15_000 }).toBe('SUCCESS')
})

test('error: a Safe that is not deployed can open apps but cannot sign yet', async ({ page, rig, host }) => {
  await openHost(page, rig, { safe: undeployed.address })
  const frame = await host.appFrame()
  expect(granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo()))).toMatchObject({
    safeAddress: undeployed.address,
    threshold: undeployed.threshold,
    nonce: 0,
    isReadOnly: false,
  })
  const code = await ask(
    frame,
    ({ sdk }, address) => sdk.eth.getCode([address, 'latest']),
    undeployed.address,
  )
  expect(code).toEqual({ value: '0x' })
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  const open = host.dialog('Send a transaction')
  await expect(open).toContainText('This Safe is not deployed yet')
  await expect(open.getByRole('button', { name: 'Sign', exact: true })).toBeDisabled()
  await host.discard()
  expect(await sending).toEqual({ error: 'Transaction was rejected' })
})

test('error: a transaction that would fail is proposed but not executed, and the app gets its safeTxHash', async ({
  page,
  rig,
  host,
}) => {
  await openHost(page, rig, { safe: solo.address })
  const frame = await host.appFrame()
  const tooMuch = parseEther('1000000000')
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, tooMuch))
  await host.dialog().getByRole('button', { name: 'Sign and execute' }).click()
  await expect(host.dialog('Proposed, not executed').getByRole('alert')).toBeVisible()
  const { safeTxHash } = granted(await sending)
  const details = granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), safeTxHash))
  expect(details.txStatus).toBe('AWAITING_EXECUTION')
})

test('behavior: "Sign and execute" pays at once, and the app gets only the safeTxHash', async ({
  page,
  rig,
  host,
}) => {
  await openHost(page, rig, { safe: solo.address })
  const frame = await host.appFrame()
  const value = unique()
  const before = await chainReader(rig.rpcUrl).getBalance({ address: dana.address })
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, value))
  await takeCurrentNonce(host)
  await host.signAndExecute()
  const reply = granted(await sending)
  expect(Object.keys(reply)).toEqual(['safeTxHash'])
  const after = await chainReader(rig.rpcUrl).getBalance({ address: dana.address })
  expect(after - before).toBe(value)
  await expect
    .poll(
      async () =>
        granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), reply.safeTxHash)).txStatus,
    )
    .toBe('SUCCESS')
})
