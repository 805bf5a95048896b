import { openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, begin, granted, stateOf } from '#tests/support/sdkCalls.ts'
import { sendingTo, unique } from '#tests/support/sending.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const [dana] = influencers

test('error: with the fault on, closing a dialog gets no answer, and the next request works as usual', async ({
  page,
  rig,
  host,
}) => {
  await openHost(page, rig, { closeSilent: 1 })
  const frame = await host.appFrame()
  const lost = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  await host.discard()
  await expect(host.dialog()).toHaveCount(0)
  granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo()))
  expect(await stateOf(lost)).toBe('pending')

  const faults = await host.openPanel('Faults')
  await faults.getByLabel('Stay silent when a dialog is closed').uncheck()
  const reported = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  await host.discard()
  expect(await reported).toEqual({ error: 'Transaction was rejected' })
  expect(await stateOf(lost)).toBe('pending')
})

test('behavior: the answer to a closed dialog is delayed by the configured time', async ({
  page,
  rig,
  host,
}) => {
  await openHost(page, rig)
  const frame = await host.appFrame()
  const faults = await host.openPanel('Faults')
  await faults.getByLabel('Answer a closed dialog after (ms)').fill('800')
  const asked = Date.now()
  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  await host.discard()
  expect(await stateOf(sending)).toBe('pending')
  expect(await sending).toEqual({ error: 'Transaction was rejected' })
  expect(Date.now() - asked).toBeGreaterThanOrEqual(800)
})

test('behavior: without a wallet the Safe is read-only, and the dialog says why signing is disabled', async ({
  page,
  rig,
  host,
}) => {
  await openHost(page, rig, { owner: 'none' })
  const frame = await host.appFrame()
  const isReadOnly = async () => granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo())).isReadOnly
  expect(await isReadOnly()).toBe(true)
  begin(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana.address, unique()))
  const open = host.dialog('Send a transaction')
  const signing = open.getByRole('button', { name: 'Sign', exact: true })
  await expect(signing).toBeDisabled()
  await expect(open.getByRole('alert')).toHaveText(
    'No wallet is connected: connect an owner of this Safe to sign.',
  )
  await host.actAs('Stranger')
  await expect(open.getByRole('alert')).toHaveText('The acting wallet is not an owner of this Safe.')
  expect(await isReadOnly()).toBe(true)
  await host.actAs('Ben (partner)')
  await expect(signing).toBeEnabled()
  expect(await isReadOnly()).toBe(false)
})
