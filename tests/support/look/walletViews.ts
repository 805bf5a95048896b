import { expect, type Page } from 'playwright/test'
import { allChecks, openRow, shownHashes, showTab } from '#tests/support/activityPage.ts'
import { connect, exportAs, fillPayment, goTo, unfold } from '#tests/support/portalPage.ts'
import { approve } from '#tests/support/walletPage.ts'
import { treasury } from '../../../rig/seed/safes.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import { listViews } from './listViews.ts'
import { closeWithEscape, type TabVisit, type View } from './View.ts'

const [dana] = influencers

const dialog = (tab: Page) => tab.getByRole('dialog')
const payment = (tab: Page) => tab.getByRole('listitem').filter({ hasText: '1 USDT' })
const queue = (tab: Page) => tab.getByRole('region', { name: 'Queue' })

/** Every page of a person who connects a wallet, in the order of one visit. */
export const walletViews: readonly View<TabVisit>[] = [
  {
    name: 'connect dialog',
    isSample: true,
    async open({ tab }) {
      await tab.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
      await expect(dialog(tab).getByRole('button', { name: 'Sandbox Wallet' })).toBeVisible()
    },
  },
  {
    name: 'network dialog',
    isSample: true,
    async open({ tab }) {
      await dialog(tab).getByRole('button', { name: 'Sandbox Wallet' }).click()
      await approve(tab)
      await tab.getByRole('button', { name: 'Chain Selector' }).click()
      await expect(dialog(tab)).toContainText('Switch Networks')
    },
    close: closeWithEscape,
  },
  {
    name: 'account dialog',
    async open({ tab }) {
      await tab.getByRole('banner').getByRole('button', { name: /0x/ }).click()
      await expect(dialog(tab)).toContainText('Disconnect')
    },
    close: closeWithEscape,
  },
  {
    name: 'Overview',
    isSample: true,
    async open({ tab }) {
      await goTo(tab, 'Overview')
      await expect(tab.getByRole('region', { name: 'Balances' })).toContainText('USDT')
    },
  },
  {
    name: 'statement of a month',
    async open({ tab }) {
      await goTo(tab, 'Activity')
      await exportAs(tab, 'Statement')
      await expect(tab.getByRole('button', { name: 'CSV' })).toBeVisible()
    },
  },
  {
    name: 'payment with faults',
    async open({ tab }) {
      await fillPayment(tab, { payee: dana.address.replace('F', 'f'), amount: '1,000.5' })
      await expect(tab.getByRole('alert')).toHaveCount(2)
    },
  },
  {
    name: 'review that cannot be paid',
    async open({ tab }) {
      await fillPayment(tab, { payee: dana.address, amount: '9999999', token: 'USDT' })
      await expect(tab.getByText(/Not enough USDT/)).toBeVisible()
    },
    close: ({ tab }) => tab.getByRole('button', { name: 'Back' }).click(),
  },
  {
    name: 'review',
    isSample: true,
    async open({ tab }) {
      await fillPayment(tab, { payee: dana.address, amount: '1', token: 'USDT' })
      await expect(tab.getByText(/Balance and token checked/)).toBeVisible()
    },
  },
  {
    name: 'paid',
    async open({ tab }) {
      await tab.getByRole('button', { name: /^Pay [\d.]/ }).click()
      await approve(tab)
      await expect(tab.getByText('Paid', { exact: true })).toBeVisible()
    },
  },
  ...listViews<TabVisit>(({ tab }) => tab),
  {
    name: 'Activity',
    async open({ tab }) {
      await goTo(tab, 'Activity')
      await expect(payment(tab)).toBeVisible()
      await tab.getByRole('button', { name: 'Filter' }).click()
      await expect(tab.getByLabel('Recipient or sender')).toBeVisible()
    },
  },
  { name: 'Sent', open: ({ tab }) => showTab(tab, 'Sent') },
  { name: 'Received', open: ({ tab }) => showTab(tab, 'Received') },
  {
    name: 'one payment',
    async open({ tab }) {
      await showTab(tab, 'Sent')
      await openRow(payment(tab).first())
      await expect(tab.getByText('Final: it can’t be reversed.')).toBeVisible()
    },
  },
  {
    name: 'a watched Safe',
    isSample: true,
    async open({ tab }) {
      await tab.evaluate((safe) => {
        window.location.hash = `#/activity/safe/${safe}`
      }, treasury.address)
      await expect(queue(tab).getByText('Verified').first()).toBeVisible()
    },
  },
  {
    name: 'one proposal',
    isSample: true,
    async open({ tab }) {
      await openRow(queue(tab).getByRole('listitem').first())
      await allChecks(tab)
      await shownHashes(tab)
      await unfold(tab, 'Raw transaction fields')
    },
  },
  {
    name: 'Overview without a chain',
    async open({ tab, world }) {
      await world.safe.faults.rpc.set({ status: 503 })
      await goTo(tab, 'Overview')
      await tab.reload()
      await connect(tab)
      await expect(
        tab.getByRole('alert').filter({ hasText: 'Can’t reach BNB Smart Chain.' }).first(),
      ).toBeVisible()
    },
  },
]
