import { expect, type Locator, type Page } from 'playwright/test'
import { openTool } from '#tests/support/activityPage.ts'
import { goTo, unfold } from '#tests/support/portalPage.ts'
import { requestText } from '#tests/support/requestPage.ts'
import { begunProof, signedBy } from '#tests/support/signedProofs.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import { closeWithEscape, type TabVisit, type View } from './View.ts'

const [dana] = influencers

/** Opens a route and waits for something on it. */
const at =
  (route: string, complete: (tab: Page) => Locator) =>
  async ({ tab, world }: TabVisit) => {
    await tab.goto(`${world.portalUrl}${route}`)
    await expect(complete(tab)).toBeVisible()
  }

/** Every page of a visitor without an account, in the order of one visit. */
export const visitorViews: readonly View<TabVisit>[] = [
  {
    name: 'Menu',
    async open({ tab, world }) {
      await tab.goto(world.portalUrl)
      await tab.getByRole('button', { name: 'Menu', exact: true }).click()
    },
    close: closeWithEscape,
  },
  {
    name: 'Overview of a visitor',
    open: at('', (tab) => tab.getByRole('main').getByRole('button', { name: 'Connect Wallet' })),
  },
  { name: 'Activity of a visitor', open: ({ tab }) => goTo(tab, 'Activity') },
  { name: 'a transaction to check', open: ({ tab }) => openTool(tab, 'Check a transaction') },
  { name: 'Settings', open: at('#/settings', (tab) => tab.getByRole('radio', { name: 'System' })) },
  {
    name: 'Diagnostics',
    open: at('#/settings/diagnostics', (tab) => tab.getByText(/All systems OK|problems? ·/)),
  },
  {
    name: 'a request that is overdue',
    open: at(`#/r/${requestText('250', 'USDT', { dueOn: '2026-01-31' })}`, (tab) =>
      tab.getByText('It was due on 31 Jan 2026'),
    ),
  },
  {
    name: 'a damaged link',
    open: at('#/r/1/56/damaged', (tab) =>
      tab.getByRole('heading', { name: 'This payment link doesn’t work' }),
    ),
  },
  {
    name: 'a request with a fault',
    isSample: true,
    async open({ tab, world }) {
      await tab.goto(`${world.portalUrl}#/get-paid`)
      await tab.getByLabel('Pay to (your address)').fill(dana.address)
      await tab.getByLabel('Amount', { exact: true }).fill('1250.5')
      await unfold(tab, 'More options')
      await tab.getByLabel('Payer’s Safe (optional)').fill('0x12')
      await tab.getByLabel('Amount', { exact: true }).press('Enter')
      await expect(tab.getByRole('alert')).toHaveCount(1)
    },
  },
  {
    name: 'the request that was made',
    async open({ tab }) {
      await tab.getByLabel('Payer’s Safe (optional)').fill('')
      await expect(tab.getByRole('region', { name: 'What the payer sees' })).toContainText('1,250.50')
      await tab.getByRole('button', { name: 'Create request' }).click()
      await unfold(tab, 'Save or change the code')
      await unfold(tab, 'Remind the payer')
      await tab.getByRole('radio', { name: 'Wallet code (EIP-681)' }).press('Space')
      await expect(tab.getByText('Many wallets read this wrong.')).toBeVisible()
    },
  },
  {
    name: 'my requests',
    async open({ tab }) {
      await goTo(tab, 'Get paid')
      const requests = tab.getByRole('list', { name: 'Your requests' })
      await expect(requests.getByRole('listitem')).toHaveCount(1)
    },
  },
  {
    name: 'checking a proof as a visitor',
    async open({ tab }) {
      await goTo(tab, 'Get paid')
      await tab.getByRole('button', { name: 'Proofs' }).click()
      await tab.getByRole('link', { name: 'Check a proof' }).click()
      await tab.getByRole('textbox', { name: 'Paste a proof link or text' }).fill('hello')
      await tab.getByRole('button', { name: 'Check proof' }).click()
      await expect(tab.getByText('Paste the whole link or text.')).toBeVisible()
    },
  },
  {
    name: 'a proof from another site',
    async open({ tab, world }) {
      await tab.goto(`${world.portalUrl}#/verify/${await signedBy(dana, begunProof(dana))}`)
      await expect(tab.getByText('Made on elsewhere.example, not here.')).toBeVisible()
    },
  },
  {
    name: 'half a proof',
    isSample: true,
    async open({ tab, world }) {
      const proof = begunProof(dana, { uri: world.portalUrl })
      await tab.goto(`${world.portalUrl}#/verify/${await signedBy(dana, proof)}`)
      await expect(tab.getByText('1 of 2 checked')).toBeVisible()
      await tab.getByText('Share this proof').click()
      await tab.getByText('Signed text (EIP-4361)').click()
    },
  },
  {
    name: 'a proof that was confirmed',
    async open({ tab }) {
      await tab.getByRole('button', { name: 'I see the code' }).click()
      await expect(tab.getByText('You confirmed it')).toBeVisible()
    },
  },
  {
    name: 'getting paid as a visitor',
    async open({ tab }) {
      await goTo(tab, 'Get paid')
      await expect(tab.getByText(/^Connect a wallet to prove your handle/)).toBeVisible()
    },
  },
  {
    name: 'not found',
    open: at('#/nowhere', (tab) => tab.getByRole('heading', { name: 'Page not found' })),
  },
]
