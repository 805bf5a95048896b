import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { Account } from '#account/Account.ts'
import type { Submission } from '#account/Submission.ts'
import { Routes } from '#app/routes.tsx'
import type { Call } from '#chain/money/Call.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { type Payout, planPayout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { keptPeople } from '#domain/people/Person.ts'
import { keptReminders, type Reminder } from '#domain/reminders/Reminder.ts'
import { dayWords } from '#domain/reminders/reminderAttention.ts'
import { addDays, addMonths, toCalendarDay } from '#domain/shared/calendar.ts'
import { hashOf, requested } from '#tests/support/backupWorld.ts'
import { fakeSafeAccount, fakeWallet, nothingPaid } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payNode } from '#tests/support/payNode.ts'
import { personAt } from '#tests/support/personAt.ts'
import { reminderAt, usdtRow } from '#tests/support/reminderAt.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
// Its code is loaded late, and slowly if it was not compiled yet.
import './RepeatCard.tsx'

const today = toCalendarDay(Date.now())
const paid: PaymentStatus = { kind: 'paid', hash: word(1) }
const unknown: PaymentStatus = { kind: 'unknown', why: 'unread', hash: null }
const always =
  (status: PaymentStatus): Account['status'] =>
  async ({ calls }) =>
    calls.map(() => status)

/** A reminder of the account that is due today. */
const dueReminder = (account: Account, some: Partial<Reminder> = {}) =>
  reminderAt(1, { account: account.address, kind: account.kind, anchor: today, ...some })

/** A payout of the account that was requested two weeks ago, as the one that a reminder was made from. */
function earlier(account: Account, rows = reminderAt(1).rows, some: Partial<Payout> = {}): Payout {
  const at = Date.now() - 14 * 86_400_000
  const planned = { ...planPayout(account, rows, rows.length, at), id: 'earlier', ...some }
  return requested(planned, 0, { at, hash: hashOf('7') })
}

function open(
  path: string,
  account: Account,
  some: { reminders?: readonly Reminder[]; payouts?: readonly Payout[]; people?: readonly number[] } = {},
) {
  const contracts = account.kind === 'safe' ? [account.address] : []
  answerNodes(payNode({ contracts, minedAt: Date.now() - 14 * 86_400_000 }))
  const storage = browserStorage()
  keptReminders.keep(storage, some.reminders ?? [])
  keptPeople.keep(
    storage,
    (some.people ?? []).map((index) => personAt(index)),
  )
  const payouts = payoutStore(storage, account.address)
  for (const payout of some.payouts ?? []) payouts.write(payout)
  window.location.hash = `#${path}`
  const rendered = renderInPortal(<Routes />, { account, storage })
  const press = async (name: string | RegExp) => {
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false))
    await rendered.user.click(screen.getByRole('button', { name }))
  }
  const fill = async (label: string, text: string) => {
    const field = screen.getByLabelText(label)
    await rendered.user.clear(field)
    await rendered.user.click(field)
    await rendered.user.paste(text)
  }
  /** From the review of a reminder back to its list. */
  const toList = async () => {
    await screen.findByRole('region', { name: 'Review' })
    await press('Back')
    await screen.findByRole('group', { name: 'Line 2' })
  }
  return { ...rendered, storage, payouts, press, fill, toList, kept: () => keptReminders.read(storage).items }
}

afterEach(() => {
  window.location.hash = ''
})

