import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { planPayout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { withHistory } from '#domain/payout/withHistory.ts'
import { keptPeople } from '#domain/people/Person.ts'
import { OverviewPage } from '#pages/overview/OverviewPage.tsx'
import { item, usdt } from '#tests/support/activityItems.ts'
import { requested } from '#tests/support/backupWorld.ts'
import { fakeLists, fakeWallet } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payNode } from '#tests/support/payNode.ts'
import { personAt } from '#tests/support/personAt.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { ActivityPage } from './ActivityPage.tsx'

afterEach(() => {
  window.location.hash = ''
})

const names = ['Dana', 'שלום 🎤', payeeAt(99), 'Kim']

/** Opens a page of a wallet that asked for the first `asked` payments of a payout, one by one. */
function openActivity(
  asked: number,
  statusOf: (at: number) => PaymentStatus,
  rows = 4,
  page = <ActivityPage />,
) {
  answerNodes(payNode())
  const storage = browserStorage()
  const wallet = fakeWallet({
    status: async (sent) => [statusOf(sent.kind === 'sent' ? Number(sent.hash) : 0)],
  })
  const account = withHistory({ ...wallet, activity: null }, storage)
  const payments = Array.from({ length: rows }, (_, at) => ({
    payee: payeeAt(at),
    amount: { token: usdt, value: 10n ** 18n },
    note: null,
    reference: null,
    ...(names[at] && { name: names[at] }),
  }))
  const labels = { title: 'Autumn reels', tag: 'Herbst 2026' }
  const planned = planPayout(wallet, payments, 1, Date.now(), [], labels)
  const payout = Array.from({ length: asked }, (_, at) => at).reduce(
    (before, at) => requested(before, at, { at: Date.now() + at, hash: word(at + 1) }),
    planned,
  )
  payoutStore(storage, wallet.address).write(payout)
  keptPeople.keep(storage, [personAt(3, { name: 'Kim the saved' })])
  window.location.hash = '#/activity/sent'
  return { ...renderInPortal(page, { account, storage }), payout }
}

const group = (name = /^Autumn reels/) => screen.findByRole('button', { name })
const paid = (at: number): PaymentStatus => ({ kind: 'paid', hash: word(at) })

test('a payout is one row that opens to its payments, each with the name in its list beside the address', async () => {
  const { user, payout } = openActivity(4, paid)
  const row = await group()
  await within(row).findByText('All paid')
  expect(row.textContent).toContain('4 payments')
  expect(row.textContent?.replaceAll('\u00a0', ' ')).toContain('4 USDT')
  expect(row.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('list', { name: 'Payments of Autumn reels' })).toBeNull()
  await user.tab()
  row.focus()
  await user.keyboard('{Enter}')
  expect(row.getAttribute('aria-expanded')).toBe('true')
  const rows = within(screen.getByRole('list', { name: 'Payments of Autumn reels' })).getAllByRole('listitem')
  const texts = rows.map(({ textContent }) => textContent ?? '')
  const shortOf = (at: number) => payeeAt(at).slice(0, 6)
  expect(texts.map((text, at) => text.includes(shortOf(3 - at)))).toEqual([true, true, true, true])
  expect(texts[3]).toContain('Dana')
  expect(texts[2]).toContain('שלום 🎤')
  // A name that could be taken for an address is not shown.
  expect(texts[1]).not.toContain(payeeAt(99).slice(0, 6))
  expect(texts[0]).toMatch(/Kim the saved.*in your payout: Kim/)
  expect(screen.getByRole('link', { name: 'Open the payout' }).getAttribute('href')).toBe(
    `#/pay/payout/${payout.id}`,
  )
  await user.keyboard(' ')
  expect(row.getAttribute('aria-expanded')).toBe('false')
})

test('the latest payments of the Overview name the payout once, too', async () => {
  const { user } = openActivity(4, paid, 4, <OverviewPage />)
  const latest = within(await screen.findByRole('list', { name: 'Latest payments' }))
  expect(latest.getAllByRole('listitem')).toHaveLength(1)
  await user.click(await group())
  expect(
    within(screen.getByRole('list', { name: 'Payments of Autumn reels' })).getAllByRole('listitem'),
  ).toHaveLength(4)
})

test('a payout of which something is unknown, failed or not sent never says that it is paid', async () => {
  openActivity(3, (at) =>
    at === 1
      ? paid(1)
      : at === 2
        ? { kind: 'unknown', why: 'unread', hash: null }
        : { kind: 'not-paid', why: 'failed', hash: word(3) },
  )
  const row = await group()
  await within(row).findByText('1 unknown · 1 not paid · 1 paid · 1 not sent')
  expect(row.textContent).toContain('3 of 4 payments')
  expect(row.textContent?.replaceAll('\u00a0', ' ')).toContain('3 USDT')
  expect(row.textContent).not.toContain('All paid')
})

test('error: payments that differ from what was reviewed are never called paid', async () => {
  openActivity(4, () => ({ kind: 'mismatch', differences: ['Its payee is another one.'] }))
  const row = await group()
  await within(row).findByText('4 of 4 not what was reviewed')
  expect(row.textContent).not.toContain('All paid')
})

test('error: a wallet’s batch of which one payment failed does not say that nothing was paid', async () => {
  answerNodes(payNode())
  const statuses: readonly PaymentStatus[] = [
    paid(1),
    paid(1),
    { kind: 'not-paid', why: 'failed', hash: word(2) },
  ]
  const payments = statuses.map((status, at) => ({
    to: payeeAt(at),
    amount: { token: usdt, value: 10n ** 18n },
    status,
  }))
  const what = { kind: 'batch', count: 3, payments } as const
  const batch = item({ what, status: { kind: 'judged', status: leastSettled(statuses) } })
  const account = fakeWallet({ activity: { ...fakeLists({ queue: [], history: [batch] }), queued: null } })
  window.location.hash = '#/activity/sent'
  renderInPortal(<ActivityPage />, { account })
  const row = await screen.findByText('1 of 3 not paid')
  expect(row.closest('li')?.textContent).not.toContain('Failed, not paid')
})

test('a payout of more payments than are listed is judged as a whole', async () => {
  const { user } = openActivity(30, (at) => (at === 1 ? { kind: 'pending', hash: word(1) } : paid(at)), 30)
  const row = await group()
  await within(row).findByText('29 paid · 1 on the way')
  await user.click(row)
  const rows = within(screen.getByRole('list', { name: 'Payments of Autumn reels' })).getAllByRole('listitem')
  expect(rows).toHaveLength(20)
  expect(screen.getByText(/^20 shown\./)).toBeTruthy()
})

test('a filter lists the payments themselves', async () => {
  const { user } = openActivity(4, paid)
  await group()
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.type(screen.getByLabelText('Recipient or sender'), payeeAt(1).slice(2, 12))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Autumn reels/ })).toBeNull())
  expect(screen.getByText(/^1 of 4/)).toBeTruthy()
})

test('a single payment of a payout with a title says it beside the payee', async () => {
  openActivity(1, paid, 1)
  const row = await screen.findByRole('link', { name: /Dana/ })
  expect(row.textContent).toContain('Autumn reels')
})
