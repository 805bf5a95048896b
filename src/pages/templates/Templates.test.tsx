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
import { dayWords } from '#domain/reminders/dayWords.ts'
import { keptReminders, type Reminder } from '#domain/reminders/Reminder.ts'
import { addDays, toCalendarDay } from '#domain/shared/calendar.ts'
import { hashOf, requested } from '#tests/support/backupWorld.ts'
import { fakeSafeAccount, fakeWallet, nothingPaid } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payNode } from '#tests/support/payNode.ts'
import { personAt } from '#tests/support/personAt.ts'
import { reminderAt, usdtRow } from '#tests/support/reminderAt.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'

const today = toCalendarDay(Date.now())
const paid: PaymentStatus = { kind: 'paid', hash: word(1) }
const unknown: PaymentStatus = { kind: 'unknown', why: 'unread', hash: null }
const always =
  (status: PaymentStatus): Account['status'] =>
  async ({ calls }) =>
    calls.map(() => status)

/** A template of the account that is due today. */
const dueReminder = (account: Account, some: Partial<Reminder> = {}) =>
  reminderAt(1, { account: account.address, kind: account.kind, anchor: today, ...some })

/** A payout of the account that was requested two weeks ago, as the one that a template was made from. */
function earlier(account: Account, rows = reminderAt(1).rows, some: Partial<Payout> = {}): Payout {
  const at = Date.now() - 14 * 86_400_000
  const planned = { ...planPayout(account, rows, rows.length, at), id: 'earlier', ...some }
  return requested(planned, 0, { at, hash: hashOf('7') })
}

function open(
  path: string,
  account: Account,
  some: { templates?: readonly Reminder[]; payouts?: readonly Payout[]; people?: readonly number[] } = {},
) {
  const contracts = account.kind === 'safe' ? [account.address] : []
  answerNodes(payNode({ contracts, minedAt: Date.now() - 14 * 86_400_000 }))
  const storage = browserStorage()
  keptReminders.keep(storage, some.templates ?? [])
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
  return { ...rendered, storage, payouts, press, fill, kept: () => keptReminders.read(storage).items }
}

afterEach(() => {
  window.location.hash = ''
})

