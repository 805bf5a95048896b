import type { Page } from 'playwright/test'
import { test as base, expect } from './portalFixture.ts'
import { approve } from './walletPage.ts'

type Opened = {
  /** The portal with sign-in in a tab, with the sandbox wallet and a working sign-in server. */
  readonly portal: Page
}

export const test = base.extend<Opened>({
  portal: async ({ wallet, signIn }, use) => {
    signIn.auth.faults.reset()
    await wallet.goto(signIn.url)
    await use(wallet)
    signIn.auth.faults.reset()
  },
})

/** Connects the sandbox wallet and signs in, if this build requires it. */
export async function enter(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sandbox Wallet' }).click()
  await approve(page, 'Connect to this site')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign message' }).click()
  await approve(page, 'wants you to sign in')
  await expect(page.getByRole('button', { name: 'Chain Selector' })).toBeVisible()
}

export type { SignInWorld } from '#tests/support/worlds/signInWorld.ts'
export { expect }
