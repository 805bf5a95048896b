import type { Locator } from 'playwright/test'
import { getAddress } from 'viem'
import { violations } from '#tests/support/axe.ts'
import { DEEP } from '#tests/support/deep.ts'
import { lookAlike, mistakenRows, mistakes } from '#tests/support/mistakenRows.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { openList } from '#tests/support/payPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, type Portal } from '#tests/support/portalPage.ts'

const row = (portal: Portal, line: number): Locator =>
  portal.getByRole('group', { name: `Line ${line}`, exact: true })

test('behavior: 50 rows with every kind of mistake are corrected, skipped or confirmed, and proposed', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  const portal = await world.safe.openApp(page, world.portalUrl)
  await openList(portal)
  const frame = await host.appFrame()
  const dataTransfer = await frame.evaluateHandle((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'march.csv', { type: 'text/csv' }))
    return data
  }, mistakenRows)
  await portal.getByLabel('Paste your list').dispatchEvent('drop', { dataTransfer })

  const report = portal.getByRole('region', { name: 'Import' })
  await expect(report).toContainText('50 payments found.')
  const review = portal.getByRole('button', { name: /^Review/ })
  await expect(review).toHaveCount(0)
  const questions = portal.getByRole('region', { name: 'Questions' })
  await expect(questions.getByRole('radio', { checked: true })).toHaveCount(0)
  await questions.getByRole('radio', { name: /like 1234\.56/ }).click()
  await expect(report).toContainText('53 lines: 36 rows, 14 errors, 2 blank, 1 header')
  await expect(portal.getByText(/14 rows to fix or skip/)).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(await violations(frame)).toEqual([])

  await portal.getByRole('button', { name: 'To fix 14' }).click()
  for (const [index, { says, mended }] of mistakes.entries()) {
    const line = 33 + index
    await portal.getByRole('button', { name: index === 0 ? 'Fix 14 rows' : 'Next row to fix' }).click()
    await expect(row(portal, line).locator(':focus')).toHaveAccessibleDescription(says)
    if (mended === null)
      await row(portal, line)
        .getByRole('button', { name: /^Skip line/ })
        .press('Enter')
    for (const [label, text] of Object.entries(mended ?? {}))
      await row(portal, line).getByLabel(label, { exact: true }).fill(text)
  }
  await expect(report).toContainText('53 lines: 47 rows, 3 skipped, 2 blank, 1 header')

  await expect(portal.getByText('4 questions to answer')).toBeVisible()
  await expect(review).toHaveCount(0)
  await expect(questions).toContainText(/Line 50: 2,500 USDT to 0x\w+ is over 10× the typical amount/)
  await expect(questions).toContainText(/is a contract\. A Safe is one too/)
  await questions.getByRole('button', { name: 'All 2 are right' }).press('Enter')
  await questions
    .getByRole('group', { name: 'Recipients that are contracts' })
    .getByRole('checkbox')
    .press('Space')
  await expect(review).toHaveCount(0)
  const repeated = questions.getByRole('group', { name: 'Paid more than once' })
  await repeated.getByRole('button', { name: 'All are right' }).press('Enter')
  const alike = questions.getByRole('group', { name: 'Look-alike addresses' })
  await alike.getByRole('button', { name: 'All are right' }).press('Enter')
  const again = alike.getByLabel('Paste the full address of line 2 again')
  await again.fill(getAddress(lookAlike))
  await expect(alike).toContainText('That’s a different address.')
  await again.fill(payeeAt(1))
  expect(await violations(frame)).toEqual([])

  await expect(review).toHaveText('Review 47 payments')
  await review.press('Enter')
  const reviewed = portal.getByRole('region', { name: 'Review', exact: true })
  await expect(reviewed).toContainText('47 of 50 lines included, 3 skipped')
  await expect(reviewed).toContainText('Line 46: We don’t know “BUSD”.')
  await portal.getByRole('button', { name: 'Back' }).click()
  await expect(report).toContainText('53 lines: 47 rows, 3 skipped, 2 blank, 1 header')
  await review.press('Enter')
  const fingerprint = await reviewed.getByText('Payout fingerprint').innerText()
  await expect(portal.getByRole('button', { name: 'Propose' })).toBeEnabled()
  await portal.getByRole('button', { name: 'Propose' }).click()
  await host.sign()
  await host.done()
  const status = portal.getByRole('status').filter({ hasText: 'Proposed, needs 1 more signature' })
  await status.getByRole('link', { name: /^See proposal #/ }).click()
  await expect(portal.getByText('Payout fingerprint')).toHaveText(fingerprint)

  await openList(portal)
  await expect(portal.getByLabel('Paste your list')).toBeVisible()
  const payouts = portal.getByRole('region', { name: 'Recent payouts' })
  await payouts.getByRole('link', { name: /47 payments/ }).click()
  await portal
    .getByRole('region', { name: 'Next', exact: true })
    .getByRole('link', { name: 'Repeat' })
    .click()
  await expect(report).toContainText('48 lines: 47 rows, 1 header')
})