describe('the page of templates', () => {
  const list = () => screen.findByRole('list', { name: 'Templates' })

  test('says how to make the first one', async () => {
    open('/templates', fakeWallet())
    expect(await screen.findByText('Nothing repeats yet')).toBeTruthy()
  })

  test('makes one of a payout, with the names that its addresses have now', async () => {
    const account = fakeSafeAccount()
    const { press, fill, kept, user } = open('/pay/payout/earlier', account, {
      payouts: [earlier(account, [usdtRow(1, 100n), usdtRow(2, 5n)], { tag: 'spring' })],
      people: [1],
    })
    await user.click(await screen.findByRole('link', { name: 'Repeat this payout' }))
    await screen.findByRole('heading', { name: 'Repeat these 2 payments' })
    await press('Save')
    expect(screen.getByText('Enter a name.')).toBeTruthy()
    await fill('Name', 'Retainers')
    await user.selectOptions(screen.getByLabelText('Repeat'), 'Every two weeks')
    await press('Save')
    expect(await screen.findByText(/^Retainers is saved\./)).toBeTruthy()
    const [template] = kept()
    expect(template).toMatchObject({
      ...{
        name: 'Retainers',
        rhythm: 'two-weeks',
        tag: 'spring',
        source: 'earlier',
        account: account.address,
      },
    })
    expect(template?.rows.map(({ name }) => name)).toEqual([personAt(1).name, undefined])
    expect((await list()).textContent).toContain('2 payments105 USDTevery two weeks')
  })

  test('pauses, resumes, skips and removes, and each can be undone', async () => {
    const account = fakeWallet()
    const template = dueReminder(account, { rhythm: 'week' })
    const { press, kept } = open('/templates', account, { templates: [template] })
    expect((await list()).textContent).toContain('Due')
    await press('Pause Retainers 1')
    expect((await list()).textContent).toContain('Paused')
    await press('Resume Retainers 1')
    await press(`Skip ${dayWords(today)} of Retainers 1`)
    expect((await list()).textContent).toContain(`next ${dayWords(addDays(today, 7))}`)
    expect((await list()).textContent).not.toContain('Due')
    await press('Undo')
    expect((await list()).textContent).toContain('Due')
    await screen.findByRole('link', { name: 'Edit Retainers 1' }).then((link) => link.click())
    await press('Remove')
    await press('Remove, keep its payouts')
    expect(kept()).toEqual([])
    await press('Undo')
    expect(kept()).toHaveLength(1)
  })

  test('changes name, rhythm and date; an unchanged date keeps the day that a short month cut', async () => {
    const account = fakeWallet()
    const template = dueReminder(account, { anchor: '2025-01-31', skipped: today, isRestored: true })
    const { press, fill, kept, user } = open('/templates/template-1', account, { templates: [template] })
    await screen.findByRole('heading', { name: 'Edit Retainers 1' })
    await fill('Name', 'Salaries')
    await press('Save')
    expect(await screen.findByText('Salaries is saved.')).toBeTruthy()
    expect(kept()).toEqual([{ ...template, name: 'Salaries', isRestored: false }])
    await user.click(screen.getByRole('link', { name: 'Edit Salaries' }))
    await fill('Next date', addDays(today, 3))
    await user.selectOptions(screen.getByLabelText('Repeat'), 'Every quarter')
    await press('Save')
    await waitFor(() => expect(kept()[0]).toMatchObject({ anchor: addDays(today, 3), rhythm: 'quarter' }))
  })

  test('shows those of the account alone, and says what cannot be read', async () => {
    const account = fakeWallet()
    const other = reminderAt(2, { name: 'Of the Safe' })
    const { storage } = open('/pay', account, { templates: [dueReminder(account), other] })
    const text = storage.getItem('portal.templates.56') ?? ''
    storage.setItem('portal.templates.56', text.replace('"templates":[', '"templates":[7,'))
    window.location.hash = '#/templates'
    expect(await screen.findByText('1 template couldn’t be read.')).toBeTruthy()
    expect((await list()).textContent).not.toContain('Of the Safe')
  })
})

