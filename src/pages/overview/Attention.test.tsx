import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { ActivityItem } from '#account/Activity.ts'
import type { Submission } from '#account/Submission.ts'
import * as Token from '#chain/money/Token.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { setNotifications } from '#components/settings/switches.ts'
import { callsOfPayments, type Payout, planPayout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { keptReminders, type Reminder } from '#domain/reminders/Reminder.ts'
import { type KeptRequest, keptRequests } from '#domain/request/keptRequests.ts'
import { unverifiedToken } from '#domain/request/PaymentRequest.ts'
import { addDays, toCalendarDay } from '#domain/shared/calendar.ts'
import { PayoutPage } from '#pages/pay/payout/PayoutPage.tsx'
import { proposalQuery, usePagedList } from '#queries/activity.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { item } from '#tests/support/activityItems.ts'
import { withBatch } from '#tests/support/attempts.ts'
import { fakeLists, fakeSafeAccount, fakeWallet } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { startFastTime } from '#tests/support/fastTime.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payoutRow } from '#tests/support/payoutContext.ts'
import { reminderAt } from '#tests/support/reminderAt.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { wiredGateway, wiredNode, wiredSafe } from '#tests/support/wiredSafe.ts'
import { OverviewPage } from './OverviewPage.tsx'

const attention = () => screen.findByRole('region', { name: 'Needs your attention' })
const wallet = fakeWallet()
const storageWith = (...payouts: readonly Payout[]) => {
  const storage = browserStorage()
  const store = payoutStore(storage, wallet.address)
  for (const payout of payouts) store.write(payout)
  return storage
}
const stopped = () => planPayout(wallet, [payoutRow(1n), payoutRow(2n)], 1, Date.now())
const request = (some: Partial<KeptRequest['request']> = {}): KeptRequest => ({
  request: {
    payee: wallet.address,
    token: Token.pinned[1] ?? Token.BNB,
    asked: { kind: 'exact', value: 250n * 10n ** 18n },
    memo: 'Reel',
    reference: '',
    madeAt: Math.floor(Date.now() / 1_000) - 10 * 86_400,
    dueOn: null,
    payer: null,
    name: '',
    handle: null,
    ...some,
  },
  signature: null,
  proof: null,
  claimed: [],
})

let usualTime = () => {}
beforeEach(() => {
  document.title = 'Influencer Portal'
  usualTime = startFastTime()
})
afterEach(() => {
  usualTime()
  vi.unstubAllGlobals()
})

describe('in a wallet', () => {
  test('there is no card where nothing waits', async () => {
    answerNodes(wiredNode(), wiredGateway())
    renderInPortal(<OverviewPage />, { account: wallet })
    await screen.findByRole('region', { name: 'Latest' })
    expect(screen.queryByText('Needs your attention')).toBeNull()
    expect(document.title).toBe('Influencer Portal')
  })

  test('a stopped payout leads to where it continues, and counts in the title of every page', async () => {
    answerNodes(wiredNode(), wiredGateway())
    const payout = stopped()
    renderInPortal(<OverviewPage />, { account: wallet, storage: storageWith(payout) })
    const row = within(await attention()).getByRole('listitem')
    expect(row.textContent).toContain('2 not sent, of 2 payments')
    expect(within(row).getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(
      `#/pay/payout/${payout.id}`,
    )
    await waitFor(() => expect(document.title).toBe('(1) Influencer Portal'))
    document.title = 'Pay'
    await waitFor(() => expect(document.title).toBe('(1) Pay'))
  })

  test('an overdue request can be reminded of, and an open one is only watched', async () => {
    answerNodes(wiredNode(), wiredGateway())
    const storage = browserStorage()
    keptRequests.keep(storage, [request({ dueOn: '2026-01-05' }), request({ memo: 'Story' })])
    renderInPortal(<OverviewPage />, { account: wallet, storage })
    const row = await within(await attention()).findByRole('listitem')
    expect(row.textContent).toContain('250 USDT is overdue')
    expect(within(row).getByRole('link', { name: 'Remind' }).getAttribute('href')).toMatch(/^#\/get-paid\//)
  })

  test('error: what a Safe cannot see arrive is never called overdue', async () => {
    const safe = wiredSafe()
    answerNodes(wiredNode(), wiredGateway())
    const storage = browserStorage()
    const [dueOn, payee] = ['2026-01-05', safe.address]
    keptRequests.keep(storage, [
      request({ dueOn, payee }),
      request({ dueOn, payee, token: Token.BNB }),
      request({ dueOn, payee, token: unverifiedToken(payeeAt(3), 6) }),
    ])
    renderInPortal(<OverviewPage />, { account: safe, storage })
    const card = await attention()
    await waitFor(() => expect(card.textContent).toContain('250 USDT is overdue'))
    expect(card.textContent?.match(/is overdue/g)).toHaveLength(1)
  })

  test('open requests alone say that they are watched, so that nothing moves later', async () => {
    answerNodes(wiredNode(), wiredGateway())
    const storage = browserStorage()
    keptRequests.keep(storage, [request(), request({ memo: 'Story' })])
    renderInPortal(<OverviewPage />, { account: wallet, storage })
    expect((await attention()).textContent).toContain('Nothing right now')
    expect((await attention()).textContent).toContain('Watching 2 open requests.')
  })

  test('a request that was seen paid, or pays someone else, is not watched', async () => {
    answerNodes(wiredNode(), wiredGateway())
    const storage = browserStorage()
    keptRequests.keep(storage, [
      { ...request(), seen: true },
      request({ payee: wiredSafe().address, dueOn: '2026-01-05' }),
    ])
    renderInPortal(<OverviewPage />, { account: wallet, storage })
    await screen.findByRole('region', { name: 'Latest' })
    expect(screen.queryByText('Needs your attention')).toBeNull()
  })
})

describe('a reminder', () => {
  const own = (account: Account, some: Partial<Reminder> = {}) => {
    const storage = browserStorage()
    keptReminders.keep(storage, [reminderAt(1, { account: account.address, ...some })])
    return storage
  }

  test('is offered from midnight of its date on, by a page that stays open, and counts', async () => {
    answerNodes(wiredNode(), wiredGateway())
    const tomorrow = addDays(toCalendarDay(Date.now()), 1)
    renderInPortal(<OverviewPage />, { account: wallet, storage: own(wallet, { anchor: tomorrow }) })
    await screen.findByRole('region', { name: 'Latest' })
    expect(screen.queryByText('Retainers 1 is due')).toBeNull()
    vi.setSystemTime(new Date(`${tomorrow}T00:00:01`))
    const row = await screen.findByText('Retainers 1 is due', {}, { timeout: 120_000 })
    const item = row.closest('li') as HTMLElement
    expect(item.textContent).toContain('2 payments · 300 USDT · Due today')
    expect(within(item).getByRole('link', { name: 'Review' }).getAttribute('href')).toBe(
      '#/pay/run/reminder-1',
    )
    await waitFor(() => expect(document.title).toBe('(1) Influencer Portal'))
  })

  test('is offered in a Safe, too, beside its queue', async () => {
    answerNodes(wiredNode(), wiredGateway())
    const account = wiredSafe()
    renderInPortal(<OverviewPage />, { account, storage: own(account) })
    expect(await within(await attention()).findByText('Retainers 1 is due')).toBeTruthy()
    await waitFor(() => expect(document.title).toMatch(/^\(3\) /))
  })

  test('is not offered once a payout for its date is under way, or it is paused', async () => {
    answerNodes(wiredNode(), wiredGateway())
    const today = toCalendarDay(Date.now())
    const storage = own(wallet, { anchor: today })
    const run = { template: 'reminder-1', due: today }
    const store = payoutStore(storage, wallet.address)
    store.write(planPayout(wallet, [payoutRow(1n), payoutRow(2n)], 1, Date.now(), [], { run, tag: null }))
    keptReminders.keep(storage, [reminderAt(2, { account: wallet.address, anchor: today, isPaused: true })])
    renderInPortal(<OverviewPage />, { account: wallet, storage })
    expect((await within(await attention()).findAllByRole('listitem')).length).toBe(1)
    expect((await attention()).textContent).toContain('Unfinished payout')
    expect(screen.queryByText(/is due/)).toBeNull()
  })
})

test('in a Safe the queue is part of it, and counts', async () => {
  answerNodes(wiredNode(), wiredGateway())
  renderInPortal(<OverviewPage />, { account: wiredSafe() })
  expect(await within(await attention()).findAllByRole('listitem')).toHaveLength(2)
  const [first] = within(await attention()).getAllByRole('link', {
    name: /^Compare: .* needs \d more signature/,
  })
  expect(first?.getAttribute('href')).toBe('#/activity/queue')
  await waitFor(() => expect(document.title).toMatch(/^\(2\) /))
})

describe('on another page the number follows what was read there of a proposal that ran:', () => {
  const hashOf = (nonce: bigint) => word(nonce) as unknown as SafeTxHash
  const status = { kind: 'awaiting-signatures', have: 1, need: 2 } as const
  const queue = [4n, 5n].map((nonce) => item({ nonce, safeTxHash: hashOf(nonce), hash: null, status }))
  const history: ActivityItem[] = []
  let isRun = false
  const isPaid: PaymentStatus = { kind: 'paid', hash: word(9) }
  const waits: PaymentStatus = { kind: 'needs-signatures', have: 1, need: 2, turn: { next: 4n, own: 4n } }
  const account = fakeSafeAccount({
    status: async ({ calls }) => calls.map(() => (isRun ? isPaid : waits)),
    activity: fakeLists({
      queue,
      history,
      proposal: async (safeTxHash) => ({ safeTxHash, status: isPaid }) as ProposalReport,
    }),
  })
  const submission: Submission = {
    kind: 'proposed',
    safe: account.address,
    safeTxHash: hashOf(4n),
    inLargerBatch: false,
    calls: callsOfPayments([payoutRow(1n)]),
  }
  const asked = { at: Date.now(), position: null, known: [], submission }
  const payout = () => withBatch(planPayout(account, [payoutRow(1n)], 1, Date.now()), 0, { attempt: asked })

  function History() {
    usePagedList(account, 'history')
    return null
  }
  function Proposal() {
    useQuery(proposalQuery(account, hashOf(4n), []))
    return null
  }

  test.each<[string, ReactNode, Payout | null]>([
    ['the history', <History key="history" />, null],
    ['its own page', <Proposal key="proposal" />, null],
    ['the page of its payout', null, payout()],
  ])('%s', async (_, page, made) => {
    answerNodes(wiredNode(), wiredGateway())
    isRun = false
    history.length = 0
    function Pages() {
      const [location] = useLocation()
      if (location === '/') return <OverviewPage />
      return page ?? <PayoutPage account={account} id={made?.id ?? ''} />
    }
    window.location.hash = '#/'
    const storage = browserStorage()
    if (made) payoutStore(storage, account.address).write(made)
    renderInPortal(<Pages />, { account, storage })
    await waitFor(() => expect(document.title).toMatch(/^\(2\) /))
    isRun = true
    history.push(item({ nonce: page ? 4n : null, status: { kind: 'executed' } }))
    act(() => {
      window.location.hash = '#/elsewhere'
    })
    onTestFinished(() => {
      window.location.hash = ''
    })
    await waitFor(() => expect(document.title).toMatch(/^\(1\) /))
  })
})

describe('notifications', () => {
  /** A browser that has given its permission, and the notifications that it was asked to show. */
  function allowed(isHidden: boolean) {
    const shown: string[] = []
    class Shown {
      static permission = 'granted'
      onclick = null
      constructor(title: string, { body }: { body: string }) {
        shown.push(`${title} | ${body}`)
      }
    }
    vi.stubGlobal('Notification', Shown)
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible')
    return shown
  }
  afterEach(() => vi.restoreAllMocks())

  async function proposeLater(isHidden: boolean) {
    const shown = allowed(isHidden)
    const storage = browserStorage()
    setNotifications(storage, true)
    let isProposed = false
    answerNodes(wiredNode(), (path) =>
      isProposed || !path.includes('queued') ? wiredGateway()(path) : Response.json({ results: [] }),
    )
    renderInPortal(<OverviewPage />, { account: wiredSafe(), storage })
    await screen.findByText('Nothing right now')
    expect(shown).toEqual([])
    isProposed = true
    return shown
  }

  test('a hidden tab reads on, and tells of what is new once', async () => {
    const shown = await proposeLater(true)
    await waitFor(() => expect(shown).toHaveLength(2), { timeout: 600_000 })
    expect(shown[0]).toMatch(/needs \d more signature/)
    await waitFor(() => expect(document.title).toMatch(/^\(2\) /))
    expect(shown).toHaveLength(2)
  })

  test('a visible tab shows it on the page only', async () => {
    const shown = await proposeLater(false)
    await waitFor(() => expect(document.title).toMatch(/^\(2\) /), { timeout: 600_000 })
    expect(shown).toEqual([])
  })
})
