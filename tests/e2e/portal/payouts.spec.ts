import { readFile } from 'node:fs/promises'
import { erc20Abi, parseUnits } from 'viem'
import { nonces } from '#tests/integration/rig/proposals.ts'
import { DEEP } from '#tests/support/deep.ts'
import { emptyQueue } from '#tests/support/emptyQueue.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { amountAt, fileOf, openPayout, pressReady, readRows } from '#tests/support/payPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, exportAs } from '#tests/support/portalPage.ts'
import { approve, card, refuse } from '#tests/support/walletPage.ts'
import { legacy } from '../../../rig/seed/safes.ts'
import { setTokenBalance } from '../../../safe-app/chain/localTokens.ts'

const USDT = '0x55d398326f99059fF775485246999027B3197955'

/** Rows of a Safe's payout, and the proposals that they become: one for every hundred. */
const sizes = [
  [110, 2],
  [250, 3],
] as const

for (const [rows, proposals] of sizes) {
  test(`behavior: ${rows} rows become ${proposals} proposals, signed by two owners, paid across a reload with a receipt each; the same file is recognised`, {
    tag: DEEP,
  }, async ({ page, world, host }) => {
    /** The rows of the last proposal. */
    const rest = rows - 100 * (proposals - 1)
    /** The rows that are looked at one by one. */
    const samples = [0, 99, 100, rows - 1]
    const first = rows * 10
    await emptyQueue(world, legacy)
    await setTokenBalance(world.rig.chain.client, USDT, legacy.address, parseUnits('1000', 18))
    const portal = await world.safe.openApp(page, world.portalUrl, { safe: legacy.name })
    const batches = portal.getByRole('list', { name: 'Batches' })
    await readRows(portal, fileOf(rows, first))
    await expect(portal.getByText(`Batch ${proposals}: A test run of the proposal worked.`)).toBeVisible()
    await expect(portal.getByText(`All ${rows} recipients are new: no earlier payment found`)).toBeVisible()
    await expect(portal.getByText(/Paid by whoever executes it.*At least about [\d.]+ BNB/)).toBeVisible()
    // The button stays in evidence beside every recipient, and its result appears in evidence too.
    const toPropose = new RegExp(`^Propose .* in ${proposals} batches$`)
    const propose = portal.getByRole('button', { name: toPropose })
    for (const share of [0.2, 0.5, 1]) {
      await portal
        .locator('html')
        .evaluate((page, share) => page.scrollTo(0, page.scrollHeight * share), share)
      await expect(propose).toBeInViewport({ ratio: 1 })
    }
    await pressReady(portal, toPropose)
    await expect(portal.getByRole('heading', { name: `Review ${rows} payments` })).toBeInViewport()
    for (let batch = 1; batch < proposals; batch++) {
      await expect(host.dialog(/Send/)).toBeVisible()
      await host.sign()
      await host.done()
      // The review was long with its button far below; the payout page starts at its top.
      if (batch === 1)
        await expect(portal.getByRole('heading', { name: `Payout of ${rows} payments` })).toBeInViewport()
      await expect(batches.getByRole('listitem').nth(batch - 1)).toContainText(
        'Proposed, needs 1 more signature',
      )
    }
    // The reload comes while the last request is open: its answer is lost, and nothing is requested
    // automatically.
    await expect(host.dialog(/Send/)).toBeVisible()
    await page.reload()
    await openPayout(portal, new RegExp(`${rows} payments`))
    await expect(
      portal.getByText(`We don’t know yet whether ${rest} of these payments went through.`),
    ).toBeVisible()
    await expect(portal.getByText(`${rows - rest} in the queue`, { exact: false })).toBeVisible()
    await expect(portal.getByRole('button', { name: 'Try them again' })).toBeDisabled()
    await portal.getByLabel(/^Type PAY AGAIN to send (it|them) again/).fill('PAY AGAIN')
    await portal.getByRole('button', { name: 'Try them again' }).click()
    await pressReady(portal, /^Propose .* USDT, leave the open request$|^Propose [\d.]+ USDT$/)
    await host.sign()
    await host.done()
    await expect(batches.getByRole('listitem').nth(proposals)).toContainText(
      'Proposed, needs 1 more signature',
    )
    const { current, free } = await nonces(world.rig, legacy)
    expect(free - current).toBe(BigInt(proposals))
    for (let nonce = current; nonce < free; nonce++) {
      await world.safe.execute(Number(nonce), { safe: legacy.name, as: 'Ben' })
    }
    await expect(portal.getByText(`${rows} paid`, { exact: true })).toBeVisible()
    await portal.getByRole('link', { name: 'Receipt for payment 2', exact: true }).click()
    const receipt = portal.getByRole('region', { name: 'Payment' })
    await expect(receipt.getByText('Paid, final', { exact: true })).toBeVisible()
    await expect(receipt).toContainText(payeeAt(first + 1))
    await expect(receipt).toContainText(`${amountAt(first, 1)} USDT`)
    const { client } = world.rig.chain
    const balances = await Promise.all(
      samples.map((index) =>
        client.readContract({
          address: USDT,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [payeeAt(first + index)],
        }),
      ),
    )
    expect(balances).toEqual(samples.map((index) => parseUnits(amountAt(first, index), 18)))

    // The same file with one more row: all paid rows are named and can be skipped.
    await readRows(portal, fileOf(rows + 1, first))
    await expect(
      portal.getByText(`${rows} of these ${rows + 1} payments were already sent or are under way.`),
    ).toBeVisible()
    await expect(
      portal.getByText(`1 of ${rows + 1} recipients is new: no earlier payment found`),
    ).toBeVisible()
    await expect(propose).toBeDisabled()
    await portal.getByRole('button', { name: `Skip these ${rows}, pay the other` }).click()
    await expect(portal.getByText(`1 of ${rows + 1} lines included, ${rows} skipped`)).toBeVisible()
    await expect(portal.getByRole('button', { name: /^Propose [\d.,]+ USDT$/ })).toBeEnabled()
  })
}

