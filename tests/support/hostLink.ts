import { expect, type Page } from 'playwright/test'
import { hostPageOf } from '../../safe-app/local/playwright.ts'

/** The deep link of the local Safe host: Safe, acting owner, app, and any fault by its query name. */
export type HostLink = {
  readonly appUrl: string
  readonly safe?: string
  /** The acting persona's index, or `none` for no wallet; Ada (0) by default. */
  readonly owner?: number | 'none'
  readonly theme?: 'dark' | 'light'
  /** Faults and settings by query name: `delay`, `drop`, `silent`, `fail`, `lieTx`, `chain`, `listed`, … */
  readonly [name: string]: string | number | undefined
}

/** The host's URL with these settings. */
export function hostLink(hostUrl: string, link: HostLink): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(link)) {
    if (value !== undefined) query.set(name, name === 'safe' ? `bnb:${value}` : String(value))
  }
  return `${hostUrl}/?${query}`
}

/** Opens the host and waits until the app's frame is shown. */
export async function openHost(page: Page, hostUrl: string, link: HostLink): Promise<void> {
  await page.goto(hostLink(hostUrl, link))
  await expect(hostPageOf(page).iframe).toBeVisible()
}
