import { payeeAt } from './payeeAt.ts'
import { expect } from './portalFixture.ts'
import { goTo, type Portal } from './portalPage.ts'

/** A file of so many payments, each of its own amount; `from` sets apart what different tests pay. */
export function fileOf(count: number, from: number): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `${payeeAt(from + index)},${amountAt(from, index)},USDT`,
  )
  return ['receiver,amount,token', ...rows].join('\n')
}

/** The amount of a row of such a file, in USDT. */
export function amountAt(from: number, index: number): string {
  return `0.${from}${String(index + 1).padStart(4, '0')}`
}

/** Presses a button as soon as nothing has to be read any more. */
export async function pressReady(portal: Portal, name: string | RegExp): Promise<void> {
  const button = portal.getByRole('button', { name })
  await expect(button).toBeEnabled({ timeout: 30_000 })
  await button.press('Enter')
}

/** Puts rows into Pay and goes on to their review. */
export async function readRows(portal: Portal, text: string): Promise<void> {
  await goTo(portal, 'Pay')
  await portal.getByRole('textbox', { name: 'Rows', exact: true }).fill(text)
  await portal.getByRole('button', { name: 'Read them' }).press('Enter')
  const review = portal.getByRole('region', { name: 'Review', exact: true })
  // Pressed again where the rows were compared anew just then, as a person would.
  await expect(async () => {
    if (await review.isVisible()) return
    await pressReady(portal, /^Review \d+ payments?$/)
    await expect(review).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
}

/** Opens a payout of this browser by its name in the list on Pay. */
export async function openPayout(portal: Portal, name: RegExp): Promise<void> {
  await goTo(portal, 'Pay')
  await portal
    .getByRole('region', { name: 'Payouts of this browser' })
    .getByRole('link', { name })
    .press('Enter')
}

/** Pastes a text that no field could hold. */
export async function pasteRows(portal: Portal, text: string): Promise<void> {
  await portal.getByRole('textbox', { name: 'Rows', exact: true }).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}
