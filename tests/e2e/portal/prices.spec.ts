import type { Page } from 'playwright/test'
import { feeds } from '#chain/prices/feeds.ts'
import { DEEP } from '#tests/support/deep.ts'
import { expect, test, type World } from '#tests/support/portalFixture.ts'
import { connect } from '#tests/support/portalPage.ts'
import {
  LAST_ROUND,
  localPrices,
  placePriceFeeds,
  setFeed,
  setRounds,
} from '../../../rig/chain/priceFeeds.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const [dana] = influencers
const addressOf = (symbol: string) => feeds.find(({ token }) => token.symbol === symbol)?.address ?? '0x'
const hoursAgo = (hours: number) => Math.floor(Date.now() / 1_000) - hours * 3_600

/** Writes the next price of a token. */
function setPrice({ rig }: World, symbol: string, answer: bigint, updatedAt: number): Promise<void> {
  return setRounds(rig.chain.client, addressOf(symbol), [{ number: LAST_ROUND + 1, answer, updatedAt }])
}

/** Counts the different requests that read a price from now on: a slow node's is repeated at another one. */
function countReads(page: Page): () => number {
  const reads = new Set<string>()
  page.on('request', (request) => {
    const text = request.postData() ?? ''
    if (!feeds.some(({ address }) => text.toLowerCase().includes(address.toLowerCase()))) return
    const calls = [JSON.parse(text)].flat() as readonly { readonly params: unknown }[]
    reads.add(JSON.stringify(calls.map(({ params }) => params)))
  })
  return () => reads.size
}

test.afterEach(({ world }) => placePriceFeeds(world.rig.chain.client))

test('behavior: in a tab the Overview shows what is held in dollars, and Settings turns that off', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  await setPrice(world, 'BNB', 61_240_000_000n, hoursAgo(3))
  await wallet.goto(`${world.portalUrl}?wallet=account:${dana.index}#/`)
  await connect(wallet)
  const balance = wallet.getByRole('region', { name: 'Balance', exact: true })
  await expect(balance).toContainText(/^Balanceabout \$[\d,.]+\d\s*Request/)
  const balances = wallet.getByRole('region', { name: 'Balances' })
  await expect(balances.getByRole('listitem').filter({ hasText: 'Dai' })).toContainText(
    /[\d,.]+about \$[\d,.]+$/,
  )
  await expect(balances).toContainText('Prices by Chainlink, up to 3 hours old')

  await wallet.getByRole('contentinfo').getByRole('link', { name: 'Settings' }).click()
  await wallet.getByLabel('Amounts in USD').uncheck()
  const reads = countReads(wallet)
  await wallet.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click()
  await expect(balances).toContainText('Amounts in US dollars are off in Settings.')
  await expect(balance).toContainText('USDT')
  await expect(balance).not.toContainText('$')
  expect(reads()).toBe(0)
})

test('error: in a Safe a feed that is stale, zero or another one shows no number, and the total says so', {
  tag: DEEP,
}, async ({ page, world }) => {
  await setPrice(world, 'BNB', localPrices.BNB ?? 0n, hoursAgo(25))
  await setPrice(world, 'USDC', 0n, hoursAgo(0))
  await setFeed(world.rig.chain.client, addressOf('DAI'), { description: 'BTC / USD' })
  const reads = countReads(page)
  const portal = await world.safe.openApp(page, world.portalUrl)
  const balances = portal.getByRole('region', { name: 'Balances' })
  for (const name of ['BNB', 'USD Coin', 'Dai']) {
    await expect(balances.getByRole('listitem').filter({ hasText: name })).toContainText('No price')
  }
  await expect(balances.getByRole('listitem').filter({ hasText: 'Tether' })).toContainText('about $')
  const balance = portal.getByRole('region', { name: 'Balance', exact: true })
  await expect(balance).toContainText(/about \$[\d,.]+ without /)
  expect(reads()).toBe(1)
})
