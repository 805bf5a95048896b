import { writeXlsx } from 'hucre/xlsx'
import type { Locator, Page } from 'playwright/test'
import { openRow } from '#tests/support/activityPage.ts'
import { DEEP, someOf } from '#tests/support/deep.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { amountAt, fileOf, openList, pasteRows } from '#tests/support/payPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, goTo, type Portal } from '#tests/support/portalPage.ts'

// The jobs that people come for, counted in actions. Each test names its actions. How long the page takes for each is
// printed, not asserted: it depends on the machine.

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const

/** Prints how long (ms) the page took from an action to the next one that it offers. */
function timed(job: string) {
  let from = performance.now()
  return {
    start: () => {
      from = performance.now()
    },
    stop: (what: string) => console.log(`${job}: ${what} after ${Math.round(performance.now() - from)} ms`),
  }
}

/** True if all of it is on the screen, without scrolling, and nothing lies over its middle. */
async function isInReach(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return (
      top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && element.contains(over ?? null)
    )
  })
}

/** The buttons and links that a person hears or tabs through besides those of the rows. */
async function controlsOutside(portal: Portal, rows: string): Promise<number> {
  const main = portal.getByRole('main')
  const all = (await main.getByRole('button').count()) + (await main.getByRole('link').count())
  const list = portal.getByRole('list', { name: rows })
  return all - (await list.getByRole('button').count()) - (await list.getByRole('link').count())
}

async function noSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'px to scroll sideways').toBe(0)
}

for (const size of someOf(sizes, 1)) {
  test(`behavior: in a Safe, forty pasted payments are proposed in three actions, ${size.width} px wide`, {
    tag: DEEP,
  }, async ({ page, world, host }) => {
    await page.setViewportSize(size)
    const portal = await world.safe.openApp(page, world.portalUrl)
    await openList(portal)
    const time = timed(`forty payments, ${size.width} px`)
    // 1: paste.
    time.start()
    await pasteRows(portal, fileOf(40, size.width))
    // 2: review, which the bar offers wherever the list is.
    const review = portal.getByRole('button', { name: 'Review 40 payments' })
    await expect(review).toBeEnabled()
    time.stop('Review can be pressed')
    expect(await isInReach(review), 'the review is in reach').toBe(true)
    expect(await controlsOutside(portal, 'Payments in this list')).toBeLessThanOrEqual(20)
    time.start()
    await review.click()
    // 3: propose, which is in reach although forty recipients are listed.
    const propose = portal.getByRole('button', { name: /^Propose 40 payments, / })
    await expect(propose).toBeEnabled()
    time.stop('Propose can be pressed')
    expect(await isInReach(propose), 'the decisive button is in reach').toBe(true)
    expect(await controlsOutside(portal, 'Payments')).toBeLessThanOrEqual(20)
    await propose.click()
    await host.sign()
    await host.done()
    await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()

    await test.step('behavior: a co-signer sees every row of it one press away from the queue', async () => {
      await goTo(portal, 'Activity')
      const queue = portal.getByRole('region', { name: 'Queue' })
      await openRow(queue.getByRole('listitem').filter({ hasText: 'Payout of 40' }).first())
      const rows = portal.getByRole('list', { name: 'Rows of the proposal' }).getByRole('listitem')
      await expect(rows).toHaveCount(40)
      await expect(portal.getByText(/checks passed/).first()).toBeVisible()
    })
  })

  test(`behavior: one payment is filled in, reviewed and paid without scrolling to a button, ${size.width} px wide`, async ({
    wallet,
    world,
  }) => {
    await wallet.setViewportSize(size)
    await wallet.goto(world.portalUrl)
    await connect(wallet)
    await goTo(wallet, 'Pay')
    await wallet.getByLabel('To', { exact: true }).fill(payeeAt(size.width))
    await wallet.getByLabel('Amount').fill('1')
    const time = timed(`one payment, ${size.width} px`)
    time.start()
    await wallet.getByRole('button', { name: 'Review payment' }).click()
    const pay = wallet.getByRole('button', { name: 'Pay 1 USDT' })
    await expect(pay).toBeEnabled()
    time.stop('Pay can be pressed')
    expect(await isInReach(pay), 'the decisive button is in reach').toBe(true)
    const payee = wallet
      .getByRole('region', { name: 'Total' })
      .getByText(payeeAt(size.width).slice(-4))
      .first()
    expect(await isInReach(payee), 'the recipient is on the same screen').toBe(true)
    await noSidewaysScroll(wallet)
  })
}

