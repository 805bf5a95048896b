import { isHash, parseAbi } from 'viem'
import {
  actAs,
  answerDiscard,
  appFrame,
  dialog,
  done,
  openHost,
  openPanel,
  queueRow,
  sign,
} from '#tests/support/hostPage.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, granted, stateOf } from '#tests/support/sdkCalls.ts'
import { chainReader, nonceOf, rowName, sendingTo, takeCurrentNonce, unique } from '#tests/support/sending.ts'
import { influencers, owners, TREASURY } from '../../../safe-app/accounts.ts'

const [, ben] = owners
const [dana, eli, fay] = influencers

test.beforeEach(async ({ page, rig }) => {
  await openHost(page, rig.hostUrl, { appUrl: rig.appUrl, safe: TREASURY, owner: 0 })
})

test('behavior: signing proposes and returns the safeTxHash, and the status is SUCCESS after the second owner executes', async ({
  page,
  rig,
}) => {
  const frame = await appFrame(page)
  const value = unique()
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, value))
  await expect(dialog(page, 'Send a transaction')).toContainText(dana.name)
  await expect(dialog(page, 'Send a transaction')).toContainText(dana.address)
  await takeCurrentNonce(page, frame)
  await sign(page)
  const { safeTxHash } = granted(await sending)
  await expect(dialog(page, 'Proposed')).toContainText(safeTxHash)
  await done(page)
  const proposed = granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), safeTxHash))
  expect(proposed.txStatus).toBe('AWAITING_CONFIRMATIONS')
  expect(proposed.txHash).toBeNull()
  expect(proposed.detailedExecutionInfo).toMatchObject({ safeTxHash, confirmationsRequired: 2 })

  await actAs(page, ben.name)
  const before = await chainReader(rig.rpcUrl).getBalance({ address: dana.address })
  const row = await queueRow(page, rowName(nonceOf(proposed), value, dana.name))
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
}) => {
  await page.clock.install()
  const frame = await appFrame(page)
  void ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  await takeCurrentNonce(page, frame)
  await sign(page)
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
  page,
  rig,
}) => {
  const frame = await appFrame(page)
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  const note = `R&D ${'x'.repeat(60)}`
  await dialog(page, 'Send a transaction').getByLabel('Note (optional)').pressSequentially(note)
  await sign(page)
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
  page,
  rig,
}) => {
  const frame = await appFrame(page)
  const txs = [dana, eli, fay].map(({ address }) => ({
    to: address,
    value: unique().toString(),
    data: '0x',
    gas: 5,
  }))
  const sending = ask(frame, ({ sdk }, list) => sdk.txs.send({ txs: list }), txs)
  const open = dialog(page, 'Send a batch of 3')
  for (const { name } of [dana, eli, fay]) await expect(open).toContainText(name)
  const hash = open.locator('dt:text("safeTxHash") + dd')
  // Dots keep its place until the host knows the nonce.
  await expect(hash).toHaveText(/^0x[0-9a-f]{64}$/)
  const shown = await hash.textContent()
  await sign(page)
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

test('error: closing asks for confirmation, then answers "Transaction was rejected"', async ({ page }) => {
  const frame = await appFrame(page)
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
  await answerDiscard(page, 'Keep')
  expect(await stateOf(sending)).toBe('pending')
  await page.keyboard.press('Escape')
  await answerDiscard(page, 'Discard')
  expect(await sending).toEqual({ error: 'Transaction was rejected' })
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('behavior: after a success the host also posts a rejection for the same id', async ({ page }) => {
  const frame = await appFrame(page)
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  await sign(page)
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
  page,
}) => {
  const frame = await appFrame(page)
  const faults = await openPanel(page, 'Faults')
  await faults.getByLabel('Signatures that the wallet refuses').fill('1')
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  await sign(page)
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('User rejected signing.')
  expect(await stateOf(sending)).toBe('pending')
  await sign(page)
  expect(isHash(granted(await sending).safeTxHash)).toBe(true)
})

test('behavior: an owner rejects a nonce from the queue, and the original transaction is cancelled', async ({
  page,
}) => {
  const frame = await appFrame(page)
  const value = unique()
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(fay.address, value))
  await takeCurrentNonce(page, frame)
  await sign(page)
  const { safeTxHash } = granted(await sending)
  await done(page)
  const details = granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), safeTxHash))
  const nonce = nonceOf(details)
  const row = await queueRow(page, rowName(nonce, value, fay.name))
  await row.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog(page, `Reject nonce ${nonce}`).getByLabel('Nonce')).toBeDisabled()
  await sign(page)
  await done(page)
  await actAs(page, ben.name)
  const rejection = await queueRow(page, `Nonce ${nonce}: On-chain rejection`)
  await rejection.getByRole('button', { name: 'Execute' }).click()
  await expect
    .poll(
      async () => granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), safeTxHash)).txStatus,
      { timeout: 15_000 },
    )
    .toBe('CANCELLED')
})
