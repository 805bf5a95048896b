import { expect, type Page } from 'playwright/test'
import { hostPageOf } from '../../safe-app/local/playwright.ts'

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Room (px) for two toasts, one below the other. */
const TOASTS = 120

function meet(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** The corner of the frame over which Safe{Wallet} lays its toasts, with the width of this one. */
async function cornerOf(page: Page, { width }: Box): Promise<Box> {
  const frame = await hostPageOf(page).iframe.boundingBox()
  if (!frame) throw new Error('The frame is not shown')
  return { x: frame.x + frame.width - 8 - width, y: frame.y, width, height: TOASTS }
}

/** The place of the toast that the host shows now, in the corner that `covered` looks at. */
export async function toastOf(page: Page): Promise<Box> {
  const shown = page.getByRole('region', { name: 'Notifications' }).getByRole('alert').first()
  const toast = await shown.boundingBox()
  if (!toast) throw new Error('The host has told that it was proposed')
  expect(meet(toast, await cornerOf(page, toast)) && toast.height < TOASTS).toBe(true)
  return toast
}

/** The main buttons under a toast. */
export async function covered(page: Page, toast: Box): Promise<readonly string[]> {
  const corner = await cornerOf(page, toast)
  const found: string[] = []
  for (const button of await hostPageOf(page).app.locator('.button-primary:visible').all()) {
    const box = await button.boundingBox()
    if (box && meet(box, corner))
      found.push(`${await button.textContent()} at ${box.x - corner.x}, ${box.y - corner.y}`)
  }
  return found
}