test('behavior: a batching wallet pays ten at once; another pays one by one, stops at a rejection and continues after a reload', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  await wallet.goto(`${world.portalUrl}?wallet=batches`)
  await connect(wallet)
  await readRows(wallet, fileOf(12, 2_000))
  await expect(wallet.getByRole('radio', { name: /Up to 10 at once/ })).toBeChecked()
  await wallet.getByRole('button', { name: /^Pay .* in 2 batches$|^Pay .*, one by one$/ }).click()
  await approve(wallet)
  await approve(wallet)
  await expect(wallet.getByText('12 paid', { exact: true })).toBeVisible()
  await expect(wallet.getByRole('link', { name: /^Receipt for payment \d+$/ })).toHaveCount(12)

  await wallet.getByRole('navigation').getByRole('link', { name: 'Activity' }).first().click()
  const saving = wallet.waitForEvent('download')
  await exportAs(wallet, 'CSV')
  const text = await readFile(await (await saving).path(), 'utf8')
  expect(text.match(/"out",.*"Paid"/g)).toHaveLength(12)

  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await readRows(wallet, fileOf(2, 3_000))
  await wallet.getByRole('button', { name: /^Pay .* in 2 batches$|^Pay .*, one by one$/ }).click()
  await approve(wallet)
  await expect(card(wallet)).toBeVisible()
  await refuse(wallet)
  await expect(wallet.getByText('You rejected payment 2 of 2. It was not sent.')).toBeVisible()
  await expect(wallet.getByRole('img', { name: '1 paid · 1 not sent' })).toBeVisible()
  await wallet.reload()
  await wallet
    .getByRole('button', { name: /Reconnect/ })
    .first()
    .click()
  await wallet.getByRole('button', { name: 'Continue with the other 1' }).click()
  await approve(wallet)
  await expect(wallet.getByText('2 paid', { exact: true })).toBeVisible()
})
