import { expect, type FrameLocator, type Locator, type Page } from 'playwright/test'
import { approve } from './walletPage.ts'

/** The portal in a tab, or in a host's frame. */
export type Portal = Page | FrameLocator

/** Opens a page of the portal by its name in the navigation. */
export async function goTo(
  portal: Portal,
  name: 'Overview' | 'Activity' | 'Get paid' | 'Pay' | 'People',
): Promise<void> {
  await portal.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  await expect(portal.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}

/** Chooses a theme in the Menu of the header, and closes the Menu. */
export async function chooseTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click()
  const choice = page.getByRole('button', { name: theme === 'light' ? 'Light theme' : 'Dark theme' })
  await choice.click()
  await page.keyboard.press('Escape')
  await expect(choice).toBeHidden()
}

/** Opens the folded part behind one line. */
export async function unfold(within: Portal | Locator, summary: string | RegExp): Promise<void> {
  await within.getByText(summary).click()
}

/** Presses an entry of the page's Export menu. The menu stays open with the file that it makes. */
export async function exportAs(
  portal: Portal,
  way:
    | 'Statement'
    | 'CSV'
    | 'Excel'
    | 'Copy as text'
    | 'For CSV Airdrop'
    | 'For Transaction Builder'
    | 'For Safe{Wallet}',
): Promise<void> {
  const entry = portal
    .getByRole('button', { name: way, exact: true })
    .or(portal.getByRole('link', { name: way, exact: true }))
  if (!(await entry.isVisible())) await portal.getByRole('button', { name: 'Export', exact: true }).click()
  await entry.click()
}

/** Connects the sandbox wallet by hand: the button, the dialog, the wallet, the approval. */
export async function connect(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sandbox Wallet' }).click()
  await approve(page)
  await expect(page.getByRole('button', { name: 'Chain Selector' })).toBeVisible()
}

/** Fills in a payment, of BNB by default, and opens its review with Enter. */
export async function fillPayment(
  portal: Portal,
  payment: { payee: string; amount: string; token?: string },
): Promise<void> {
  await goTo(portal, 'Pay')
  await portal.getByLabel('To', { exact: true }).fill(payment.payee)
  await portal.getByLabel('Amount').fill(payment.amount)
  await portal.getByLabel('Token').selectOption({ label: payment.token ?? 'BNB' })
  await portal.getByLabel('Amount').press('Enter')
}

/** The connected account in the header; the button's name always includes its address. */
export function accountButton(page: Page): Locator {
  return page.getByRole('banner').getByRole('button', { name: /0x[0-9a-fA-F]{40}/ })
}

/** Opens RainbowKit's dialog for the connected account. */
export async function openAccountDialog(page: Page): Promise<Locator> {
  await accountButton(page).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Disconnect' })
  await expect(dialog).toBeVisible()
  return dialog
}
