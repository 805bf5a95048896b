import { encodeFunctionResult, toFunctionSelector } from 'viem'
import { feedAbi, feeds } from '#chain/prices/feeds.ts'
import { nonces } from '#tests/integration/rig/proposals.ts'
import { clearQueue, fresh } from '#tests/support/activityPage.ts'
import { DEEP } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/nodesFixture.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { pressReady } from '#tests/support/payPage.ts'
import { installWallet, type World } from '#tests/support/portalFixture.ts'
import { connect, type Portal } from '#tests/support/portalPage.ts'
import { requestText } from '#tests/support/requestPage.ts'
import { approve } from '#tests/support/walletPage.ts'
import { LAST_ROUND, localPrices, placePriceFeeds, setRounds } from '../../../rig/chain/priceFeeds.ts'
import { treasury } from '../../../rig/seed/safes.ts'
import { influencers } from '../../../safe-app/accounts.ts'

// Requests in US dollars, paid in BNB by the feed of the local chain, whose price moves, is old, is zero, or is a lie.

const [dana] = influencers
const FEED = feeds.find(({ token }) => token.symbol === 'BNB')?.address ?? '0x'
const PRICE = localPrices.BNB ?? 0n

/** Each price is a round of its own, as Chainlink writes it. */
let round = LAST_ROUND

/** The price of BNB from now on, in 1e-8 US dollars; written this many seconds ago (negative: later). */
async function setPrice({ rig }: World, answer: bigint, age = 1): Promise<void> {
  round += 1
  const updatedAt = Math.floor(Date.now() / 1_000) - age
  await setRounds(rig.chain.client, FEED, [{ number: round, answer, updatedAt }])
}

test.afterEach(async ({ world }) => {
  round = LAST_ROUND
  await placePriceFeeds(world.rig.chain.client)
  await clearQueue(world)
})

const status = (portal: Portal) => portal.getByRole('region', { name: 'Status' })

/** The text of a link that requests this many cents in BNB, 1 % more or less, within an hour. */
function inDollars(cents: number, more: Parameters<typeof requestText>[2] = {}): string {
  const until = Math.floor(Date.now() / 1_000) + 3_600
  const asked = { kind: 'usd', cents: BigInt(cents), tolerance: 100, until } as const
  return requestText('1', 'BNB', { asked, ...more })
}

test('behavior: a request in dollars is paid in BNB at the rate of that time, never at one that moved too far', {
  tag: DEEP,
}, async ({ wallet, context, world }) => {
  const dollars = `${fresh()}`
  await wallet.goto(`${world.portalUrl}?wallet=account:${dana.index}#/get-paid`)
  await connect(wallet)
  await wallet.getByLabel('Token').selectOption({ label: 'BNB' })
  await wallet.getByRole('button', { name: 'US dollars' }).click()
  await wallet.getByLabel('Amount', { exact: true }).fill(dollars)
  await expect(wallet.getByText(/^About 0\.\d+ BNB now\. 1 BNB = \$612\.40 /)).toBeVisible()
  await wallet.getByLabel('Accepted').selectOption({ label: 'Up to 0.5% more or less' })
  await wallet.getByRole('button', { name: 'Create request' }).click()
  await approve(wallet, `Amount: ${dollars}`)
  const link = await wallet.getByRole('textbox', { name: 'Request link' }).inputValue()

  const payer = await context.newPage()
  await installWallet(payer, world)
  await payer.goto(link)
  await expect(payer.getByRole('region', { name: 'Rate' })).toContainText('1 BNB = $612.40')
  await connect(payer)
  await payer.getByRole('link', { name: `Pay $${dollars} in BNB` }).click()
  const review = payer.getByRole('region', { name: 'Review', exact: true })
  await expect(review).toContainText(`$${dollars} requested (±0.5%)`)
  await setPrice(world, (PRICE * 106n) / 100n)
  await pressReady(payer, /^Pay 0\.\d+ BNB$/)
  await expect(review).toContainText('The price of BNB has moved.')
  await expect(review).toContainText('This amount would no longer pay the request. Nothing was sent.')
  await payer.getByRole('button', { name: 'Get the new rate' }).click()
  await expect(review).toContainText(/Now 0\.\d+ BNB, before 0\.\d+ BNB\./)
  await expect(review).toContainText('1 BNB = $649.144')
  await pressReady(payer, /^Pay 0\.\d+ BNB$/)
  await approve(payer, dana.address)
  await expect(payer.getByText('Paid', { exact: true })).toBeVisible()
  await payer.close()

  // The price moves on, clearly after the payment's block; the payment counts at the one of its own block.
  await setPrice(world, PRICE * 2n, -60)
  await expect(status(wallet)).toContainText(`BNB received for $${dollars} in BNB. Final`)
})

