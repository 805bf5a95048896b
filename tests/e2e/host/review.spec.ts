import { parseEther } from 'viem'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, begin, granted } from '#tests/support/sdkCalls.ts'
import { nonceOf, rowName, sendingTo, unique } from '#tests/support/sending.ts'
import { TREASURY } from '../../../rig/seed/safes.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const [dana, eli] = influencers

test.beforeEach(async ({ page, rig }) => {
  await openHost(page, rig)
})

test('behavior: the user can change the amount without the app being notified, so the app must compare', async ({
  host,
}) => {
  const frame = await host.appFrame()
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  const open = host.dialog('Send a transaction')
  await open.getByRole('button', { name: 'Change amount' }).click()
  await open.getByLabel('Amount').fill('0.0707')
  await expect(open).toContainText('0.0707 BNB')
  await host.sign()
  const { safeTxHash } = granted(await sending)
  const details = granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), safeTxHash))
  expect(details.txData?.value).toBe(parseEther('0.0707').toString())
})

test('behavior: the user can choose the nonce of a queued transaction and gets a conflict warning', async ({
  host,
}) => {
  const frame = await host.appFrame()
  const { nonce } = granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo()))
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(eli.address, unique()))
  const open = host.dialog('Send a transaction')
  await expect(open).toContainText('Recommended.')
  await open.getByLabel('Nonce').fill(String(nonce))
  await expect(open).toContainText('Conflict')
  await open.getByLabel('Nonce').fill(String(nonce + 500))
  await expect(open).toContainText('Leaves a gap')
  await open.getByLabel('Nonce').fill(String(nonce))
  await host.sign()
  const { safeTxHash } = granted(await sending)
  const details = granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), safeTxHash))
  expect(nonceOf(details)).toBe(nonce)
})

test('behavior: the dialog shows the hashes that are signed, and only an owner can sign', async ({
  host,
}) => {
  await test.step('behavior: the host shows the three hashes that are signed', async () => {
    const frame = await host.appFrame()
    const value = unique()
    const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, value))
    const open = host.dialog('Send a transaction')
    await expect(open).toContainText('Recommended.')
    const nonce = BigInt(await open.getByLabel('Nonce').inputValue())
    const hashes = SafeTx.hashes(
      TREASURY,
      SafeTx.fromCall({ to: dana.address, value, data: '0x' }, nonce),
      '1.4.1',
    )
    for (const hash of [hashes.domainHash, hashes.messageHash, hashes.safeTxHash]) {
      await expect(open).toContainText(hash)
    }
    await host.discard()
    await sending
  })

  await test.step('error: a wrong checksum or a value that is not a number gets "Request failed", and no dialog opens', async () => {
    const frame = await host.appFrame()
    const swapped = dana.address.replace(/[a-f]/, (digit) => digit.toUpperCase())
    for (const tx of [
      { to: swapped, value: '1', data: '0x' },
      { to: dana.address, value: 'one', data: '0x' },
      { to: 'nobody', value: '1', data: '0x' },
    ]) {
      const sent = await ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), [tx])
      expect(sent).toEqual({ error: 'Request failed' })
    }
    await expect(host.dialog()).toHaveCount(0)
  })

  await test.step('error: a used nonce cannot be signed', async () => {
    const frame = await host.appFrame()
    const { nonce } = granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo()))
    begin(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
    const open = host.dialog('Send a transaction')
    await open.getByLabel('Nonce').fill(String(nonce - 1))
    await expect(open).toContainText('Already used')
    await expect(open.getByRole('button', { name: 'Sign', exact: true })).toBeDisabled()
    await host.discard()
  })

  await test.step('behavior: a non-owner, or no wallet, sees the dialog with signing disabled', async () => {
    const frame = await host.appFrame()
    await host.actAs('Stranger')
    const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
    const open = host.dialog('Send a transaction')
    await expect(open.getByRole('button', { name: 'Sign', exact: true })).toBeDisabled()
    await expect(open).toContainText('not an owner')
    await host.actAs('Nobody (no wallet)')
    await expect(open.getByRole('button', { name: 'Sign', exact: true })).toBeDisabled()
    await host.discard()
    expect(await sending).toEqual({ error: 'Transaction was rejected' })
  })
})

test('behavior: a nonce above the queue is proposed with a gap, and the queue can reject it at that nonce', async ({
  host,
}) => {
  const frame = await host.appFrame()
  const value = unique()
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, value))
  const open = host.dialog('Send a transaction')
  await expect(open).toContainText('Recommended.')
  const above = Number(await open.getByLabel('Nonce').inputValue()) + 2
  await open.getByLabel('Nonce').fill(String(above))
  await expect(open).toContainText('Leaves a gap')
  await host.sign()
  const { safeTxHash } = granted(await sending)
  const details = granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), safeTxHash))
  expect(nonceOf(details)).toBe(above)
  await host.done()
  const row = await host.queueRow(rowName(above, value, dana.name))
  await row.getByRole('button', { name: 'Reject' }).click()
  await host.sign()
  await host.done()
  await expect(await host.queueRow(`Nonce ${above}: On-chain rejection`)).toBeVisible()
})
