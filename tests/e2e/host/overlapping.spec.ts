import { openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, granted, stateOf } from '#tests/support/sdkCalls.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const [dana, eli] = influencers
const one = [{ to: dana.address, value: '1000000000101', data: '0x' }]
const two = [{ to: eli.address, value: '1000000000202', data: '0x' }]

test.beforeEach(async ({ page, rig }) => {
  await openHost(page, rig)
})

test('error: discarding the first of two sends rejects the second, whose dialog stays open and whose proposal succeeds', async ({
  host,
}) => {
  const frame = await host.appFrame()
  const first = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), one)
  await expect(host.dialog('Send a transaction')).toContainText(dana.name)
  const second = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), two)
  await host.answerDiscard('Discard')
  expect(await second).toEqual({ error: 'Transaction was rejected' })
  await expect(host.dialog('Send a transaction')).toContainText(eli.name)
  await host.sign()
  const hash = await host.dialog('Proposed').locator('dd').first().textContent()
  const details = await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), hash ?? '')
  expect(granted(details).txData?.value).toBe('1000000000202')
  expect(await stateOf(first)).toBe('pending')
})

test('error: keeping the first of two sends rejects the second and leaves the first unanswered although it is proposed', async ({
  host,
}) => {
  const frame = await host.appFrame()
  const first = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), one)
  await expect(host.dialog('Send a transaction')).toContainText(dana.name)
  const second = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), two)
  await host.answerDiscard('Keep')
  await expect(host.dialog('Send a transaction')).toContainText(dana.name)
  await host.sign()
  await expect(host.dialog('Proposed')).toBeVisible()
  expect(await second).toEqual({ error: 'Transaction was rejected' })
  expect(await stateOf(first)).toBe('pending')
})
