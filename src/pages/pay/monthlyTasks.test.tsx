import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Routes } from '#app/routes.tsx'
import { planPayout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { toCalendarDay } from '#domain/shared/calendar.ts'
import { hashOf, requested } from '#tests/support/backupWorld.ts'
import { fakeWallet, nothingPaid } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payNode } from '#tests/support/payNode.ts'
import { usdtRow } from '#tests/support/reminderAt.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
// Their code is loaded late, and slowly if it was not compiled yet.
import './PayPage.tsx'
import './list/DraftEditor.tsx'
import './payout/PayoutPage.tsx'
import './reminders/RepeatCard.tsx'
import './review/Review.tsx'

afterEach(() => {
  window.location.hash = ''
})

// The jobs that come back every month, counted in actions. Each step names its actions.

type User = ReturnType<typeof renderInPortal>['user']
const press = async (user: User, name: string | RegExp) => {
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name })
  await waitFor(() => expect(button().disabled).toBe(false))
  await user.click(button())
}
const review = () => screen.findByRole('region', { name: 'Review' })

/** Forty payments as an office keeps them: a title, money words, notes, a total, and seven faults of four kinds. */
function messyList(): string {
  const rows = Array.from({ length: 40 }, (_, index) => [
    `Creator ${index + 1}`,
    payeeAt(index),
    `1.${String(100 + index)},50`,
    'Reel',
  ])
  const [first, second, third] = rows as [string[], string[], string[]]
  // A typo in an address, an amount that is still open, and the same payment twice.
  first[1] = `${payeeAt(0).slice(0, -1)}`
  second[2] = 'TBD'
  const body = [...rows, [...third]].map((row) => row.join(';'))
  return ['Payouts of October;;;', 'Name;Wallet;Betrag;Notiz', ...body, ';Total;;'].join('\n')
}

test('behavior: forty messy rows are ready for their review in seven actions', async () => {
  answerNodes(payNode())
  window.location.hash = '#/pay/list'
  const { user } = renderInPortal(<Routes />, { account: fakeWallet() })
  await user.click(await screen.findByRole('textbox', { name: 'Paste your list' }))
  // 1: paste.
  await user.paste(messyList())
  // 2: one answer about all amounts, which can be written in one way only.
  expect(await screen.findByText('Amounts: 1.100,50 means 1,100.50.')).toBeTruthy()
  await user.selectOptions(await screen.findByLabelText('Token for all payments'), 'USDT')
  // 3, 4: the typo, to which the button leads.
  await user.click(await screen.findByRole('button', { name: 'Fix 2 rows' }))
  const typo = within(screen.getByRole('group', { name: 'Line 3' })).getByLabelText('To')
  expect(document.activeElement).toBe(typo)
  await user.paste(payeeAt(0))
  // 5, 6: nothing is paid for the open amount, and the repeated line not twice.
  await user.click(screen.getByRole('button', { name: 'Skip line 4' }))
  const repeated = await screen.findByRole('group', { name: 'Paid more than once' })
  await user.click(within(repeated).getByRole('button', { name: 'Skip this one, line 43' }))
  // 7: review.
  await press(user, 'Review 39 payments')
  expect((await review()).textContent).toContain('39 payments')
  expect((await review()).textContent).toContain('Creator 1')
})

test('behavior: the list of last month is repeated in four actions, and from its reminder in two', async () => {
  answerNodes(payNode({ minedAt: Date.now() - 14 * 86_400_000 }))
  const asked: string[] = []
  const base = fakeWallet()
  const account = fakeWallet({
    status: async ({ calls }) => calls.map(() => ({ kind: 'paid', hash: word(1) })),
    recentPayments: async () => ({ ...nothingPaid, time: Date.now() }),
    submit: async (calls, how) => {
      asked.push(...calls.map(({ data }) => data))
      return base.submit(calls, how)
    },
  })
  const rows = [0, 1].map((index) => usdtRow(index, 1n, { name: `Creator ${index}` }))
  const timesAsked = () =>
    rows.map(({ payee }) => asked.filter((data) => data.includes(payee.slice(2).toLowerCase())).length)
  const at = Date.now() - 30 * 86_400_000
  const storage = browserStorage()
  const earlier = requested(planPayout(account, rows, rows.length, at), 0, { at, hash: hashOf('7') })
  payoutStore(storage, account.address).write(earlier)
  window.location.hash = '#/settings'
  const { user } = renderInPortal(<Routes />, { account, storage })
  const open = async () => {
    window.location.hash = '#/pay'
    await screen.findByRole('heading', { level: 1, name: 'Pay' })
  }
  // 1: Pay.
  await open()
  // 2: the list again, with its names.
  const recent = await screen.findByRole('list', { name: 'Recent payouts' })
  await user.click(within(recent).getByRole('link', { name: 'Repeat' }))
  // 3: review.
  await press(user, 'Review 2 payments')
  expect((await review()).textContent).toContain('Creator 1')
  // 4: pay.
  await press(user, /^Pay .*, one by one$/)
  expect((await screen.findAllByText('All paid')).length).toBeGreaterThan(0)
  expect(timesAsked()).toEqual([1, 1])

  const repeat = await screen.findByRole('region', { name: 'Next' })
  await user.click(within(repeat).getByRole('button', { name: 'Remind me' }))
  await user.clear(within(repeat).getByLabelText('Next date'))
  await user.type(within(repeat).getByLabelText('Next date'), toCalendarDay(Date.now()))
  await user.click(within(repeat).getByRole('button', { name: 'Save' }))
  await open()
  // 1: review what is due, above the form of Pay.
  const due = await screen.findByRole('list', { name: 'Reminders' })
  await user.click(within(due).getByRole('link', { name: /^Review: / }))
  await waitFor(async () => expect((await review()).textContent).toContain('Same 2 payments as last time'))
  expect((await review()).textContent).toContain('Creator 1')
  // Within a week it could be the same payment twice, so one question more, which next month does not have.
  await user.type(await screen.findByLabelText('Type PAY AGAIN to send them a second time'), 'PAY AGAIN')
  // 2: pay.
  await press(user, /^Pay .*, one by one$/)
  await waitFor(() => expect(timesAsked()).toEqual([2, 2]))
  expect((await screen.findAllByText('All paid')).length).toBeGreaterThan(0)
})
