import { expect, type Locator, type Page } from 'playwright/test'

/** The sandbox wallet's approval card. */
export function card(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Sandbox Wallet' })
}

/** Approves the open prompt; `said` is text that the card must show first. */
export async function approve(page: Page, said?: string): Promise<void> {
  if (said !== undefined) await expect(card(page)).toContainText(said)
  await card(page).getByRole('button', { name: 'Approve' }).click()
}

/** Rejects the open prompt. */
export async function refuse(page: Page): Promise<void> {
  await card(page).getByRole('button', { name: 'Reject' }).click()
}

/** Opens the wallet's settings and returns them. */
export async function walletSettings(page: Page): Promise<Locator> {
  const aside = page.getByRole('complementary', { name: 'Sandbox Wallet' })
  const toggle = aside.getByRole('button', { name: 'Sandbox Wallet settings' })
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
  return aside
}
