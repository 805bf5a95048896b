import { isHash, parseAbi } from 'viem'
import { openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, granted, stateOf } from '#tests/support/sdkCalls.ts'
import { chainReader, nonceOf, rowName, sendingTo, takeCurrentNonce, unique } from '#tests/support/sending.ts'
import { TREASURY } from '../../../rig/seed/safes.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'

const [, ben] = owners
const [dana, eli, fay] = influencers

test.beforeEach(async ({ page, rig }) => {
  await openHost(page, rig)
})

test('behavior: signing proposes and returns the safeTxHash, and the status is SUCCESS after the second owner executes', async ({
  rig,
  host,
}) => {
  const frame = await host.appFrame()
  const value = unique()
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, value))
  await expect(host.dialog('Send a transaction')).toContainText(dana.name)
  await expect(host.dialog('Send a transaction')).toContainText(dana.address)
  await takeCurrentNonce(host)
  await host.sign()
  const { safeTxHash } = granted(await sending)
  await expect(host.dialog('Proposed')).toContainText(safeTxHash)
  await host.done()
  const proposed = granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), safeTxHash))
  expect(proposed.txStatus).toBe('AWAITING_CONFIRMATIONS')
  expect(proposed.txHash).toBeNull()
  expect(proposed.detailedExecutionInfo).toMatchObject({ safeTxHash, confirmationsRequired: 2 })

  await host.actAs(ben.name)
  const before = await chainReader(rig.rpcUrl).getBalance({ address: dana.address })
  const row = await host.queueRow(rowName(nonceOf(proposed), value, dana.name))
  await row.getByRole('button', { name: 'Confirm' }).click()
  await expect(row).toContainText('2 of 2')
  await row.getByRole('button', { name: 'Execute' }).click()
  await expect
    .poll(async () => granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), safeTxHash)), {
      timeout: 15_000,
    })
    .toMatchObject({ txStatus: 'SUCCESS', txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  const after = await chainReader(rig.rpcUrl).getBalance({ address: dana.address })
  expect(after - before).toBe(value)
})

test('behavior: the host’s messages lie over the app’s top right corner for five seconds', async ({
  page,
  host,
}) => {
  await page.clock.install()
  const frame = await host.appFrame()
  void ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  await takeCurrentNonce(host)
  await host.sign()
  const notifications = page.getByRole('region', { name: 'Notifications' })
  const toast = notifications.getByRole('alert')
  await expect(toast).toHaveText(/^Successfully added to queue\./)
  const [over, app] = [
    await toast.boundingBox(),
    await page.getByRole('region', { name: 'App' }).boundingBox(),
  ]
  if (over === null || app === null) throw new Error('Nothing is shown.')
  expect(over.width).toBe(340)
  expect(over.x + over.width + 8).toBe(app.x + app.width)
  expect(over.y).toBe(app.y + 8)
  await page.clock.fastForward(5_000)
  await expect(toast).toHaveCount(0)
})

test('behavior: a note of 60 characters goes with the origin, which has the app’s address without its query', async ({
  rig,
  host,
}) => {
  const frame = await host.appFrame()
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  const note = `R&D ${'x'.repeat(60)}`
  await host.dialog('Send a transaction').getByLabel('Note (optional)').pressSequentially(note)
  await host.sign()
  const { safeTxHash } = granted(await sending)
  const proposal = await fetch(`${rig.serviceUrl}/tx-service/bnb/api/v2/multisig-transactions/${safeTxHash}/`)
  const { origin } = (await proposal.json()) as { origin: string }
  expect(JSON.parse(origin)).toEqual({
    url: new URL(rig.appUrl).origin,
    name: 'unknown',
    note: `R&amp;D ${'x'.repeat(56)}`,
  })
})