describe('a payout', () => {
  const repeat = () => screen.findByRole('region', { name: 'Next' })

  test('behavior: is repeated as a list, with its title, its names and its campaign', async () => {
    const labels = { tag: 'spring', title: 'Retainers' }
    const rows = [usdtRow(1, 100n, { name: 'Ada' }), usdtRow(2, 5n)]
    const account = fakeSafeAccount({ status: always(paid) })
    const { user } = open('/pay/payout/earlier', account, { payouts: [earlier(account, rows, labels)] })
    await user.click(within(await repeat()).getByRole('link', { name: 'Repeat' }))
    expect((await screen.findByRole('group', { name: 'Line 2' })).textContent).toContain('Ada')
    expect(window.location.hash).toBe('#/pay/list')
    expect(screen.getByLabelText<HTMLInputElement>('Title (optional)').value).toBe('Retainers')
    expect(screen.getByLabelText<HTMLInputElement>('Campaign (optional)').value).toBe('spring')
  })

  test('behavior: has a reminder, with the names that its addresses have now', async () => {
    const account = fakeSafeAccount()
    const { press, fill, kept, user } = open('/pay/payout/earlier', account, {
      payouts: [earlier(account, [usdtRow(1, 100n), usdtRow(2, 5n)], { tag: 'spring' })],
      people: [1],
    })
    await repeat()
    await press('Remind me')
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('spring')
    expect(screen.getByLabelText<HTMLInputElement>('Next date').value).toBe(addMonths(today, 1))
    await user.clear(screen.getByLabelText('Title'))
    await press('Save')
    expect(screen.getByText('Enter a title.')).toBeTruthy()
    await fill('Title', 'Retainers')
    await user.selectOptions(screen.getByLabelText('Remind me'), 'Every two weeks')
    await press('Save')
    const next = dayWords(addMonths(today, 1))
    expect(await screen.findByText('Reminder saved.')).toBeTruthy()
    const [reminder] = kept()
    expect(reminder).toMatchObject({
      name: 'Retainers',
      rhythm: 'two-weeks',
      tag: 'spring',
      source: 'earlier',
      account: account.address,
    })
    expect(reminder?.rows.map(({ name }) => name)).toEqual([personAt(1).name, undefined])
    expect((await repeat()).textContent).toContain(
      `Retainers2 payments · 105 USDT · every two weeks · next ${next}`,
    )
  })

  test('behavior: shows its reminder and stops it, which can be undone', async () => {
    const account = fakeWallet({ status: always(paid) })
    const reminder = dueReminder(account, { rhythm: 'week', source: 'earlier' })
    const { press, kept, user } = open('/pay/payout/earlier', account, {
      reminders: [reminder],
      payouts: [earlier(account)],
    })
    const review = within(await repeat()).getByRole('link', { name: 'Review: Retainers 1' })
    expect(review.getAttribute('href')).toBe('#/pay/run/reminder-1')
    expect((await repeat()).textContent).toContain('Due today')
    await press('Change Retainers 1')
    await press('Stop reminding')
    await press('Stop, keep its payouts')
    expect(kept()).toEqual([])
    expect(within(await repeat()).getByRole('button', { name: 'Remind me' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(kept()).toEqual([reminder])
  })

  test('error: of more than a thousand payments has no reminder', async () => {
    const account = fakeWallet({ status: always(paid) })
    const rows = Array.from({ length: 1_001 }, (_, index) => usdtRow(index + 1, 1n))
    open('/pay/payout/earlier', account, { payouts: [earlier(account, rows)] })
    expect((await repeat()).textContent).toContain('A reminder holds at most 1000 payments.')
    expect(within(await repeat()).queryByRole('button', { name: 'Remind me' })).toBeNull()
  })
})

describe('the reminders above the form of Pay', () => {
  const list = () => screen.findByRole('list', { name: 'Reminders' })

  test('behavior: are not there without one', async () => {
    open('/pay', fakeWallet())
    await screen.findByLabelText('Amount')
    expect(screen.queryByText(/reminder/i)).toBeNull()
  })

  test('behavior: show what is due with what changed, and the others behind one line', async () => {
    const account = fakeWallet({ status: always(paid) })
    const later = { anchor: addDays(today, 3) }
    const { user } = open('/pay', account, {
      reminders: [
        dueReminder(account, { source: 'earlier' }),
        reminderAt(2, { account: account.address, ...later }),
        reminderAt(3, { account: account.address, anchor: today, isPaused: true }),
      ],
      payouts: [earlier(account, [usdtRow(1, 90n), usdtRow(2, 200n)])],
    })
    expect((await list()).textContent).toContain('Due today · 1 with another amount since last time')
    expect(within(await list()).getAllByRole('listitem')).toHaveLength(1)
    const review = within(await list()).getByRole('link', { name: 'Review: Retainers 1' })
    expect(review.getAttribute('href')).toBe('#/pay/run/reminder-1')
    await user.click(screen.getByText(`2 other reminders · next ${dayWords(later.anchor)}`))
    const others = await screen.findByRole('list', { name: 'Other reminders' })
    const [second, third] = within(others).getAllByRole('listitem')
    expect(second?.textContent).toContain('every month')
    expect(second?.textContent).toContain(`next ${dayWords(later.anchor)}`)
    expect(within(second as HTMLElement).getByRole('link', { name: 'Pay early: Retainers 2' })).toBeTruthy()
    expect(third?.textContent).toContain('Paused')
    expect(within(third as HTMLElement).queryByRole('link')).toBeNull()
  })

  test('behavior: are one quiet line while none is due', async () => {
    const account = fakeWallet()
    const anchor = addDays(today, 3)
    const { user } = open('/pay', account, { reminders: [dueReminder(account, { anchor })] })
    await user.click(await screen.findByText(`1 reminder · next ${dayWords(anchor)}`))
    expect(await screen.findByRole('list', { name: 'Other reminders' })).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Reminders' })).toBeNull()
  })

  test('behavior: change title, rhythm and date; an unchanged date keeps the day that a short month cut', async () => {
    const account = fakeWallet()
    const some = { anchor: '2025-01-31', skipped: today, isRestored: true, tag: 'spring' }
    const reminder = dueReminder(account, some)
    const { press, fill, kept, user } = open('/pay', account, { reminders: [reminder] })
    await user.click(await screen.findByText(/^1 reminder/))
    await press('Change Retainers 1')
    await fill('Title', 'Salaries')
    await press('Save')
    expect(await screen.findByText('Reminder saved.')).toBeTruthy()
    expect(kept()).toEqual([{ ...reminder, name: 'Salaries', isRestored: false }])
    await press('Change Salaries')
    await fill('Next date', addDays(today, 3))
    await user.selectOptions(screen.getByLabelText('Remind me'), 'Every quarter')
    await press('Save')
    await waitFor(() => expect(kept()[0]).toMatchObject({ anchor: addDays(today, 3), rhythm: 'quarter' }))
  })

  test('behavior: one that was paused is due again after it is saved, but not for what passed', async () => {
    const account = fakeWallet()
    const anchor = addDays(today, -10)
    const reminder = dueReminder(account, { anchor, rhythm: 'week', isPaused: true })
    const { press, kept, user } = open('/pay', account, { reminders: [reminder] })
    await user.click(await screen.findByText('1 reminder · paused'))
    await press('Change Retainers 1')
    await press('Save')
    expect(kept()).toEqual([{ ...reminder, isPaused: false, skipped: addDays(today, 3) }])
    expect(screen.getByText(`1 reminder · next ${dayWords(addDays(today, 4))}`)).toBeTruthy()
  })

  test('behavior: are those of the account alone, and say what cannot be read', async () => {
    const account = fakeWallet()
    const other = reminderAt(2, { name: 'Of the Safe' })
    const { storage } = open('/people', account, { reminders: [dueReminder(account), other] })
    const text = storage.getItem('portal.templates.56') ?? ''
    storage.setItem('portal.templates.56', text.replace('"templates":[', '"templates":[7,'))
    window.location.hash = '#/pay'
    expect(await screen.findByText('1 reminder couldn’t be read.')).toBeTruthy()
    expect((await list()).textContent).not.toContain('Of the Safe')
  })
})

describe('a reminder that is due', () => {
  const card = () => screen.findByRole('region', { name: 'Retainers 1' })

  test('opens its review in one press, says that nothing changed, and asks the account for nothing before', async () => {
    const asked: (readonly Call[])[] = []
    const recentPayments = async () => ({ ...nothingPaid, time: Date.now() })
    const base = fakeSafeAccount({ status: always(paid), recentPayments })
    const account: Account = {
      ...base,
      submit: async (calls, how): Promise<Submission> => {
        asked.push(calls)
        return base.submit(calls, how)
      },
    }
    const { press, payouts } = open('/pay/run/reminder-1', account, {
      reminders: [dueReminder(account, { source: 'earlier', tag: 'spring' })],
      payouts: [earlier(account)],
    })
    const review = await screen.findByRole('region', { name: 'Review' })
    expect(window.location.hash).toBe('#/pay/review')
    const shown = await within(review).findByRole('region', { name: 'Retainers 1' })
    await waitFor(() => expect(shown.textContent).toContain('Same 2 payments as last time'))
    await waitFor(() => expect(shown.textContent).toContain('Everyone was paid last time.'))
    expect(shown.textContent).toContain(`For ${dayWords(today)}, every month.`)
    expect(asked).toEqual([])
    await press(/^Propose 2 payments/)
    // The payout is called by the title that its reminder gave it, not by its campaign.
    await screen.findByRole('heading', { level: 1, name: 'Retainers 1' })
    expect(asked).toHaveLength(1)
    const [made] = payouts.list().payouts
    expect(made).toMatchObject({ run: { template: 'reminder-1', due: today }, tag: 'spring' })
    const repeat = await screen.findByRole('region', { name: 'Next' })
    expect(repeat.textContent).toMatch(/Retainers 1.*every month/)
    expect(repeat.textContent).toContain(`for ${dayWords(today)}`)
    const belongs = await screen.findByRole('region', { name: 'Title and campaign' })
    expect(within(belongs).getByRole('link', { name: '#spring' }).getAttribute('href')).toBe(
      '#/activity/campaigns/spring',
    )
  })

  test('says who is new, left out, and gets another amount, as the list is being changed', async () => {
    const account = fakeWallet({ status: always(paid) })
    const before = [usdtRow(1, 90n), usdtRow(3, 30n)]
    const { user, press, toList, kept } = open('/pay/run/reminder-1', account, {
      reminders: [dueReminder(account, { source: 'earlier' })],
      payouts: [earlier(account, before)],
    })
    await toList()
    const changes = () => screen.findByRole('region', { name: 'Changes since last time' })
    expect((await changes()).textContent).toContain('1 new · 1 left out · 1 with another amount since')
    expect((await changes()).textContent).toMatch(/More:.*gets 100 USDT, last time 90 USDT\./)
    expect((await changes()).textContent).toMatch(/New:.*gets 200 USDT\./)
    expect((await changes()).textContent).toMatch(/Left out:.*got 30 USDT\./)
    const line = screen.getByRole('group', { name: 'Line 2' })
    await user.click(within(line).getByRole('button', { name: /^Skip/ }))
    await waitFor(async () => expect((await changes()).textContent).toContain('1 new · 2 left out since'))
    expect(kept()[0]?.rows).toHaveLength(2)
    await press('Use these rows next time')
    expect(kept()[0]?.rows).toEqual([usdtRow(2, 200n)])
  })

  test('names a person who is saved with another address, and pays that only after a press', async () => {
    const account = fakeWallet({ status: always(paid) })
    const { name } = personAt(7)
    const { press } = open('/pay/run/reminder-1', account, {
      reminders: [dueReminder(account, { rows: [usdtRow(1, 100n, { name })] })],
      people: [7],
    })
    const moved = await within(await card()).findByRole('alert')
    expect(moved.textContent).toContain('One person is saved with another address now.')
    const shown = moved.textContent?.replaceAll(/\s/g, '') ?? ''
    expect(shown).toContain(`Thislistpays${payeeAt(1)}`)
    expect(shown).toContain(`InPeople${personAt(7).address}`)
    const line = () => screen.getByRole('group', { name: 'Line 2' }).textContent?.replaceAll(/\s/g, '')
    expect(line()).toContain(payeeAt(1))
    await press(`Pay ${name} at the address in People`)
    await waitFor(() => expect(line()).toContain(personAt(7).address))
    expect(within(await card()).queryByText(/is saved with another address/)).toBeNull()
  })

  test('says in one notice that a person has moved and that the last time is not settled', async () => {
    const account = fakeWallet({
      status: async ({ calls }) => calls.map((_, index) => (index === 0 ? paid : unknown)),
    })
    const { name } = personAt(7)
    open('/pay/run/reminder-1', account, {
      reminders: [
        dueReminder(account, { source: 'earlier', rows: [usdtRow(1, 100n, { name }), usdtRow(2, 200n)] }),
      ],
      payouts: [earlier(account)],
      people: [7],
    })
    const last = await within(await card()).findByText('Last time isn’t settled: 1 unknown')
    const alert = await within(await card()).findByRole('alert')
    expect(alert.contains(last)).toBe(true)
    expect(alert.textContent).toContain('One person is saved with another address now.')
    expect(within(alert).getByRole('link', { name: 'See last time' })).toBeTruthy()
  })

  test('names what of the last time is not settled, and where to settle it', async () => {
    const account = fakeWallet({
      status: async ({ calls }) => calls.map((_, index) => (index === 0 ? paid : unknown)),
    })
    open('/pay/run/reminder-1', account, {
      reminders: [dueReminder(account, { source: 'earlier' })],
      payouts: [earlier(account)],
    })
    // The list stands for a moment before the review of its rows.
    await screen.findByRole('region', { name: 'Review' })
    const notice = await within(await card()).findByText('Last time isn’t settled: 1 unknown')
    const alert = notice.closest('[role=alert]')
    expect(alert?.textContent).toContain('200 USDT: Unknown')
    expect(alert?.textContent).not.toContain('100 USDT')
    expect(
      within(await card())
        .getByRole('link', { name: 'See last time' })
        .getAttribute('href'),
    ).toBe('#/pay/payout/earlier')
  })

  test('error: a payment that was just made is still paid again only with typed consent', async () => {
    const account = fakeSafeAccount()
    const just = requested(planPayout(account, reminderAt(1).rows, 2, Date.now()), 0, {
      at: Date.now(),
      hash: hashOf('7'),
    })
    open('/pay/run/reminder-1', account, {
      reminders: [dueReminder(account, { source: just.id })],
      payouts: [just],
    })
    expect(await screen.findByRole('textbox', { name: /^Type PAY AGAIN/ })).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Propose/ }).disabled).toBe(true)
  })

  test('warns where its date is already being paid, for example from a draft that was left open', async () => {
    const account = fakeSafeAccount()
    const reminder = dueReminder(account)
    const { storage, payouts, toList } = open('/pay/run/reminder-1', account, { reminders: [reminder] })
    await toList()
    await card()
    expect(screen.getByRole('button', { name: 'Skip this time' })).toBeTruthy()
    expect(screen.queryByText(/was already paid from this reminder/)).toBeNull()
    const run = { template: reminder.id, due: today }
    payouts.write(earlier(account, reminder.rows, { run }))
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(await screen.findByText(/was already paid from this reminder, or is under way/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Skip this time' })).toBeNull()
    expect(storage.getItem('portal.templates.56')).not.toBeNull()
  })

  test('can be skipped from its list, which is then gone', async () => {
    const account = fakeWallet()
    const { press, toList, kept } = open('/pay/run/reminder-1', account, {
      reminders: [dueReminder(account)],
    })
    await toList()
    await press('Skip this time')
    expect(kept()[0]?.skipped).toBe(today)
    expect(await screen.findByRole('heading', { level: 1, name: 'Pay' })).toBeTruthy()
    window.location.hash = '#/pay/list'
    expect(await screen.findByLabelText('Paste your list')).toBeTruthy()
  })

  test('from a backup asks to compare its addresses', async () => {
    const account = fakeWallet()
    open('/pay/run/reminder-1', account, { reminders: [dueReminder(account, { isRestored: true })] })
    expect((await card()).textContent).toContain('This reminder comes from a backup file.')
    await waitFor(() => expect(document.body.textContent).toContain('2 payments ready'))
    expect(screen.queryByRole('region', { name: 'Review' })).toBeNull()
  })

  test('behavior: goes on with its own list that was left, as it was left', async () => {
    const account = fakeWallet({ status: always(paid) })
    const { user, press, toList } = open('/pay/run/reminder-1', account, {
      reminders: [dueReminder(account)],
    })
    await toList()
    const line = screen.getByRole('group', { name: 'Line 2' })
    await user.click(within(line).getByRole('button', { name: /^Skip/ }))
    await press('Save and close')
    window.location.hash = '#/pay/run/reminder-1'
    expect(await screen.findByRole('button', { name: 'Review 1 payment' })).toBeTruthy()
    expect(screen.queryByText(/would replace it/)).toBeNull()
  })

  test('that was removed, or belongs to another account, fills in nothing', async () => {
    open('/pay/run/reminder-1', fakeWallet(), { reminders: [reminderAt(1)] })
    expect(await screen.findByText('This list isn’t saved in this browser.')).toBeTruthy()
  })

  test('never replaces a list that is being edited without asking', async () => {
    const account = fakeWallet()
    const page = open('/pay/list', account, { reminders: [dueReminder(account)] })
    await page.user.click(await screen.findByLabelText('Paste your list'))
    await page.user.paste(`${payeeAt(5)},5,USDT\n${payeeAt(6)},6,USDT`)
    await screen.findByRole('region', { name: 'Import' })
    await page.press('Save and close')
    window.location.hash = '#/pay/run/reminder-1'
    expect(await screen.findByText(/This list would replace it\.$/)).toBeTruthy()
    await page.press('Continue the draft')
    expect(screen.queryByRole('region', { name: 'Retainers 1' })).toBeNull()
    expect((await screen.findByRole('group', { name: 'Line 1' })).textContent).toContain('5 USDT')
  })
})
