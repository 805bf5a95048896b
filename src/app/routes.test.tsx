import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fakeWallet } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payNode } from '#tests/support/payNode.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { Routes } from './routes.tsx'
// Their code is loaded late, and slowly if it was not compiled yet.
import '#pages/activity/ActivityPage.tsx'
import '#pages/pay/PayPage.tsx'
import '#pages/people/PeoplePage.tsx'
import '#pages/settings/SettingsPage.tsx'

beforeEach(() => {
  answerNodes(payNode())
})
afterEach(() => {
  window.location.hash = ''
})

function open(path: string) {
  window.location.hash = `#${path}`
  return renderInPortal(<Routes />, { account: fakeWallet() })
}
const go = (path: string) =>
  act(async () => {
    const arrived = new Promise((done) => addEventListener('hashchange', done, { once: true }))
    window.location.hash = `#${path}`
    await arrived
  })
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)

describe('what is filled in on Pay', () => {
  test.each([['People', '/people']])('behavior: stays while %s is shown', async (name, path) => {
    const { user } = open('/pay')
    await user.type(await field('Amount'), '12.5')
    await go(path)
    expect(await heading(name)).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Pay' })).toBeNull()
    await go('/pay')
    expect((await field('Amount')).value).toBe('12.5')
    expect(screen.queryByRole('heading', { name })).toBeNull()
    await waitFor(() => expect(document.title).toBe('Pay'))
  })

  test('behavior: stays when someone to pay is chosen in People', async () => {
    const { user } = open('/pay')
    await user.type(await field('Amount'), '12.5')
    await go('/people')
    await heading('People')
    await go(`/pay/to/${payeeAt(1)}`)
    await waitFor(async () => expect((await field('To')).value).toBe(payeeAt(1)))
    expect((await field('Amount')).value).toBe('12.5')
    expect(window.location.hash).toBe('#/pay')
  })

  test('behavior: stays with the corrections of a list', async () => {
    const { user } = open('/pay/list')
    await user.click(await field('Paste your list'))
    await user.paste(`${payeeAt(1)},1.5,USDT\n${payeeAt(2)},x,USDT`)
    const line = () => screen.findByRole('group', { name: 'Line 2' })
    const corrected = await line()
    await user.clear(within(corrected).getByLabelText('Amount'))
    await user.type(within(corrected).getByLabelText('Amount'), '2.25')
    await go('/people')
    await go('/pay')
    await user.click(await screen.findByRole('link', { name: 'Draft list' }))
    const report = await screen.findByRole('region', { name: 'Import' })
    await waitFor(() => expect(report.textContent).toContain('2 lines: 2 rows'))
    expect(await line()).toBe(corrected)
    expect(corrected.textContent).toContain('2.25 USDT')
  })

  test('behavior: goes once another page is opened', async () => {
    const { user } = open('/pay')
    await user.type(await field('Amount'), '12.5')
    await go('/people')
    await go('/settings')
    await go('/pay')
    expect((await field('Amount')).value).toBe('')
  })

  test('behavior: a review is not shown again after another page', async () => {
    const { user } = open('/pay')
    await user.type(await field('To'), payeeAt(1))
    await user.type(await field('Amount'), '0.5')
    await user.click(screen.getByRole('button', { name: 'Review payment' }))
    await screen.findByRole('region', { name: 'Review' })
    await go('/people')
    await heading('People')
    await go('/pay/review')
    await waitFor(() => expect(window.location.hash).toBe('#/pay'))
    expect(screen.queryByRole('region', { name: 'Review' })).toBeNull()
    expect((await field('Amount')).value).toBe('0.5')
  })
})

test('behavior: the title is that of what is shown, also if its code was there already', async () => {
  open('/people')
  await heading('People')
  expect(document.title).toBe('People')
  await go('/settings')
  expect(document.title).toBe('Settings')
  await go(`/activity/safe/${payeeAt(1)}`)
  await heading(/^Safe /)
  expect(document.title).toBe(`Safe ${payeeAt(1).slice(0, 8)}…`)
  await go('/nowhere')
  expect(document.title).toBe('Not found')
})

test.each(['/people?from=mail', '/settings?x'])(
  'behavior: %s is a page, whatever its query',
  async (path) => {
    open(path)
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading the page' })).toBeNull())
    expect(await heading(path.startsWith('/people') ? 'People' : 'Settings')).toBeTruthy()
  },
)

test.each([
  ['Pay', '/pay', /^Connect the wallet you’ll pay from/],
  ['Activity', '/activity/campaigns/spring', /^Connect a wallet to see its payments/],
])('behavior: %s asks a visitor to connect', async (name, path, words) => {
  window.location.hash = `#${path}`
  renderInPortal(<Routes />, { connect: () => {} })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(await heading(name)).toBeTruthy()
})