test('behavior: in a tab, a pasted table and typed rows are kept as a draft, filled in, undone and discarded', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await openList(wallet)
  const rows = [1, 2, 3].map((index) => [`Creator ${index}`, payeeAt(index), `${index}00`].join('\t'))
  await wallet.getByLabel('Paste your list').fill(['Name\tWallet\tAmount', ...rows].join('\n'))
  await wallet.getByRole('button', { name: 'Check list' }).click()
  const report = wallet.getByRole('region', { name: 'Import' })
  await expect(report).toContainText('3 payments found.')
  await expect(wallet.getByLabel('Token for all payments')).toHaveValue('')
  await wallet.getByLabel('Token for all payments').selectOption({ label: 'USDT' })
  await expect(report).toContainText('4 lines: 3 rows, 1 header')
  await wallet.getByRole('button', { name: 'Add a payment' }).click()
  await expect(row(wallet, 5).getByLabel('To', { exact: true })).toBeFocused()
  await row(wallet, 5).getByLabel('To', { exact: true }).fill(payeeAt(4))
  await row(wallet, 5).getByLabel('Amount').fill('0.5')
  await row(wallet, 2).getByRole('button', { name: /^Skip/ }).click()
  await expect(report).toContainText('4 lines and 1 row added by hand: 3 rows, 1 skipped, 1 header')
  await wallet.setViewportSize({ width: 360, height: 800 })
  const overflow = await wallet.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'px to scroll sideways').toBe(0)
  expect(await violations(wallet)).toEqual([])

  await wallet.reload()
  await wallet
    .getByRole('button', { name: /Reconnect/ })
    .first()
    .click()
  await expect(wallet.getByText(/^Draft from /)).toBeVisible()
  await expect(report).toContainText('4 lines and 1 row added by hand: 3 rows, 1 skipped, 1 header')
  await expect(row(wallet, 5)).toContainText('0.50 USDT')
  await wallet.getByText('Fill in amounts, change the text').click()
  await wallet.getByRole('button', { name: 'Split a total evenly' }).click()
  await wallet.getByLabel('Total to split').fill('100')
  await wallet.getByLabel('Token for these amounts').selectOption({ label: 'USDC' })
  await expect(
    wallet.getByText(/3 payments from 33\.3+ USDC to 33\.3+4 USDC, 100 USDC in total/),
  ).toBeVisible()
  await wallet.getByRole('button', { name: 'Apply' }).click()
  await expect(row(wallet, 3)).toContainText('33.333333333333333334 USDC')
  await wallet.getByRole('button', { name: 'Undo' }).click()
  await expect(row(wallet, 3)).toContainText('200 USDT')
  await expect(wallet.getByRole('button', { name: 'Review 3 payments' })).toBeEnabled()

  await wallet.getByRole('button', { name: 'Delete', exact: true }).click()
  await wallet.getByRole('button', { name: 'Delete draft' }).click()
  await expect(wallet.getByLabel('Paste your list')).toBeVisible()
  await wallet.reload()
  await wallet
    .getByRole('button', { name: /Reconnect/ })
    .first()
    .click()
  await expect(wallet.getByRole('heading', { name: 'Pay a list' })).toBeVisible()
  await expect(wallet.getByText(/^Draft from /)).toHaveCount(0)
})