describe('a template that is due', () => {
  const card = () => screen.findByRole('region', { name: 'Retainers 1' })

  test('fills in its list, says that nothing changed, and asks the account for nothing', async () => {
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
    const { press, payouts } = open('/pay/run/template-1', account, {
      templates: [dueReminder(account, { source: 'earlier', tag: 'spring' })],
      payouts: [earlier(account)],
    })
    await waitFor(async () => expect((await card()).textContent).toContain('Same 2 payments as last time'))
    await waitFor(async () => expect((await card()).textContent).toContain('Everyone was paid last time.'))
    expect((await card()).textContent).toContain(`For ${dayWords(today)}, every month.`)
    expect(window.location.hash).toBe('#/pay/list')
    expect(screen.getByLabelText<HTMLInputElement>('Campaign (optional)').value).toBe('spring')
    await press('Review 2 payments')
    await press(/^Propose 2 payments/)
    // The payout is called by the title that its template gave it, not by its campaign.
    await screen.findByRole('heading', { name: 'Retainers 1' })
    expect(asked).toHaveLength(1)
    const [made] = payouts.list().payouts
    expect(made).toMatchObject({ run: { template: 'template-1', due: today }, tag: 'spring' })
    const belongs = await screen.findByRole('region', { name: 'Title and campaign' })
    expect(belongs.textContent).toContain(`Retainers 1, for ${dayWords(today)}`)
    expect(within(belongs).getByRole('link', { name: '#spring' }).getAttribute('href')).toBe(
      '#/activity/campaigns/spring',
    )
  })

  test('says who is new, left out, and gets another amount, as the list is being changed', async () => {
    const account = fakeWallet({ status: always(paid) })
    const before = [usdtRow(1, 90n), usdtRow(3, 30n)]
    const { user, press, kept } = open('/pay/run/template-1', account, {
      templates: [dueReminder(account, { source: 'earlier' })],
      payouts: [earlier(account, before)],
    })
    const changes = () => screen.findByRole('region', { name: 'Changes since last time' })
    expect((await changes()).textContent).toContain('1 new · 1 left out · 1 with another amount since')
    expect((await changes()).textContent).toMatch(/More:.*gets 100 USDT, last time 90 USDT\./)
    expect((await changes()).textContent).toMatch(/New:.*gets 200 USDT\./)
    expect((await changes()).textContent).toMatch(/Left out:.*got 30 USDT\./)
    const line = screen.getByRole('group', { name: 'Line 2' })
    await user.click(within(line).getByRole('button', { name: /^Skip/ }))
    await waitFor(async () => expect((await changes()).textContent).toContain('1 new · 2 left out since'))
    expect(kept()[0]?.rows).toHaveLength(2)
    await press('Save these rows to the template')
    expect(kept()[0]?.rows).toEqual([usdtRow(2, 200n)])
  })

  test('names a person who is saved with another address, and pays that only after a press', async () => {
    const account = fakeWallet({ status: always(paid) })
    const { name } = personAt(7)
    const { press } = open('/pay/run/template-1', account, {
      templates: [dueReminder(account, { rows: [usdtRow(1, 100n, { name })] })],
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

  test('names what of the last time is not settled, and where to settle it', async () => {
    const account = fakeWallet({
      status: async ({ calls }) => calls.map((_, index) => (index === 0 ? paid : unknown)),
    })
    open('/pay/run/template-1', account, {
      templates: [dueReminder(account, { source: 'earlier' })],
      payouts: [earlier(account)],
    })
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
      ...{ at: Date.now(), hash: hashOf('7') },
    })
    const { press } = open('/pay/run/template-1', account, {
      templates: [dueReminder(account, { source: just.id })],
      payouts: [just],
    })
    await press('Review 2 payments')
    expect(await screen.findByRole('textbox', { name: /^Type PAY AGAIN/ })).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Propose/ }).disabled).toBe(true)
  })

  test('warns where its date is already being paid, for example from a draft that was left open', async () => {
    const account = fakeSafeAccount()
    const template = dueReminder(account)
    const { storage, payouts } = open('/pay/run/template-1', account, { templates: [template] })
    await card()
    expect(screen.queryByText(/was already paid from this template/)).toBeNull()
    const run = { template: template.id, due: today }
    payouts.write(earlier(account, template.rows, { run }))
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(await screen.findByText(/was already paid from this template, or is under way/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Skip this time' })).toBeNull()
    expect(storage.getItem('portal.templates.56')).not.toBeNull()
  })

  test('can be skipped from its list, which is then gone', async () => {
    const account = fakeWallet()
    const { press, kept } = open('/pay/run/template-1', account, { templates: [dueReminder(account)] })
    await card()
    await press('Skip this time')
    expect(kept()[0]?.skipped).toBe(today)
    expect(await screen.findByRole('heading', { level: 1, name: 'Templates' })).toBeTruthy()
    window.location.hash = '#/pay/list'
    expect(await screen.findByLabelText('Paste your list')).toBeTruthy()
  })

  test('from a backup asks to compare its addresses', async () => {
    const account = fakeWallet()
    open('/pay/run/template-1', account, { templates: [dueReminder(account, { isRestored: true })] })
    expect((await card()).textContent).toContain('This template comes from a backup file.')
  })

  test('that was removed, or belongs to another account, fills in nothing', async () => {
    open('/pay/run/template-1', fakeWallet(), { templates: [reminderAt(1)] })
    expect(await screen.findByText('This list isn’t saved in this browser.')).toBeTruthy()
  })

  test('never replaces a list that is being edited without asking', async () => {
    const account = fakeWallet()
    const page = open('/pay/list', account, { templates: [dueReminder(account)] })
    await page.user.click(await screen.findByLabelText('Paste your list'))
    await page.user.paste(`${payeeAt(5)},5,USDT\n${payeeAt(6)},6,USDT`)
    await screen.findByRole('region', { name: 'Import' })
    await page.press('Save and close')
    window.location.hash = '#/pay/run/template-1'
    expect(await screen.findByText(/This list would replace it\.$/)).toBeTruthy()
    await page.press('Continue the draft')
    expect(screen.queryByRole('region', { name: 'Retainers 1' })).toBeNull()
    expect((await screen.findByRole('group', { name: 'Line 1' })).textContent).toContain('5 USDT')
  })
})