test('behavior: on a phone, six mistakes among twelve rows are mended without scrolling sideways', async ({
  wallet,
  world,
}) => {
  await wallet.setViewportSize({ width: 390, height: 844 })
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await openList(wallet)
  await test.step('behavior: the chosen sheet of a workbook is read under the policy of the page', async () => {
    const sheet = [
      ['Wallet', 'Amount (USDT)'],
      [payeeAt(1), 250],
      [payeeAt(2), 0.1 + 0.2],
    ]
    const workbook = await writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['November']] },
        { name: 'Payouts', rows: sheet },
      ],
    })
    await wallet
      .getByLabel('Upload CSV')
      .setInputFiles({ name: 'plan.xlsx', mimeType: 'application/zip', buffer: Buffer.from(workbook) })
    await wallet.getByRole('button', { name: 'Payouts (3 rows)' }).click()
    const report = wallet.getByRole('region', { name: 'Import' })
    await expect(report).toContainText('plan.xlsx, Payouts: 3 lines: 2 rows, 1 header')
    await expect(wallet.getByRole('group', { name: 'Line 3', exact: true })).toContainText('0.30 USDT')
    await wallet.getByRole('button', { name: 'Delete', exact: true }).click()
    await wallet.getByRole('button', { name: 'Delete draft' }).click()
  })
  const rows = fileOf(12, 7).split('\n')
  const [header, ...lines] = rows
  const broken = [0, 2, 4, 6, 8, 10]
  const wrong = lines.map((line, index) =>
    broken.includes(index) ? line.replace(/,[^,]*,USDT$/, ',x,USDT') : line,
  )
  await pasteRows(wallet, [header, ...wrong].join('\n'))
  await expect(wallet.getByText('6 rows to fix or skip')).toBeVisible()
  for (const [mended, index] of broken.entries()) {
    const fix = wallet.getByRole('button', { name: mended === 0 ? 'Fix 6 rows' : 'Next row to fix' })
    expect(await isInReach(fix), 'the next mistake is a press away').toBe(true)
    await fix.click()
    const field = wallet.getByRole('group', { name: `Line ${index + 2}`, exact: true }).getByLabel('Amount')
    await expect(field).toBeFocused()
    expect(await isInReach(field), 'the cell is on the screen').toBe(true)
    await field.fill('0.5')
    await noSidewaysScroll(wallet)
  }
  await expect(wallet.getByRole('button', { name: 'Review 12 payments' })).toBeEnabled()

  await wallet.setViewportSize({ width: 360, height: 800 })
  await noSidewaysScroll(wallet)
  const row = wallet.getByRole('group', { name: 'Line 3', exact: true })
  // However long an amount, nothing of a row is cut off, and its actions leave its address readable.
  await row.getByRole('button', { name: 'Edit' }).click()
  await row.getByLabel('Amount').fill('1234567.123456789012345678')
  const cutOff = await row.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(cutOff, 'px of a row that are out of evidence').toBe(0)
  await row.getByRole('button', { name: 'Done' }).click()
  const undo = row.getByRole('button', { name: 'Undo changes' })
  const actions = await undo.boundingBox()
  const address = await row.getByText(/^0x.{6}…/).boundingBox()
  if (!actions || !address) throw new Error('The row shows no actions or no address.')
  const isBeside = address.x + address.width <= actions.x
  expect(isBeside || address.y + address.height <= actions.y, 'the address is clear').toBe(true)
  await undo.click()
  await expect(row).toContainText(`${amountAt(7, 1)} USDT`)
})
