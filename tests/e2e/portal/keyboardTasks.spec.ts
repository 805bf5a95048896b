import type { Page } from 'playwright/test'
import { DEEP } from '#tests/support/deep.ts'
import { tabTo } from '#tests/support/keyboard.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect } from '#tests/support/portalPage.ts'
import { approve } from '#tests/support/walletPage.ts'

// The jobs that people come for, with the keyboard alone; every stop on the way shows its focus ring.

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

async function type(page: Page, field: string | RegExp, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.insertText(text)
}

test('behavior: a request is made with a name and a handle, signed and copied with the keyboard', {
  tag: DEEP,
}, async ({ wallet, context, world }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await wallet.getByRole('link', { name: 'Influencer Portal' }).focus()
  await press(wallet, 'Get paid')
  await expect(wallet.getByRole('heading', { level: 1, name: 'Get paid' })).toBeFocused()
  await type(wallet, 'Amount', '12')
  await type(wallet, 'What is it for?', 'Autumn reels')
  await press(wallet, 'Add your name and @handle')
  await expect(wallet.getByLabel('Your name (optional)')).toBeFocused()
  await wallet.keyboard.insertText('Ada Example')
  await type(wallet, 'Your handle', 'ada_example')
  await press(wallet, 'Create request')
  await approve(wallet, 'My handle: @ada_example on X')
  await expect(wallet.getByText('This request was signed by the address it pays.')).toBeVisible()
  await press(wallet, /^Copy/)
  await expect(wallet.getByText('Copied!')).toBeVisible()
  const link = await wallet.evaluate(() => navigator.clipboard.readText())

  const payer = await context.newPage()
  await payer.goto(link)
  await expect(payer.getByRole('heading', { name: '@ada_example on X requests 12 USDT' })).toBeVisible()
  await payer.getByRole('link', { name: 'Influencer Portal' }).focus()
  await tabTo(payer, 'Pay 12 USDT')
  await payer.close()
})

test(
  'behavior: a list is typed, reviewed and paid with the keyboard',
  { tag: DEEP },
  async ({ wallet, world }, { repeatEachIndex }) => {
    const payee = payeeAt(63_000 + repeatEachIndex)
    await wallet.goto(world.portalUrl)
    await connect(wallet)
    await wallet.getByRole('link', { name: 'Influencer Portal' }).focus()
    await press(wallet, 'Pay')
    await expect(wallet.getByRole('heading', { level: 1, name: 'Pay' })).toBeFocused()
    await press(wallet, 'Enter a list')
    await type(wallet, 'Paste your list', `Name,Wallet,Amount,Token\nCreator,${payee},0.25,USDT`)
    await press(wallet, 'Check list')
    await expect(wallet.getByRole('button', { name: 'Review 1 payment' })).toBeEnabled()
    await press(wallet, 'Review 1 payment')
    await expect(wallet.getByRole('heading', { level: 1, name: /^Review/ })).toBeFocused()
    await expect(wallet.getByRole('button', { name: 'Pay 0.25 USDT' })).toBeEnabled()
    await press(wallet, 'Pay 0.25 USDT')
    await approve(wallet)
    await expect(wallet.getByText('Paid', { exact: true }).first()).toBeVisible()
    await press(wallet, 'Receipt')
    await expect(wallet.getByText('Paid, final')).toBeVisible()
  },
)
