import { openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, begin, granted } from '#tests/support/sdkCalls.ts'
import { chainReader, nonceOf, rowName, sendingTo, takeCurrentNonce, unique } from '#tests/support/sending.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'
import { FEE_COLLECTOR } from '../../../safe-app/host/chain/networkFee.ts'

const [, ben] = owners
const [dana] = influencers

test('behavior: the host adds the network fee to the app’s proposal, and the Safe pays it', async ({
  page,
  rig,
  host,
}) => {
  await openHost(page, rig)
  const settings = await host.openPanel('App')
  await settings.getByLabel('Pay the network fee from the Safe').check()
  await settings.getByLabel('Token of the network fee').selectOption('BNB')
  const frame = await host.appFrame()
  const value = unique()
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, value))
  const open = host.dialog('Send a transaction')
  await expect(open).toContainText(/Network fee of at most 0\.\d+ BNB, paid by the Safe/)
  await expect(open).toContainText(FEE_COLLECTOR)
  await takeCurrentNonce(host)
  const shown = open.locator('dt:text("safeTxHash") + dd')
  await expect(shown).toHaveText(/^0x/)
  const hash = await shown.textContent()
  await host.sign()
  const { safeTxHash } = granted(await sending)
  expect(safeTxHash).toBe(hash)
  await host.done()
  const details = () => ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), safeTxHash).then(granted)
  const proposed = await details()
  expect(proposed.txData?.value).toBe(`${value}`)
  expect(proposed.detailedExecutionInfo).toMatchObject({
    gasPrice: '1000000000',
    gasToken: '0x0000000000000000000000000000000000000000',
    refundReceiver: { value: FEE_COLLECTOR },
  })

  const collected = () => chainReader(rig.rpcUrl).getBalance({ address: FEE_COLLECTOR })
  const before = await collected()
  await host.actAs(ben.name)
  const row = await host.queueRow(rowName(nonceOf(proposed), value, dana.name))
  await row.getByRole('button', { name: 'Execute' }).click()
  await expect.poll(async () => (await details()).txStatus).toBe('SUCCESS')
  expect(await collected()).toBeGreaterThan(before)
})

test('behavior: the fee can be paid in another token, and a rejection has no fee', async ({
  page,
  rig,
  host,
}) => {
  await openHost(page, rig, { feeToken: 'USDT' })
  const frame = await host.appFrame()
  const value = unique()
  begin(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, value))
  await expect(host.dialog('Send a transaction')).toContainText(/Network fee of at most [\d.]+ USDT/)
  await takeCurrentNonce(host)
  await host.sign()
  await host.done()
  const { nonce } = granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo()))
  const row = await host.queueRow(rowName(nonce, value, dana.name))
  await row.getByRole('button', { name: 'Reject' }).click()
  const rejection = host.dialog(`Reject nonce ${nonce}`)
  await expect(rejection).toContainText('safeTxHash')
  await expect(rejection).not.toContainText('Network fee')
})
