import { expect, type Frame, type Locator, type Page } from 'playwright/test'
import { treasury } from '../../rig/seed/safes.ts'
import { brand, owners } from '../../safe-app/accounts.ts'
import { hostPageOf } from '../../safe-app/local/playwright.ts'
import type { World } from './portalFixture.ts'
import { connect, type Portal } from './portalPage.ts'

/** Two ways to open the same page. Their differences are defined here, so the tests are the same. */
export const modes = [
  {
    name: 'in a tab',
    opened: 'In a tab of its own (wallet mode)',
    account: owners[0].address,
    async open(page: Page, world: World): Promise<Portal> {
      await page.goto(world.portalUrl)
      return page
    },
    connect,
    target: async (page: Page): Promise<Page | Frame> => page,
  },
  {
    name: 'in a Safe',
    opened: 'In a Safe frame (safe mode)',
    account: treasury.address,
    async open(page: Page, world: World): Promise<Portal> {
      return world.safe.openApp(page, world.portalUrl)
    },
    // In a Safe, the account is connected from the start.
    connect: async () => undefined,
    async target(page: Page): Promise<Page | Frame> {
      const { appFrame, iframe } = hostPageOf(page)
      const frame = await appFrame()
      // On a busy machine the frame's layout follows a window resize with a delay.
      const width = await iframe.evaluate((element) => element.clientWidth)
      await expect.poll(() => frame.evaluate(() => innerWidth)).toBe(width)
      return frame
    },
  },
] as const

/** Opens Settings, like `goTo` for the other pages. */
export async function openSettings(portal: Portal): Promise<void> {
  await portal.getByRole('contentinfo').getByRole('link', { name: 'Settings' }).click()
  await expect(portal.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}

/** Opens Diagnostics in Settings, and waits for its first check. */
export async function openDiagnostics(portal: Portal): Promise<void> {
  await openSettings(portal)
  await card(portal, 'Diagnostics').getByRole('heading', { name: 'Is everything working?' }).click()
  await checked(portal)
}

/**
 * Puts a transaction in the range in which Diagnostics looks for one, to read its receipt: 40 to 140 blocks behind
 * the final one. Without it the check of receipts depends on what other tests have sent.
 */
export async function leaveSample({ rig }: World): Promise<void> {
  const { client } = rig.chain
  await client.sendTransactionSync({ account: brand.account, to: brand.address, value: 1n })
  await client.mine({ blocks: 45 })
}

/** Waits until the page has finished its check. */
export async function checked(portal: Portal): Promise<void> {
  await expect(portal.getByText(/^(All systems OK|\d+ problems?) · \d\d:\d\d$/)).toBeVisible()
}

/**
 * Presses the button and waits for the answers. The last check stays on the page until this one's first
 * request has begun.
 */
export async function checkAgain(portal: Portal): Promise<void> {
  const button = portal.getByRole('button', { name: 'Check again' })
  await expect(button).toBeVisible()
  const begun = button.page().waitForRequest((request) => request.method() === 'POST')
  await button.click()
  await begun
  await checked(portal)
}

/** A subject or card of the page by title. Its text is there even while it is folded. */
export function card(portal: Portal, name: string): Locator {
  return portal.getByRole('region', { name, exact: true })
}

/** The report as it would be copied. */
export async function report(portal: Portal): Promise<string> {
  const text = portal.getByRole('textbox', { name: 'Preview of the report' })
  if (!(await text.isVisible())) await portal.getByText('Preview', { exact: true }).click()
  return text.inputValue()
}
