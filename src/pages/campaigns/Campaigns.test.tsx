import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { Account } from '#account/Account.ts'
import { Routes } from '#app/routes.tsx'
import * as Token from '#chain/money/Token.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { type Budget, keptBudgets } from '#domain/campaigns/Budget.ts'
import { type Payout, planPayout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { hashOf, requested } from '#tests/support/backupWorld.ts'
import { fakeSafeAccount, fakeWallet } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { payNode } from '#tests/support/payNode.ts'
import { browserStorage, renderInPortal, tryAgain } from '#tests/support/renderInPortal.tsx'
import { usdtRow } from '#tests/support/templateAt.ts'

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
) {
  answerNodes(payNode())
  const storage = browserStorage()
  const store = payoutStore(storage, account.address)
  for (const payout of payouts) store.write(payout)
  keptBudgets.keep(storage, budgets)
  window.location.hash = `#${path}`
  const { user } = renderInPortal(<Routes />, { account, storage })
  return {
    ...{ user, storage, store },
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

describe('campaigns', () => {
  test('can begin with a budget, which is checked and kept for this address', async () => {
    const { press, fill, budgets, user } = open('/campaigns', fakeWallet())
    expect(await screen.findByText('No campaigns yet')).toBeTruthy()
    await press('Add campaign')
    await press('Save')
    expect(screen.getByText('Name the campaign.')).toBeTruthy()
    expect(screen.getByText('Enter an amount.')).toBeTruthy()
    await fill('Campaign', '#Spring Reels')
    await fill('Budget', '1.000')
    const form = screen.getByRole('region', { name: 'Add campaign' })
    await user.selectOptions(within(form).getByLabelText('Token'), 'BNB')
    await press('Save')
    expect(await screen.findByRole('heading', { level: 1, name: '#Spring Reels' })).toBeTruthy()
    expect(window.location.hash).toBe('#/campaigns/Spring%20Reels')
    expect(budgets()).toEqual(['Spring Reels 1 BNB'])
    await press('Set budget')
    await press('Remove budget in BNB')
    expect(budgets()).toEqual([])
    expect(await screen.findByText('No payouts yet')).toBeTruthy()
  })

  test('add up what is planned, queued, paid and left, and name what is unknown', async () => {
    const account = fakeWallet({ status: half })
    open('/campaigns', account, [payoutOf(account), payoutOf(account, { tag: 'autumn' })])
    await waitFor(async () =>
      expect(await figures('spring')).toMatch(
        /USDTPlanned140 USDT.*Queued40 USDT40 USDT unknownPaid100 USDTLeft0 USDT$/,
      ),
    )
    expect(screen.getByRole('link', { name: 'Open #autumn' }).getAttribute('href')).toBe('#/campaigns/autumn')
  })

  test('say by how much a budget is passed, and show their payouts', async () => {
    const account = fakeWallet({ status: half })
    const budget = { account: account.address, tag: 'spring', setAt: 5 }
    const payout = payoutOf(account)
    open(
      '/campaigns/spring',
      account,
      [payout],
      [
        { ...budget, amount: { token: usdt, value: 120n * 10n ** 18n } },
        { ...budget, account: fakeSafeAccount().address, amount: { token: Token.BNB, value: 1n } },
      ],
    )
    await waitFor(async () => expect(await figures('spring')).toMatch(/Budget120 USDT.*Over by20 USDT$/))
    const payouts = await screen.findByRole('list', { name: 'Payouts' })
    expect(payouts.textContent).toContain('1 unknown · 1 paid')
    expect(within(payouts).getByRole('link').getAttribute('href')).toBe(`#/pay/payout/${payout.id}`)
  })

  test('error: count what cannot be read as queued, never as paid, until a retry reads it', async () => {
    let isDown = true
    const account = fakeWallet({
      status: async ({ calls }) => {
        if (isDown) throw new PortalError('unreachable', 'Can’t reach BNB Smart Chain.')
        return calls.map(() => paid)
      },
    })
    open('/campaigns/spring', account, [payoutOf(account)])
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
    const { press } = open('/campaigns/spring', account, many)
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
      '#/campaigns/Summer',
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
