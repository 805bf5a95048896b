import type { Hex } from 'viem'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, begin, granted, stateOf } from '#tests/support/sdkCalls.ts'
import { rowName, sendingTo, unique } from '#tests/support/sending.ts'
import { TREASURY } from '../../../rig/seed/safes.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'

const [, ben] = owners
const [dana, eli, fay] = influencers

test.beforeEach(async ({ page, rig }) => {
  await openHost(page, rig)
})

test('behavior: batches calls from several requests and from the host’s user into one multisend and answers no request', async ({
  rig,
  host,
}) => {
  const frame = await host.appFrame()
  const [first, second, third] = [unique(), unique(), unique()]
  const send = (txs: object[]) => ask(frame, ({ sdk }, list) => sdk.txs.send({ txs: list as never }), txs)
  const single = send(sendingTo(dana.address, first))
  await expect(host.dialog('Send a transaction')).toBeVisible()
  await host.addToBatch()
  const several = send([...sendingTo(eli.address, second), ...sendingTo(dana.address, third)])
  await expect(host.dialog('Send a batch of 2')).toBeVisible()
  await host.addToBatch()

  const panel = await host.openPanel('Batch')
  await panel.getByLabel('Recipient').fill(fay.address)
  await panel.getByLabel('Amount in BNB').fill('0.0123')
  await panel.getByRole('button', { name: 'Add transfer' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(4)
  await expect(panel.getByRole('listitem').first()).toContainText('From unknown')
  await expect(panel.getByRole('listitem').last()).toContainText('Added here')
  await panel
    .getByRole('listitem', { name: /^3: Send .* Dana/ })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(panel.getByRole('listitem')).toHaveCount(3)

  await host.proposeBatch()
  await expect((await host.openPanel('Batch')).getByText('The batch is empty.')).toBeVisible()
  await expect(await host.queueRow(/Batch of 3/)).toBeVisible()
  const proposals = await fetch(
    `${rig.serviceUrl}/tx-service/bnb/api/v2/safes/${TREASURY}/multisig-transactions/?executed=false&ordering=-created`,
  )
  const { results } = (await proposals.json()) as { results: { data: Hex; origin: string }[] }
  const rows = MultiSend.decode(results[0]?.data ?? '0x')
  expect(rows).toMatchObject([
    { to: dana.address, value: first },
    { to: eli.address, value: second },
    { to: fay.address, value: 12_300_000_000_000_000n },
  ])
  expect(results[0]?.origin).not.toContain(rig.appUrl)
  expect([await stateOf(single), await stateOf(several)]).toEqual(['pending', 'pending'])
})

test('behavior: posts drafts to the service without a signature, at the next nonce, and queues nothing', async ({
  rig,
  host,
}) => {
  const frame = await host.appFrame()
  const value = unique()
  begin(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, value))
  const open = host.dialog('Send a transaction')
  await expect(open).toContainText('Recommended.')
  const nonce = BigInt(await open.getByLabel('Nonce').inputValue())
  await host.addToBatch()
  const hash = SafeTx.hash(TREASURY, SafeTx.fromCall({ to: dana.address, value, data: '0x' }, nonce))
  const details = await fetch(`${rig.serviceUrl}/v1/chains/56/transactions/${hash}`)
  expect(await details.json()).toMatchObject({
    txStatus: 'AWAITING_CONFIRMATIONS',
    detailedExecutionInfo: { nonce: Number(nonce), trusted: false, confirmations: [] },
    note: null,
  })
  await expect(await host.queueRow(rowName(Number(nonce), value, dana.name))).toHaveCount(0)

  await host.proposeBatch()
  await expect(await host.queueRow(rowName(Number(nonce), value, dana.name))).toBeVisible()
})

test('error: no draft is added while the service refuses it', async ({ rig, host }) => {
  const frame = await host.appFrame()
  begin(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  const open = host.dialog('Send a transaction')
  await expect(open).toContainText('Recommended.')
  const faults = (body: object | undefined) =>
    fetch(`${rig.serviceUrl}/rig/faults`, {
      method: body === undefined ? 'DELETE' : 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  await faults({ status: 503, match: '/propose' })
  await open.getByRole('button', { name: 'Add to batch' }).click()
  await expect(open.getByRole('alert')).toHaveText('Service unavailable')
  await faults(undefined)
  await host.addToBatch()
  await expect((await host.openPanel('Batch')).getByRole('listitem')).toHaveCount(1)
})

test('behavior: "Add to batch" stays the default action across a reload, until a transaction is signed again', async ({
  page,
  host,
}) => {
  let frame = await host.appFrame()
  begin(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  await host.addToBatch()
  await page.reload()
  frame = await host.appFrame()
  await expect((await host.openPanel('Batch')).getByRole('listitem')).toHaveCount(1)
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  const open = host.dialog('Send a transaction')
  await expect(open.getByRole('button', { name: 'Add to batch' })).toBeVisible()
  await expect(open.getByRole('button', { name: 'Sign', exact: true })).toHaveCount(0)
  await open.getByRole('button', { name: 'Other actions' }).click()
  await host.sign()
  expect(granted(await sending)).toHaveProperty('safeTxHash')
  await page.getByRole('button', { name: 'Done' }).click()

  const again = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  await expect(open.getByRole('button', { name: 'Sign', exact: true })).toBeVisible()
  await expect(open.getByRole('button', { name: 'Add to batch' })).toBeVisible()
  await host.discard()
  expect(await again).toEqual({ error: 'Transaction was rejected' })
})

test('behavior: the acting owner signs the batch at a nonce of their choice', async ({ page, host }) => {
  const frame = await host.appFrame()
  const value = unique()
  begin(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, value))
  await host.addToBatch()
  await host.actAs(ben.name)
  const panel = await host.openPanel('Batch')
  await panel.getByRole('button', { name: 'Propose the batch' }).click()
  const open = host.dialog('batch of 1')
  await expect(open).toContainText('Recommended.')
  const nonce = Number(await open.getByLabel('Nonce').inputValue()) + 1
  await open.getByLabel('Nonce').fill(String(nonce))
  await host.sign()
  await page.getByRole('button', { name: 'Done' }).click()
  const row = await host.queueRow(rowName(nonce, value, dana.name))
  await expect(row).toContainText(`Signed by ${ben.name}`)
})

test('error: an on-chain message cannot be added to a batch, and a non-owner cannot add anything', async ({
  page,
  host,
}) => {
  const panel = await host.openPanel('App')
  await panel.getByLabel('Sign messages on chain').check()
  const frame = await host.appFrame()
  begin(frame, ({ sdk }) => sdk.txs.signMessage('Not for a batch'))
  await expect(host.dialog('Sign a message on chain')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to batch' })).toHaveCount(0)
  await host.discard()
  await host.actAs('Stranger')
  begin(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  await expect(host.dialog('Send a transaction')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to batch' })).toHaveCount(0)
})
