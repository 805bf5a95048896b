import type { Page } from 'playwright/test'
import { test as base, expect } from './portalFixture.ts'

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

export type { SignInWorld } from './worlds.ts'
export { expect }
