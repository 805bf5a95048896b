import type { Frame, Page } from 'playwright'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { goTo } from '#tests/support/portalPage.ts'
import { approve } from '#tests/support/walletPage.ts'
import { hostPageOf } from '../../safe-app/local/playwright.ts'
import type { Shot } from './takePictures.ts'

/**
 * Reminders and campaigns: a form with mistakes, a reminder that is due, its list with every kind of
 * change, and the sums of campaigns.
 * @param who the names of the people; a frame of the same site knows those of the tab
 * @param send presses the button of the review and answers the wallet or the Safe, until the payout's page is there
 */
export async function repeating(
  portal: Page | Frame,
  shot: Shot,
  turn: number,
  who: 'Maker' | 'Artist',
  send: () => Promise<void>,
): Promise<void> {
  // A frame and a page offer the same.
  const page = portal as Page
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  const openFilter = async () => {
    await goTo(page, 'Activity')
    await press(/^Filter$/)
  }
  await openFilter()
  await shot('activity-filter')

  await goTo(page, 'Pay')
  await page.getByRole('link', { name: 'Enter a list' }).click()
  const paste = page.getByLabel('Paste your list')
  if (!(await paste.isVisible())) {
    await press(/^(Save and close|Close)$/)
    await paste.waitFor()
  }
  const row = (index: number) => `${who} ${index},${payeeAt(960 + index)},0.${turn}${index}7,USDT`
  await paste.fill(['Name,Wallet,Amount,Token', row(1), row(2), row(3)].join('\n'))
  await press('Check list')
  const review = page.getByRole('button', { name: /^Review 3/ })
  // A list of an earlier picture may be there as a draft.
  await review
    .or(page.getByRole('button', { name: 'Replace the draft' }))
    .first()
    .waitFor()
  if (!(await review.isVisible())) await press('Replace the draft')
  await review.click()
  await send()
  await page.getByRole('region', { name: 'Next' }).getByText('More').click()
  await press('Add title or campaign')
  await page.getByLabel('Campaign (optional)').fill('autumn reels')
  await press('Save')
  await page.getByRole('link', { name: '#autumn reels' }).waitFor()
  await shot('payout-to-repeat')

  await press('Remind me')
  await page.getByLabel('Title', { exact: true }).fill('')
  await page.getByLabel('Next date').fill('2020-01-01')
  await press('Save')
  await page.getByText('Enter a title.').waitFor()
  await shot('reminder-mistakes')
  await page.getByLabel('Title', { exact: true }).fill('Retainers of the autumn campaign')
  await page.getByLabel('Next date').fill(today())
  await press('Save')
  await page.getByText('Reminder saved.').waitFor()
  await shot('payout-with-reminder')
  await goTo(page, 'Pay')
  await press('Change Retainers of the autumn campaign')
  await shot('reminders')

  await goTo(page, 'People')
  await page.getByRole('region', { name: 'People' }).waitFor()
  await press('Add person')
  await page.getByLabel('Name', { exact: true }).fill(`${who} 2`)
  await page.getByLabel('Address', { exact: true }).fill(payeeAt(who === 'Maker' ? 970 : 971))
  await press('Save')
  await page.getByText(`${who} 2 is saved.`).waitFor()
  await goTo(page, 'Overview')
  await page.getByText(/autumn campaign is due/).waitFor()
  await shot('overview-due')
  await page.getByRole('listitem').filter({ hasText: 'is due' }).getByRole('link', { name: 'Review' }).click()
  await page.getByText(/^Same 3 payments as last time/).waitFor()
  await page.getByRole('group', { name: 'Line 4' }).getByRole('button', { name: 'Skip' }).click()
  const line = page.getByRole('group', { name: 'Line 2' })
  await line.getByRole('button', { name: 'Edit' }).click()
  await line.getByLabel('Amount').fill(`0.${turn}99`)
  await line.getByRole('button', { name: 'Done' }).click()
  await page.getByText(/since/).first().waitFor()
  await shot('reminder-due')

  await openFilter()
  await press('Add campaign')
  await page.getByLabel('Name of the campaign').fill('winter')
  await page.getByLabel('Budget', { exact: true }).fill('12.400,5')
  await press('Save')
  await page.locator('[aria-invalid]').first().waitFor()
  await shot('campaign-adding')
  await page.getByLabel('Budget', { exact: true }).fill('12400.5')
  await press('Save')
  await page.getByRole('region', { name: '#winter' }).waitFor()
  await shot('campaign-without-payouts')
  await goTo(page, 'Pay')
  await page.getByRole('region', { name: 'Recent payouts' }).getByRole('link').first().click()
  await page.getByRole('region', { name: 'Next' }).getByText('More').click()
  await press(/ title (or|and) campaign$/)
  const belongs = page.getByRole('region', { name: 'Title and campaign' })
  await belongs.getByLabel('Campaign (optional)').fill('winter')
  await belongs.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: '#winter' }).waitFor()
  await page.getByRole('link', { name: '#winter' }).click()
  await page.getByRole('list', { name: 'Sums of #winter' }).waitFor()
  await shot('campaign')
  await press('Set budget')
  await page.getByLabel('Budget', { exact: true }).fill('0.000001')
  await press('Save')
  await page.getByText('Over by').waitFor()
  await shot('campaign-over')
}

/** The date of this computer, whose zone the browser shares. */
function today(): string {
  const at = new Date()
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => `${part}`.padStart(2, '0'))
    .join('-')
}

/** Pays three reviewed rows from the wallet, one by one. */
export async function payRows(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay .*, one by one$/ }).click()
  for (let row = 0; row < 3; row++) await approve(page)
  await page.getByText('3 paid', { exact: true }).waitFor()
}

/** Proposes the reviewed rows in the Safe. */
export async function proposeRows(host: Page, frame: Frame): Promise<void> {
  await frame.getByRole('button', { name: /^Propose 3 payments/ }).click()
  await hostPageOf(host).sign()
  await hostPageOf(host).done()
}
