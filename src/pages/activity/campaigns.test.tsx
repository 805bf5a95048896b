import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { Account } from '#account/Account.ts'
import { Routes } from '#app/routes.tsx'
import * as Token from '#chain/money/Token.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { keepPayer } from '#components/account/PayFrom.tsx'
import { type Budget, keptBudgets } from '#domain/campaigns/Budget.ts'
import { type Payout, planPayout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { withHistory } from '#domain/payout/withHistory.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { item } from '#tests/support/activityItems.ts'
import { hashOf, requested } from '#tests/support/backupWorld.ts'
import { fakeLists, fakeSafeAccount, fakeWallet } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { payNode } from '#tests/support/payNode.ts'
import { usdtRow } from '#tests/support/reminderAt.ts'
import { browserStorage, renderInPortal, tryAgain } from '#tests/support/renderInPortal.tsx'

const paid: PaymentStatus = { kind: 'paid', hash: word(1) }
const unknown: PaymentStatus = { kind: 'unknown', why: 'unread', hash: null }
const usdt = Token.pinned[1] ?? Token.BNB

/** Every first payment of a batch is paid, every other one unknown. */
const half: Account['status'] = async ({ calls }) => calls.map((_, index) => (index === 0 ? paid : unknown))

function payoutOf(account: Account, some: Partial<Payout> = {}, ago = 0): Payout {
  const at = Date.now() - ago
  const planned = planPayout(account, [usdtRow(1, 100n), usdtRow(2, 40n)], 2, at)
  return requested({ ...planned, tag: 'spring', ...some }, 0, { at, hash: hashOf(some.tag ? '8' : '7') })
}

function open(
  path: string,
  account: Account,
  payouts: readonly Payout[] = [],
  budgets: readonly Budget[] = [],
  storage = browserStorage(),
) {
  answerNodes(payNode())
  const store = payoutStore(storage, account.address)
  for (const payout of payouts) store.write(payout)
  keptBudgets.keep(storage, budgets)
  window.location.hash = `#${path}`
  const { user } = renderInPortal(<Routes />, { account, storage })
  return {
    user,
    storage,
    store,
    press: async (name: string | RegExp) => user.click(await screen.findByRole('button', { name })),
    fill: async (label: string, text: string) => {
      const field = await screen.findByLabelText(label)
      await user.clear(field)
      await user.click(field)
      await user.paste(text)
    },
    budgets: () =>
      keptBudgets
        .read(storage)
        .items.map(({ tag, amount }) => `${tag} ${amount.value / 10n ** 18n} ${amount.token.symbol}`),
  }
}
const sums = (tag: string) => screen.findByRole('list', { name: `Sums of #${tag}` })
const figures = async (tag: string) => (await sums(tag)).textContent?.replaceAll('\u00a0', ' ')

afterEach(() => {
  window.location.hash = ''
})

const campaign = (name: string) => screen.findByRole('region', { name })
const rows = () => screen.findByRole('region', { name: 'History' })

describe('campaigns are a filter of Activity', () => {
  test('one can begin with a budget, which is checked and kept for this address', async () => {
    const { press, fill, budgets, user } = open('/activity', fakeWallet())
    await press('Filter')
    expect((await screen.findByLabelText('Campaign')).textContent).toBe('None yet')
    await press('Add campaign')
    await press('Save')
    expect(screen.getByText('Name the campaign.')).toBeTruthy()
    expect(screen.getByText('Enter an amount.')).toBeTruthy()
    await fill('Name of the campaign', '#Spring Reels')
    await fill('Budget', '1.000')
    await user.selectOptions(screen.getByLabelText('In token'), 'BNB')
    await press('Save')
    expect(await campaign('#Spring Reels')).toBeTruthy()
    expect(window.location.hash).toBe('#/activity/campaigns/Spring%20Reels')
    expect(budgets()).toEqual(['Spring Reels 1 BNB'])
    await press('Set budget')
    await press('Remove budget in BNB')
    expect(budgets()).toEqual([])
    expect((await campaign('#Spring Reels')).textContent).toContain('Nothing yet.')
  })

  test('error: adding a campaign replaces no budget of one that is there', async () => {
    const { press, fill, budgets } = open('/activity', fakeWallet())
    await press('Filter')
    await press('Add campaign')
    await fill('Name of the campaign', '#Spring Reels')
    await fill('Budget', '1000')
    await press('Save')
    await campaign('#Spring Reels')
    await press('Add campaign')
    await fill('Name of the campaign', 'spring reels')
    await fill('Budget', '5')
    await press('Save')
    expect(screen.getByText(/^This campaign has a budget\./)).toBeTruthy()
    expect(budgets()).toEqual(['Spring Reels 1000 USDT'])
  })

  test('the chosen one shows its sums above its payments alone, and stays until the filter is cleared', async () => {
    const storage = browserStorage()
    const account = withHistory({ ...fakeWallet({ status: half }), activity: null }, storage)
    const payouts = [payoutOf(account), payoutOf(account, { tag: 'Autumn' }, 60_000)]
    const { press, user } = open('/activity', account, payouts, [], storage)
    await within(await rows()).findByText('Autumn')
    await press('Filter')
    await user.selectOptions(screen.getByLabelText('Campaign'), '#spring')
    await waitFor(async () =>
      expect(await figures('spring')).toMatch(
        /USDTPlanned140 USDT.*Queued40 USDT40 USDT unknownPaid100 USDTLeft0 USDT$/,
      ),
    )
    expect(window.location.hash).toBe('#/activity/campaigns/spring')
    expect(document.activeElement).toBe(screen.getByLabelText('Campaign'))
    expect(within(await rows()).queryByText('Autumn')).toBeNull()
    expect((await rows()).textContent).toMatch(/1 of 2 loaded items match the filter/)
    await press('Clear filter')
    await within(await rows()).findByText('Autumn')
    expect(window.location.hash).toBe('#/activity')
    expect(screen.queryByRole('region', { name: '#spring' })).toBeNull()
  })

  test('a payment of which the payee received less is neither paid nor queued', async () => {
    const short: PaymentStatus = { kind: 'short', hash: word(2), received: 1n }
    const status: Account['status'] = async ({ calls }) => calls.map((_, index) => (index ? short : paid))
    const account = fakeWallet({ status })
    open('/activity/campaigns/spring', account, [payoutOf(account)])
    await waitFor(async () =>
      expect(await figures('spring')).toMatch(
        /Queued0 USDTPaid100 USDT40 USDT sent, received lessLeft0 USDT$/,
      ),
    )
  })

  test('what waits in a Safe’s queue is that of the campaign, with what conflicts with it', async () => {
    const queue = ['8', '7', '9'].map((digit, index) =>
      item({
        id: hashOf(digit),
        safeTxHash: hashOf(digit) as SafeTxHash,
        nonce: index === 2 ? 9n : 5n,
        status: { kind: 'awaiting-signatures', have: 1, need: 2 },
      }),
    )
    const safe = fakeSafeAccount({ status: half, activity: fakeLists({ queue, history: [] }) })
    open('/activity/campaigns/SPRING', safe, [payoutOf(safe)])
    const list = await screen.findByRole('region', { name: 'Conflict at nonce 5' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    expect(screen.queryByText('Nonce 9')).toBeNull()
    expect(await figures('spring')).toContain('Planned140 USDT')
  })

  test('a wallet that pays from a Safe sees the campaigns of that Safe', async () => {
    const wallet = fakeWallet({ proposeFor: async () => fakeSafeAccount() })
    const safe = fakeSafeAccount()
    const storage = browserStorage()
    keepPayer(storage, wallet.address, safe.address)
    const amount = { token: usdt, value: 10n ** 18n }
    const budget = { account: safe.address, tag: 'spring', setAt: 5, amount }
    open('/activity/campaigns/spring', wallet, [], [budget], storage)
    await waitFor(async () => expect(await figures('spring')).toMatch(/Budget1 USDT/))
    expect(await screen.findByRole('heading', { level: 1, name: /^Safe / })).toBeTruthy()
  })

  test('an unknown one says that it has nothing yet', async () => {
    open('/activity/campaigns/winter', fakeWallet())
    expect((await campaign('#winter')).textContent).toContain('Nothing yet.')
    expect(await screen.findByLabelText<HTMLSelectElement>('Campaign')).toHaveProperty('value', 'winter')
  })

  test('say by how much a budget is passed', async () => {
    const account = fakeWallet({ status: half })
    const budget = { account: account.address, tag: 'spring', setAt: 5 }
    open(
      '/activity/campaigns/spring',
      account,
      [payoutOf(account)],
      [
        { ...budget, amount: { token: usdt, value: 120n * 10n ** 18n } },
        { ...budget, account: fakeSafeAccount().address, amount: { token: Token.BNB, value: 1n } },
      ],
    )
    await waitFor(async () => expect(await figures('spring')).toMatch(/Budget120 USDT.*Over by20 USDT$/))
  })

  test('error: count what cannot be read as queued, never as paid, until a retry reads it', async () => {
    let isDown = true
    const account = fakeWallet({
      status: async ({ calls }) => {
        if (isDown) throw new PortalError('unreachable', 'Can’t reach BNB Smart Chain.')
        return calls.map(() => paid)
      },
    })
    open('/activity/campaigns/spring', account, [payoutOf(account)])
    await screen.findByText('What couldn’t be checked counts as queued, not as paid.')
    expect(await figures('spring')).toMatch(/Queued140 USDT140 USDT not checked yetPaid0 USDTLeft0 USDT$/)
    await tryAgain(() => {
      isDown = false
    })
    await waitFor(async () => expect(await figures('spring')).toMatch(/Queued0 USDTPaid140 USDT/))
  })

  test('check the newest twenty payouts, and the others on a press', async () => {
    const asked = new Set<string>()
    const account = fakeWallet({
      status: async (submission) => {
        asked.add(submission.kind === 'sent' ? submission.hash : '')
        return submission.calls.map(() => paid)
      },
    })
    const many = Array.from({ length: 23 }, (_, index) => {
      const payout = payoutOf(account, {}, index * 1_000)
      return requested(payout, 0, { at: payout.createdAt, hash: word(index + 1) })
    })
    const { press } = open('/activity/campaigns/spring', account, many)
    await waitFor(async () => expect(await figures('spring')).toContain('Paid2,800 USDT'))
    expect(await figures('spring')).toContain('420 USDT not checked yet')
    expect(asked.size).toBe(20)
    expect(screen.getByText('3 older payouts not checked yet. They count as queued.')).toBeTruthy()
    await press('Check them')
    await waitFor(async () => expect(await figures('spring')).toContain('Queued0 USDTPaid3,220 USDT'))
  })
})

describe('the campaign of a payout', () => {
  test('is given, changed and taken away on its page, without touching its payments', async () => {
    const account = fakeWallet({ status: half })
    const payout = payoutOf(account)
    const { tag: _, ...untagged } = payout
    const { press, fill, store } = open(`/pay/payout/${payout.id}`, account, [untagged])
    const before = store.read(payout.id)
    await press('Add title or campaign')
    await fill('Campaign (optional)', 'One, two')
    await press('Save')
    expect(screen.getByText('One campaign only, without a comma.')).toBeTruthy()
    expect(store.read(payout.id)?.tag).toBeUndefined()
    await fill('Campaign (optional)', 'Summer')
    await press('Save')
    expect((await screen.findByRole('link', { name: '#Summer' })).getAttribute('href')).toBe(
      '#/activity/campaigns/Summer',
    )
    expect(withoutFacts(store.read(payout.id))).toEqual({
      ...withoutFacts(before),
      tag: 'Summer',
      revision: 2,
    })
    await press('Edit title and campaign')
    await fill('Campaign (optional)', ' ')
    await press('Save')
    await waitFor(() =>
      expect(withoutFacts(store.read(payout.id))).toEqual({ ...withoutFacts(before), revision: 3 }),
    )
  })
})

describe('the title of a payout', () => {
  test('names it on its page, refuses an address, and is taken away again', async () => {
    const account = fakeWallet({ status: half })
    const payout = payoutOf(account)
    const { press, fill, store } = open(`/pay/payout/${payout.id}`, account, [payout])
    await screen.findByRole('heading', { level: 1, name: 'spring' })
    await press('Edit title and campaign')
    await fill('Title (optional)', account.address)
    await press('Save')
    expect(screen.getByText(/^This looks like an address/)).toBeTruthy()
    await fill('Title (optional)', 'x'.repeat(81))
    expect(await screen.findByText('Use at most 80 characters.')).toBeTruthy()
    await fill('Title (optional)', ' Autumn  reels ')
    await press('Save')
    await screen.findByRole('heading', { level: 1, name: 'Autumn reels' })
    expect(store.read(payout.id)).toMatchObject({ title: 'Autumn reels', tag: 'spring' })
    await press('Edit title and campaign')
    await fill('Title (optional)', ' ')
    await fill('Campaign (optional)', ' ')
    await press('Save')
    await screen.findByRole('heading', { level: 1, name: 'Payout of 2 payments' })
    expect(store.read(payout.id)).not.toHaveProperty('title')
  })
})

/** The payout without the facts found about its attempts meanwhile. */
function withoutFacts(payout: Payout | null) {
  return payout && { ...payout, attempts: payout.attempts.map((attempt) => ({ ...attempt, facts: [] })) }
}
