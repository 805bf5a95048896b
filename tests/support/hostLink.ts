import { expect, type Page } from 'playwright/test'
import { TREASURY } from '../../rig/seed/safes.ts'
import { hostPageOf } from '../../safe-app/local/playwright.ts'

/** A host, and the app that it opens. */
type Hosted = { readonly hostUrl: string; readonly appUrl: string }

/** What the deep link of the local Safe host says besides: the treasury, and Ada who acts, unless it says otherwise. */
export type HostLink = {
  readonly safe?: string
  /** The acting persona's index, or `none` for no wallet. */
  readonly owner?: number | 'none'
  /** Faults and settings by query name: `delay`, `drop`, `silent`, `fail`, `lieTx`, `chain`, `listed`, `theme`, … */
  readonly [name: string]: string | number | undefined
}

/** The host's URL with these settings. */
export function hostLink({ hostUrl, appUrl }: Hosted, link: HostLink = {}): string {
  const query = new URLSearchParams({ appUrl })
  for (const [name, value] of Object.entries({ safe: TREASURY, owner: 0, ...link })) {
    if (value !== undefined) query.set(name, name === 'safe' ? `bnb:${value}` : String(value))
  }
  return `${hostUrl}/?${query}`
}

/** Opens the host by its deep link, and waits until the app's frame is shown. */
export async function openHost(page: Page, hosted: Hosted, link?: HostLink): Promise<void> {
  await page.goto(hostLink(hosted, link))
  await expect(hostPageOf(page).iframe).toBeVisible()
}