test('behavior: a Safe’s payment counts at the price of its execution, and the maker reads how short it is', {
  tag: DEEP,
}, async ({ page, context, world, host }) => {
  // Never whole dollars: the page writes those without cents.
  const cents = 1_001 + fresh()
  // A payee whom the treasury has never paid: any BNB to the same payee since then could be this payment.
  const text = inDollars(cents, { payer: treasury.address, payee: payeeAt(7_101) })
  const what = `$${(cents / 100).toFixed(2)} in BNB`
  const maker = await context.newPage()
  await maker.goto(`${world.portalUrl}#/get-paid/${text}`)
  await expect(status(maker)).toContainText('Waiting')
  const portal = await world.safe.openApp(page, `${world.portalUrl}#/r/${text}`)
  await portal.getByRole('link', { name: `Propose ${what}` }).click()
  await expect(portal.getByText(/The request counts it at the price when it’s executed\.$/)).toBeVisible()
  await pressReady(portal, /^Propose 0\.\d+ BNB$/)
  await expect(host.dialog(/Send/)).toBeVisible()
  await host.fillNonce((await nonces(world.rig)).current)
  await host.sign()
  const safeTxHash = await host.safeTxHash()
  await host.done()
  await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()
  await setPrice(world, (PRICE * 90n) / 100n)
  await world.safe.execute(safeTxHash, { as: 'Ben' })
  await expect(portal.getByText('Paid', { exact: true })).toBeVisible()
  await maker.bringToFront()
  await maker.reload()
  await expect(status(maker)).toContainText(/Paid short by about \$1\.\d\d/)
  await expect(status(maker)).toContainText(
    /Counted at Chainlink’s price at that time, about \$1\.\d\d is missing/,
  )
  await maker.close()
})

test('error: a price that is old, zero, or reported differently by two nodes pays nothing; one liar among three is outvoted', {
  tag: DEEP,
}, async ({ page, nodes, world }) => {
  // A payee whom no other test pays: without a price, any BNB to the same payee could be this payment.
  const text = inDollars(25_000, { payee: payeeAt(7_102) })
  const open = async () => {
    await page.goto('about:blank')
    await page.goto(`${nodes.portalUrl}#/r/${text}`)
  }
  const pay = page.getByRole('region', { name: 'Pay', exact: true })
  const toPay = pay.getByRole('button', { name: 'Pay $250 in BNB' })
  const [first, second] = nodes.endpoints
  const lie = (answer: bigint) => {
    const at = BigInt(Math.floor(Date.now() / 1_000))
    const id = (3n << 64n) + 999n
    return {
      to: FEED,
      data: toFunctionSelector('latestRoundData()'),
      result: encodeFunctionResult({
        abi: feedAbi,
        functionName: 'latestRoundData',
        result: [id, answer, at, at, id],
      }),
    }
  }
  await test.step('one liar', async () => {
    first.faults.set({ callResult: lie(PRICE * 10n) })
    await open()
    await expect(pay).toContainText('1 BNB = $612.40')
    await expect(toPay).toBeVisible()
    expect(first.counts().callResult).toBeGreaterThan(0)
  })
  await test.step('two liars', async () => {
    second.faults.set({ callResult: lie(PRICE / 10n) })
    await open()
    await expect(pay).toContainText('Two nodes report different prices of BNB.')
    await expect(pay).toContainText('So there’s no amount to pay. Nothing was sent.')
    await expect(toPay).toHaveCount(0)
  })
  for (const { faults } of nodes.endpoints) faults.reset()
  await test.step('an old price', async () => {
    await setPrice(world, PRICE, 3_700)
    await open()
    await expect(pay).toContainText('Chainlink’s price of BNB is too old to pay by.')
    await expect(toPay).toHaveCount(0)
  })
  await test.step('zero', async () => {
    await setPrice(world, 0n)
    await open()
    await expect(pay).toContainText('Chainlink has no usable price of BNB now.')
    await expect(toPay).toHaveCount(0)
  })
  await test.step('a price again', async () => {
    await setPrice(world, PRICE)
    await pay.getByRole('button', { name: 'Try again' }).click()
    await expect(toPay).toBeVisible()
  })
})
