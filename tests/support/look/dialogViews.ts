import { expect, type Page } from 'playwright/test'
import type { TabVisit, View } from './View.ts'

const openDialog = (tab: Page) =>
  tab.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
const dialog = (tab: Page) => tab.getByRole('dialog', { name: 'Connect a Wallet' })

/** Every step of the wallet dialogs in a browser without wallets, in the order of one visit. */
export const dialogViews: readonly View<TabVisit>[] = [
  {
    name: 'get a wallet',
    async open({ tab, world }) {
      await tab.goto(world.portalUrl)
      await openDialog(tab)
      await dialog(tab).getByRole('button', { name: 'Get a Wallet' }).click()
      await expect(dialog(tab).getByText("Not what you're looking for?")).toBeVisible()
    },
  },
  {
    name: 'download options',
    async open({ tab }) {
      await dialog(tab).getByRole('button', { name: 'GET', exact: true }).last().click()
      await expect(dialog(tab).getByRole('button', { name: 'Get the app' })).toBeVisible()
    },
  },
  {
    name: 'download',
    async open({ tab }) {
      await dialog(tab).getByRole('button', { name: 'Get the app' }).click()
      // cuer and the newest qr are incompatible: the code was not drawn and the dialog crashed.
      await expect(dialog(tab).locator('svg').filter({ hasText: 'QR Code' })).toBeVisible()
    },
    close: ({ tab }) => tab.getByRole('button', { name: 'Close', exact: true }).click(),
  },
  {
    name: 'a wallet that is not there',
    async open({ tab }) {
      await openDialog(tab)
      await dialog(tab)
        .getByRole('button', { name: /^Browser Wallet/ })
        .click()
      await expect(dialog(tab).getByRole('button', { name: 'RETRY' })).toBeVisible()
    },
  },
]
