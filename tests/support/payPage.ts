import type { Locator } from 'playwright/test'
import { payeeAt } from './payeeAt.ts'
import { expect } from './portalFixture.ts'
import { goTo, type Portal } from './portalPage.ts'

/**
 * A file with this many payments, each with another amount; `from` separates the payments of different tests.
 */
export function fileOf(count: number, from: number): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `${payeeAt(from + index)},${amountAt(from, index)},USDT`,
  )
  return ['receiver,amount,token', ...rows].join('\n')
}

/** The USDT amount of a row in such a file. */
export function amountAt(from: number, index: number): string {
  return `0.${from}${String(index + 1).padStart(4, '0')}`
}

/** Presses a button once all reads are done. */
export async function pressReady(portal: Portal, name: string | RegExp): Promise<void> {
  const button = portal.getByRole('button', { name })
  await expect(button).toBeEnabled()
  await button.click()
}

/** Opens the part of Pay for lists. */
export async function openList(portal: Portal): Promise<void> {
  await goTo(portal, 'Pay')
  await portal.getByRole('link', { name: 'Enter a list' }).click()
}

/** Enters rows on Pay and continues to the review. */
export async function readRows(portal: Portal, text: string): Promise<void> {
  await openList(portal)
  await portal.getByRole('textbox', { name: 'Paste your list', exact: true }).fill(text)
  await portal.getByRole('button', { name: 'Check list' }).click()
  await pressReady(portal, /^Review \d+ payments?$/)
  await expect(portal.getByRole('region', { name: 'Review', exact: true })).toBeVisible()
}

/** Opens one of this browser's payouts by its name in the list on Pay. */
export async function openPayout(portal: Portal, name: RegExp): Promise<void> {
  await goTo(portal, 'Pay')
  await portal.getByRole('region', { name: 'Recent payouts' }).getByRole('link', { name }).click()
}

/** Pastes a text into a field, of any length and with its lines. */
export async function pasteInto(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/** Pastes a text too long for the field of a list. */
export async function pasteRows(portal: Portal, text: string): Promise<void> {
  await pasteInto(portal.getByRole('textbox', { name: 'Paste your list', exact: true }), text)
}
