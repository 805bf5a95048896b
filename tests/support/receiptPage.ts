import type { Locator, Page } from 'playwright/test'
import { influencers } from '../../safe-app/accounts.ts'
import { connect } from './portalPage.ts'

/** Opens the receipt of the 250 USDT that the first influencer received, from Activity. Returns its paper. */
export async function openReceipt(page: Page, portalUrl: string): Promise<Locator> {
  const [dana] = influencers
  await page.goto(`${portalUrl}?wallet=account:${dana.index}#/activity`)
  await connect(page)
  const history = page.getByRole('region', { name: 'History' })
  await history.getByRole('listitem').filter({ hasText: '+250 USDT' }).getByRole('link').click()
  await page.getByRole('link', { name: 'Receipt of 250 USDT' }).click()
  return page.getByRole('region', { name: 'Payment' })
}
