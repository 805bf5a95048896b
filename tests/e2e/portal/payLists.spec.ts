import { fileOf, openList } from '#tests/support/payPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, type Portal } from '#tests/support/portalPage.ts'

const row = (portal: Portal, line: number) => portal.getByRole('group', { name: `Line ${line}`, exact: true })

test.beforeEach(async ({ wallet, world }) => {
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await openList(wallet)
})

test('behavior: the keyboard moves through a long list by line, by page, and to the next error on any page', async ({
  wallet,
}) => {
  const lines = fileOf(5_100, 1).split('\n')
  lines[5_080] = `${lines[5_080]}`.replace(/,USDT$/, ',BUSD')
  const file = { name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await wallet.getByLabel('Upload CSV').setInputFiles(file)
  const list = wallet.getByRole('list', { name: 'Payments in this list' })
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '5100')

  // Each line has links and buttons; the rendered window follows the focus.
  await row(wallet, 2).getByRole('button', { name: 'Edit line 2' }).focus()
  for (let line = 2; line < 30; line++) {
    await expect(row(wallet, line).getByRole('button', { name: `Edit line ${line}` })).toBeFocused()
    for (let presses = 0; presses < 8; presses++) {
      await wallet.keyboard.press('Tab')
      const label = await wallet.locator(':focus').getAttribute('aria-label')
      if (label === `Edit line ${line + 1}`) break
    }
  }
  expect(await list.getByRole('listitem').count()).toBeLessThan(60)

  const pages = wallet.getByText(/ of 5,100$/)
  await expect(pages.first()).toHaveText('1 to 5,000 of 5,100')
  await wallet.getByRole('button', { name: 'Later' }).first().click()
  await expect(pages.first()).toHaveText('5,001 to 5,100 of 5,100')
  await expect(row(wallet, 5_002)).toBeVisible()
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-posinset', '5001')
  await wallet.getByRole('button', { name: 'Earlier' }).first().click()
  await expect(row(wallet, 2)).toBeVisible()

  await wallet.getByRole('button', { name: 'Fix 1 row' }).click()
  await expect(row(wallet, 5_081).locator(':focus')).toHaveAccessibleDescription(/^We don’t know “BUSD”\./)
  await expect(pages.first()).toHaveText('5,001 to 5,100 of 5,100')
})
