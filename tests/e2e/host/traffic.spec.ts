import { readFileSync } from 'node:fs'
import { expect } from 'playwright/test'
import { withLocalSafe } from '../../../safe-app/local/playwright.ts'
import { appPage, withOwnApps } from './ownApps.ts'

const test = withLocalSafe(
  withOwnApps({
    '/asks': appPage(`
            ask('getSafeInfo')
            ask('rpcCall', { call: 'eth_chainId', params: [] })
            ask('getTxBySafeTxHash', { safeTxHash: '0x12' })
            ask('getMoney', { amount: 5 })`),
    '/huge': appPage(`ask('getTxBySafeTxHash', { safeTxHash: 'long '.repeat(2_000_000) })`),
    '/many': appPage(`for (let i = 0; i < 10_000; i += 1) ask('getEnvironmentInfo', { i })`),
  }),
)
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('behavior: a message shows its payload, its times, its answer and its origin', async ({
  page,
  safe,
  apps,
  host,
}) => {
  await safe.openApp(page, `${apps}/asks`)
  const traffic = await host.openPanel('Traffic')
  const rpc = traffic.getByRole('listitem').filter({ hasText: 'rpcCall' })
  await expect(rpc).toContainText(/rpcCall: answered\d+ mstook [\d.]+ ms/)
  await expect(rpc).not.toContainText('eth_chainId')
  await rpc.getByText('rpcCall').click()
  await expect(rpc).toContainText('"call": "eth_chainId"')
  await expect(rpc).toContainText('"0x1"')
  await expect(rpc).toContainText(apps)
  await expect(traffic).toContainText('getTxBySafeTxHash: Request failed')
  await expect(traffic).toContainText('getMoney ignored (unknown method)')
})

test('behavior: messages are filtered by method or text, copied one by one and exported together', async ({
  page,
  safe,
  apps,
  host,
}) => {
  await safe.openApp(page, `${apps}/asks`)
  const traffic = await host.openPanel('Traffic')
  const rows = traffic.getByRole('list', { name: 'Traffic' }).getByRole('listitem')
  await expect(traffic).toContainText('rpcCall: answered')
  await traffic.getByLabel('Filter by method or text').fill('ETH_chain')
  await expect(rows).toHaveCount(1)
  await rows.getByText('rpcCall').click()
  await rows.getByRole('button', { name: 'Copy as JSON' }).click()
  await expect(rows.getByRole('status')).toHaveText('Copied')
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
  expect(copied).toMatchObject({
    method: 'rpcCall',
    origin: apps,
    params: { call: 'eth_chainId', params: [] },
    state: 'answered',
    answer: '0x1',
  })
  const download = page.waitForEvent('download')
  await traffic.getByRole('button', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('safe-app-traffic.json')
  const { messages } = JSON.parse(readFileSync(await file.path(), 'utf8'))
  expect(messages.map(({ method }: { method: string }) => method)).toEqual(
    expect.arrayContaining(['getSafeInfo', 'rpcCall', 'getTxBySafeTxHash', 'getMoney', 'theme pushed']),
  )
})

test('error: of a payload of 10 MB the beginning is shown with its size', async ({
  page,
  safe,
  apps,
  host,
}) => {
  await safe.openApp(page, `${apps}/huge`)
  const traffic = await host.openPanel('Traffic')
  const row = traffic.getByRole('listitem').filter({ hasText: 'getTxBySafeTxHash' })
  await row.getByText('getTxBySafeTxHash').click()
  await expect(row).toContainText('Payload, the beginning of 10.0 MB')
  expect((await row.innerText()).length).toBeLessThan(6_000)
})

test('error: 10,000 messages are counted, shown in parts and filtered within a second', async ({
  page,
  safe,
  apps,
  host,
}) => {
  await safe.openApp(page, `${apps}/many`)
  const traffic = await host.openPanel('Traffic')
  await expect(traffic).toContainText(/10,?00\d messages/)
  const rows = traffic.getByRole('list', { name: 'Traffic' }).getByRole('listitem')
  await expect(rows).toHaveCount(60)
  await traffic.getByRole('button', { name: 'Show 60 older' }).click()
  await expect(rows).toHaveCount(120)
  const before = performance.now()
  await traffic.getByLabel('Filter by method or text').fill('"i":9876')
  await expect(rows).toHaveCount(1)
  expect(performance.now() - before).toBeLessThan(1_000)
})
