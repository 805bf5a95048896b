import type { Frame, Page } from 'playwright/test'
import { type HostLink, openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, granted } from '#tests/support/sdkCalls.ts'
import { influencers, stranger } from '../../../safe-app/accounts.ts'
import { hostPageOf } from '../../../safe-app/local/playwright.ts'

const [dana] = influencers

async function open(page: Page, rig: { hostUrl: string; appUrl: string }, faults: HostLink) {
  await openHost(page, rig, faults)
  return hostPageOf(page).appFrame()
}

const txs = [{ to: dana.address, value: '1000000000404', data: '0x' }]

async function propose(page: Page, frame: Frame): Promise<string> {
  const sending = ask(frame, ({ sdk }, list) => sdk.txs.send({ txs: list }), txs)
  await hostPageOf(page).sign()
  return granted(await sending).safeTxHash
}

test('error: a lying host answers a send with the hash of another transaction', async ({ page, rig }) => {
  const frame = await open(page, rig, { lieHash: 1 })
  const reported = await propose(page, frame)
  const shown = await page.getByRole('dialog', { name: 'Proposed' }).locator('dd').first().textContent()
  expect(reported).not.toBe(shown)
  expect(reported).toMatch(/^0x[0-9a-f]{64}$/)
})

test('error: a lying host reports another transaction, another recipient or another value', async ({
  page,
  rig,
  host,
}) => {
  const frame = await open(page, rig, {})
  const hash = await propose(page, frame)
  await page.getByRole('button', { name: 'Done' }).click()
  const read = async () => {
    const details = granted(await ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), hash))
    const { safeTxHash } = details.detailedExecutionInfo as { safeTxHash: string }
    return { safeTxHash, to: details.txData?.to.value, value: details.txData?.value }
  }
  const honest = await read()
  const panel = await host.openPanel('Faults')
  const reported = panel.getByLabel('getTxBySafeTxHash tells')
  await reported.selectOption('Another recipient')
  expect(await read()).toEqual({ ...honest, to: stranger.address })
  await reported.selectOption('Another value')
  expect(await read()).toEqual({ ...honest, value: `${BigInt(honest.value ?? 0) + 10n ** 18n}` })
  await reported.selectOption('Another transaction')
  expect((await read()).safeTxHash).not.toBe(honest.safeTxHash)
})

test('error: a new transaction is not found for a while', async ({ page, rig }) => {
  const frame = await open(page, rig, { notFound: 2 })
  const hash = await propose(page, frame)
  const read = () => ask(frame, ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), hash)
  expect(await read()).toEqual({ error: 'Request failed' })
  await expect.poll(read, { timeout: 10_000 }).toHaveProperty('value')
})