test('behavior: a batch becomes one MultiSendCallOnly delegatecall with the hash that the real contract computes', async ({
  rig,
  host,
}) => {
  const frame = await host.appFrame()
  const txs = [dana, eli, fay].map(({ address }) => ({
    to: address,
    value: unique().toString(),
    data: '0x',
    gas: 5,
  }))
  const sending = ask(frame, ({ sdk }, list) => sdk.txs.send({ txs: list }), txs)
  const open = host.dialog('Send a batch of 3')
  for (const { name } of [dana, eli, fay]) await expect(open).toContainText(name)
  const hash = open.locator('dt:text("safeTxHash") + dd')
  // Dots keep its place until the host knows the nonce.
  await expect(hash).toHaveText(/^0x[0-9a-f]{64}$/)
  const shown = await hash.textContent()
  await host.sign()
  const { safeTxHash } = granted(await sending)
  expect(shown).toBe(safeTxHash)
  const details = granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), safeTxHash))
  expect(details.txData).toMatchObject({
    operation: 1,
    to: { value: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2' },
  })
  const onChain = await chainReader(rig.rpcUrl).readContract({
    address: TREASURY,
    abi: parseAbi([
      'function getTransactionHash(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,uint256) view returns (bytes32)',
    ]),
    functionName: 'getTransactionHash',
    args: [
      details.txData?.to.value as `0x${string}`,
      0n,
      details.txData?.hexData as `0x${string}`,
      1,
      0n,
      0n,
      0n,
      '0x0000000000000000000000000000000000000000',
      '0x0000000000000000000000000000000000000000',
      BigInt(nonceOf(details)),
    ],
  })
  expect(onChain).toBe(safeTxHash)
})

test('error: closing asks for confirmation, then answers "Transaction was rejected"', async ({
  page,
  host,
}) => {
  const frame = await host.appFrame()
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  await host.dialog().getByRole('button', { name: 'Reject', exact: true }).click()
  await host.answerDiscard('Keep')
  expect(await stateOf(sending)).toBe('pending')
  await page.keyboard.press('Escape')
  await host.answerDiscard('Discard')
  expect(await sending).toEqual({ error: 'Transaction was rejected' })
  await expect(host.dialog()).toHaveCount(0)
})

test('behavior: after a success the host also posts a rejection for the same id', async ({ host }) => {
  const frame = await host.appFrame()
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  await host.sign()
  const { safeTxHash } = granted(await sending)
  const replies = () =>
    frame.evaluate((hash) => {
      type Reply = { id: string; success: boolean; error?: string; data?: { safeTxHash?: string } }
      const all = window.sdkApp.heard.map(({ data }) => data as Reply)
      const id = all.find((reply) => reply.data?.safeTxHash === hash)?.id
      return all.filter((reply) => reply.id === id).map((reply) => reply.error ?? 'success')
    }, safeTxHash)
  await expect.poll(replies).toEqual(['success', 'Transaction was rejected'])
})

test('error: when the wallet rejects, the host says so, the app gets no answer and the user can try again', async ({
  host,
}) => {
  const frame = await host.appFrame()
  const faults = await host.openPanel('Faults')
  await faults.getByLabel('Signatures that the wallet refuses').fill('1')
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  await host.sign()
  await expect(host.dialog().getByRole('alert')).toHaveText('User rejected signing.')
  expect(await stateOf(sending)).toBe('pending')
  await host.sign()
  expect(isHash(granted(await sending).safeTxHash)).toBe(true)
})

test('behavior: an owner rejects a nonce from the queue, and the original transaction is cancelled', async ({
  host,
}) => {
  const frame = await host.appFrame()
  const value = unique()
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(fay.address, value))
  await takeCurrentNonce(host)
  await host.sign()
  const { safeTxHash } = granted(await sending)
  await host.done()
  const details = granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), safeTxHash))
  const nonce = nonceOf(details)
  const row = await host.queueRow(rowName(nonce, value, fay.name))
  await row.getByRole('button', { name: 'Reject' }).click()
  await expect(host.dialog(`Reject nonce ${nonce}`).getByLabel('Nonce')).toBeDisabled()
  await host.sign()
  await host.done()
  await host.actAs(ben.name)
  const rejection = await host.queueRow(`Nonce ${nonce}: On-chain rejection`)
  await rejection.getByRole('button', { name: 'Execute' }).click()
  await expect
    .poll(
      async () => granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), safeTxHash)).txStatus,
      { timeout: 15_000 },
    )
    .toBe('CANCELLED')
})
