import { openRow } from '#tests/support/activityPage.ts'
import { tabTo } from '#tests/support/keyboard.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect } from '#tests/support/portalPage.ts'
import { approve } from '#tests/support/walletPage.ts'
import { treasury } from '../../../rig/seed/safes.ts'
import { influencers } from '../../../safe-app/accounts.ts'

test('behavior: E7: a page opens at its top with focus on its heading, even from a link far down', async ({
  wallet,
  world,
}) => {
  const top = () => wallet.evaluate(() => window.scrollY)
  const opensAtTop = async () => {
    await expect(wallet.locator(':focus')).toHaveRole('heading')
    await expect.poll(top).toBe(0)
  }
  await wallet.setViewportSize({ width: 390, height: 500 })
  await wallet.goto(`${world.portalUrl}#/get-paid`)
  await connect(wallet)
  await wallet.getByLabel('Amount', { exact: true }).fill('7')
  await wallet.getByRole('button', { name: 'Create request' }).click()
  await approve(wallet)
  await expect(wallet.getByRole('textbox', { name: /link/i }).first()).toBeVisible()
  await opensAtTop()

  await wallet.goto(`${world.portalUrl}#/get-paid/you`)
  await wallet.getByRole('textbox', { name: 'Your handle' }).fill('ada_example')
  await wallet.getByRole('button', { name: 'Sign proof' }).click()
  await approve(wallet)
  await expect(wallet.getByRole('heading', { level: 1, name: 'Your proof' })).toBeVisible()
  await opensAtTop()

  await wallet.goto(`${world.portalUrl}#/activity/safe/${treasury.address}`)
  await openRow(wallet.getByRole('region', { name: 'Queue' }).getByRole('listitem').last())
  await expect(wallet.getByRole('region', { name: 'What it does' })).toBeVisible()
  await opensAtTop()

  // The browser restores the scroll position on Back; the next page starts at its top again.
  // By key: on a phone the sandbox wallet's button is on top of this link.
  await wallet.getByRole('contentinfo').getByRole('link', { name: 'Settings' }).press('Enter')
  await expect(wallet.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused()
  await opensAtTop()
})

test('behavior: a page is never there before the focus is on its heading', async ({ page, world }) => {
  await page.goto(world.portalUrl)
  const arrived = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new MutationObserver(() => {
          // The first HTML has a skeleton of every page, but no fields.
          if (document.querySelector('main [name=theme]')) resolve(document.activeElement?.textContent ?? '')
        }).observe(document.body, { childList: true, subtree: true })
      }),
  )
  await page.getByRole('contentinfo').getByRole('link', { name: 'Settings' }).click()
  expect(await arrived).toBe('Settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('behavior: Tab moves through a visitor’s page in reading order, or past its navigation', async ({
  page,
  world,
}) => {
  await page.goto(world.portalUrl)
  await expect(page.getByRole('main').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  await test.step('behavior: the skip button appears on focus and jumps past the navigation', async () => {
    const skip = page.getByRole('button', { name: 'Skip to content' })
    await expect(skip).not.toBeInViewport()
    await tabTo(page, 'Skip to content')
    await expect(skip).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await tabTo(page, 'Connect Wallet')
    await expect(page.getByRole('main').getByRole('button', { name: 'Connect Wallet' })).toBeFocused()
  })
  await page.reload()
  await expect(page.getByRole('main').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  expect(await tabTo(page, 'Settings')).toEqual([
    'Skip to content',
    'Influencer Portal',
    'Overview',
    'Activity',
    'Get paid',
    'Pay',
    'People',
    'Connect Wallet',
    'Menu',
    'Connect Wallet',
    'Create a payment request',
    'Check a proof',
    'Request a payment',
    'Pay creators',
    'Prove it’s your address',
    'Settings',
  ])
})

test('behavior: connecting, reviewing a payment and going back work with the keyboard alone', async ({
  wallet,
  world,
}) => {
  await wallet.goto(world.portalUrl)
  await expect(wallet.getByRole('main').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  await tabTo(wallet, 'Connect Wallet')
  await wallet.keyboard.press('Enter')
  const choice = wallet.getByRole('dialog').getByRole('button', { name: 'Sandbox Wallet' })
  await expect(choice).toBeVisible()
  // Escape closes the dialog and returns the focus to Connect.
  await wallet.keyboard.press('Escape')
  await expect(choice).toHaveCount(0)
  await wallet.keyboard.press('Enter')
  await expect(choice).toBeVisible()
  for (let presses = 0; presses < 10 && !(await choice.evaluate(isFocused)); presses++) {
    await wallet.keyboard.press('Tab')
  }
  await wallet.keyboard.press('Enter')
  await approve(wallet)
  await expect(wallet.getByRole('button', { name: 'Chain Selector' })).toBeVisible()
  // Connect is gone, and a key goes on from the heading.
  await expect(wallet.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()

  await wallet.getByRole('link', { name: 'Influencer Portal' }).focus()
  await tabTo(wallet, 'Pay')
  await wallet.keyboard.press('Enter')
  // Wait for the page before going on, like a user would.
  await expect(wallet.getByLabel('To', { exact: true })).toBeVisible()
  await tabTo(wallet, 'To')
  await wallet.keyboard.type(influencers[0].address)
  await tabTo(wallet, 'Amount')
  await wallet.keyboard.type('nothing')
  await wallet.keyboard.press('Enter')
  await expect(wallet.getByLabel('Amount')).toBeFocused()
  await expect(wallet.getByLabel('Amount')).toHaveAccessibleDescription(/digits with a decimal point/)
  await wallet.keyboard.press('ControlOrMeta+a')
  await wallet.keyboard.type('1.5')
  await tabTo(wallet, 'Token')
  await wallet.keyboard.type('USDT')
  await tabTo(wallet, 'Review payment')
  await wallet.keyboard.press('Enter')
  await expect(wallet.getByText('1.50 USDT', { exact: true })).toBeVisible()
  // The form is gone; its replacement has the focus.
  await expect(wallet.getByRole('heading', { name: 'Review' })).toBeFocused()
  await expect(wallet.getByRole('button', { name: /^Pay [\d.]/ })).toBeEnabled()
  await tabTo(wallet, 'Pay 1.50 USDT')
  await tabTo(wallet, 'Back')
  await wallet.keyboard.press('Enter')
  await expect(wallet.getByLabel('Amount')).toHaveValue('1.5')
  await test.step('behavior: every dialog traps the focus while open and returns it on closing', async () => {
    const banner = wallet.getByRole('banner')
    for (const opener of [
      banner.getByRole('button', { name: 'Chain Selector' }),
      banner.getByRole('button', { name: /^0x/ }),
    ]) {
      await opener.press('Enter')
      const dialog = wallet.getByRole('dialog')
      await expect(dialog).toBeVisible()
      for (let presses = 0; presses < 8; presses++) {
        await wallet.keyboard.press('Tab')
        const outside = await wallet.evaluate(() => {
          const active = document.activeElement
          return active !== null && active !== document.body && active.closest('#root') !== null
        })
        expect(outside, `Tab number ${presses + 1} left the dialog`).toBe(false)
      }
      await wallet.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(opener).toBeFocused()
    }
  })
})

function isFocused(element: Element): boolean {
  return element === document.activeElement
}
