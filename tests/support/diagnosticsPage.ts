import { expect, type Frame, type Locator, type Page } from 'playwright/test'
import { owners } from '../../safe-app/accounts.ts'
import { treasury } from '../../safe-app/seed/safes.ts'
import { app, appFrame, frameElement, openHost } from './hostPage.ts'
import type { World } from './portalFixture.ts'
import { connect, type Portal } from './portalPage.ts'

/** Both ways to the same page: what is different between them stands here, the tests are the same. */
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
      await openHost(page, world.hostUrl, {
        appUrl: world.portalUrl,
        safe: treasury.address,
        owner: 0,
      })
      return app(page)
    },
    // The Safe is the account from the start.
    connect: async () => undefined,
    async target(page: Page): Promise<Page | Frame> {
      const frame = await appFrame(page)
      // On a busy machine a frame is laid out some time after its window has changed its size.
      const width = await frameElement(page).evaluate((element) => element.clientWidth)
      await expect.poll(() => frame.evaluate(() => innerWidth)).toBe(width)
      return frame
    },
  },
] as const

/** Opens Diagnostics, as `goTo` opens the other pages, and waits for its first check. */
export async function openDiagnostics(portal: Portal): Promise<void> {
  const link = portal.getByRole('contentinfo').getByRole('link', { name: 'Diagnostics' })
  await expect(async () => {
    await link.press('Enter')
    await expect(portal.getByRole('heading', { level: 1, name: 'Diagnostics' })).toBeVisible({
      timeout: 3_000,
    })
  }).toPass({ timeout: 20_000 })
  await checked(portal)
}

/** Waits until the page has nothing left to ask. */
export async function checked(portal: Portal): Promise<void> {
  await expect(portal.getByText(/^Checked at \d\d:\d\d:\d\d\./)).toBeVisible()
}

/**
 * Presses the button and waits for the answers. The last check stays on the page until the first request of this one
 * has begun. With Enter, as `goTo` does it.
 */
export async function checkAgain(portal: Portal): Promise<void> {
  const button = portal.getByRole('button', { name: 'Check again' })
  await expect(button).toBeVisible()
  const begun = button.page().waitForRequest((request) => request.method() === 'POST')
  await button.press('Enter')
  await begun
  await checked(portal)
}

/** A card of the page by its title. */
export function card(portal: Portal, name: string): Locator {
  return portal.getByRole('region', { name })
}

/** The report as it would be copied. */
export async function report(portal: Portal): Promise<string> {
  const text = portal.getByRole('textbox', { name: 'What is copied' })
  if (!(await text.isVisible())) await portal.getByText('What is copied').click()
  return text.inputValue()
}
