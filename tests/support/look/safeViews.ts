import { expect, type FrameLocator, type Page } from 'playwright/test'
import { allChecks, openRow, showTab } from '#tests/support/activityPage.ts'
import { type HostLink, openHost } from '#tests/support/hostLink.ts'
import { pasteInto } from '#tests/support/payPage.ts'
import type { World } from '#tests/support/portalFixture.ts'
import { fillPayment, goTo } from '#tests/support/portalPage.ts'
import { requestText } from '#tests/support/requestPage.ts'
import { legacy, treasury } from '../../../rig/seed/safes.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import { hostPageOf } from '../../../safe-app/local/playwright.ts'
import { listViews } from './listViews.ts'
import type { View } from './View.ts'

/** The portal in the local Safe host. */
type SafeVisit = {
  readonly page: Page
  readonly portal: FrameLocator
  readonly world: World
  /** The host's theme; its own choice by default. */
  readonly theme?: 'dark' | 'light'
}

const [dana] = influencers

/** Opens the host with the treasury, at a route of the portal. */
const openSafe = ({ page, world, theme }: SafeVisit, route = '', link?: HostLink) =>
  openHost(page, { hostUrl: world.hostUrl, appUrl: `${world.portalUrl}${route}` }, { theme, ...link })

/** Every page in a Safe, in the order of one visit. */
export const safeViews: readonly View<SafeVisit>[] = [
  {
    name: 'Overview',
    isSample: true,
    async open(visit) {
      await openSafe(visit)
      await expect(visit.portal.getByText('2 of 3 owners must sign')).toBeVisible()
      const proposals = visit.portal.getByRole('listitem').filter({ hasText: 'Nonce' })
      await expect(proposals.first()).toBeVisible()
    },
  },
  {
    name: 'Activity',
    async open({ portal }) {
      await goTo(portal, 'Activity')
      await portal
        .getByText(/suspicious transfer/)
        .first()
        .click()
      await expect(portal.getByText(/looks like a copy/).first()).toBeVisible()
    },
  },
  { name: 'Queue', open: ({ portal }) => showTab(portal, 'Queue') },
  {
    name: 'one proposal',
    async open({ portal }) {
      await openRow(portal.getByRole('region', { name: 'Queue' }).getByRole('listitem').first())
      await allChecks(portal)
    },
  },
  {
    name: 'a request in a Safe',
    isSample: true,
    async open(visit) {
      await openSafe(visit, `#/r/${requestText('12', 'USDT', { payer: treasury.address })}`)
      await expect(visit.portal.getByText(/You(’ve| haven’t) paid this address before/)).toBeVisible()
    },
  },
  {
    name: 'the review of a request',
    isSample: true,
    async open({ portal }) {
      await portal.getByRole('link', { name: /^Propose / }).click()
      await expect(portal.getByRole('region', { name: 'Review' })).toBeVisible()
    },
  },
  {
    name: 'requests to pay',
    async open({ portal, world }) {
      await goTo(portal, 'Pay')
      await pasteInto(
        portal.getByLabel('To', { exact: true }),
        `${world.portalUrl}#/r/${requestText('13', 'USDT')}`,
      )
      await expect(portal.getByRole('list', { name: 'Requests to pay' })).toBeVisible()
    },
  },
  {
    name: 'a request of the Safe',
    async open(visit) {
      await openSafe(visit, `#/get-paid/${requestText('12', 'USDT', { payee: treasury.address })}`)
      await expect(visit.portal.getByRole('button', { name: 'Sign request' })).toBeVisible()
    },
  },
  {
    name: 'proving a handle in a Safe',
    async open({ portal }) {
      await goTo(portal, 'Get paid')
      await portal.getByRole('textbox', { name: 'Your handle' }).fill('agency')
      await expect(portal.getByRole('button', { name: /^Copy the code/ })).toBeVisible()
    },
  },
  {
    name: 'a proof to be signed',
    async open({ portal }) {
      await portal.getByRole('button', { name: 'Create proof' }).click()
      await expect(portal.getByText('How the owners sign')).toBeVisible()
      await portal.getByText('Text your wallet will show').click()
    },
  },
  ...listViews<SafeVisit>(({ portal }) => portal),
  {
    name: 'payment with faults',
    async open({ portal }) {
      await fillPayment(portal, { payee: 'nobody', amount: '-1' })
      await expect(portal.getByRole('alert')).toHaveCount(2)
    },
  },
  {
    name: 'review of too much',
    async open({ portal }) {
      await fillPayment(portal, { payee: dana.address, amount: '99999999', token: 'USDT' })
      await expect(portal.getByText(/until the Safe is topped up/)).toBeVisible()
    },
  },
  {
    name: 'read only',
    async open(visit) {
      await openSafe(visit, '', { owner: 'none' })
      await expect(visit.portal.getByText(/^View only:/)).toBeVisible()
    },
  },
  {
    name: 'wrong chain',
    async open(visit) {
      await openSafe(visit, '', { chain: 1 })
      const heading = visit.portal.getByRole('heading', { name: 'This Safe is on another network' })
      await expect(heading).toBeVisible()
    },
  },
  {
    name: 'service down',
    async open(visit) {
      await visit.world.safe.faults.service.set({ status: 503, match: '/transactions/queued' })
      await openSafe(visit)
      await expect(
        visit.portal.getByRole('alert').filter({ hasText: 'The Safe service' }).first(),
      ).toBeVisible()
    },
    close: async ({ world }) => await world.safe.faults.service.set({ status: null, match: null }),
  },
  {
    name: 'stop',
    async open(visit) {
      const { page, portal } = visit
      // No other test counts the queue of this Safe.
      await openSafe(visit, '', { safe: legacy.address })
      await fillPayment(portal, { payee: dana.address, amount: '1', token: 'USDC' })
      await expect(portal.getByRole('button', { name: 'Propose' })).toBeEnabled()
      await portal.getByRole('button', { name: 'Propose' }).click()
      // Lower than the stop screen, which still has to open at its top.
      await page.setViewportSize({ width: 1280, height: 560 })
      const host = hostPageOf(page)
      await host.dialog().getByRole('button', { name: 'Change amount' }).click()
      await host.dialog().getByLabel('Amount').fill('70')
      await host.sign()
      await host.done()
      await expect(portal.getByRole('alertdialog', { name: 'Do not sign this proposal' })).toBeVisible()
      await expect(portal.getByRole('heading', { name: 'Do not sign this proposal' })).toBeInViewport()
    },
  },
]

/** A visit to the portal in the host on this page. */
export const visitSafe = (page: Page, world: World): SafeVisit => ({
  page,
  portal: hostPageOf(page).app,
  world,
})
