import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Account } from '#account/Account.ts'
import type { RecentPayment, RecentPayments } from '#account/Activity.ts'
import type { Submission } from '#account/Submission.ts'
import { shorten } from '#chain/money/Address.ts'
import { type Call, transfersOf } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import { refreshed } from '#domain/activity/pagedList.ts'
import { batchCalls, type Payout, planPayout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { listQuery } from '#queries/activity.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { batchAt, withBatch } from '#tests/support/attempts.ts'
import { fakeSafeAccount, nothingPaid } from '#tests/support/fakeAccount.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { payoutRow } from '#tests/support/payoutContext.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { SAFE } from '#tests/support/safeExamples.ts'
import { guardStorage } from '../../boot/storage.ts'
import { PayPage } from './PayPage.tsx'
import { UnfinishedPayouts } from './UnfinishedPayouts.tsx'

const asked = { at: Date.now() - 60_000, position: { block: 5n, nonce: 1n }, known: [], submission: null }
const unanswered = (payout: Payout) => withBatch(payout, 0, { attempt: asked })
const forgotten = (payout: Payout): Payout => ({ ...withBatch(payout, 0, { rejected: asked }), closed: true })

/** Payouts of this many rows each, as this browser keeps them. */
function openCard(
  changes: readonly ((payout: Payout) => Payout)[],
  rows: number,
  some: Partial<Account> = {},
) {
  const account = fakeSafeAccount(some)
  const storage = browserStorage()
  const payouts = payoutStore(storage, account.address)
  const payments = Array.from({ length: rows }, (_, index) => payoutRow(BigInt(index + 1)))
  for (const change of changes) payouts.write(change(planPayout(account, payments, 1, Date.now())))
  const card = <UnfinishedPayouts account={account} />
  return { card, payouts, ...renderInPortal(card, { account, storage }) }
}

/** The first batch of such a payout as the Safe has it in its queue. */
function queued(calls: readonly Call[]): RecentPayment {
  const safeTxHash = word(60) as unknown as SafeTxHash
  const submission: Submission = { kind: 'proposed', safe: SAFE, calls, safeTxHash, inLargerBatch: false }
  return {
    id: String(safeTxHash),
    submission,
    reported: 'queued',
    at: Date.now(),
    nonce: 4n,
    transfers: transfersOf(calls),
  }
}
const firstCalls = (() => {
  const payout = planPayout({ address: SAFE, kind: 'safe' }, [payoutRow(1n)], 1, 0)
  return payout.batches.flatMap((batch) => batchCalls(payout, batch))
})()

test('a payout is listed with what is left of it, and leads to its page', async () => {
  const { payouts } = openCard([unanswered], 3)
  expect(screen.getByRole('list', { name: 'Unfinished' })).toBeTruthy()
  const link = screen.getByRole('link', { name: /1 unknown · 2 not sent, of 3 payments$/ })
  expect(link.getAttribute('href')).toBe(`#/pay/payout/${payouts.list().payouts[0]?.id}`)
})

test('three payouts are listed and the others counted', () => {
  openCard(Array(5).fill(unanswered), 1)
  expect(within(screen.getByRole('list')).getAllByRole('link')).toHaveLength(3)
  expect(screen.getByText('and 2 more')).toBeTruthy()
})

test('a payout that was left unpaid is not listed', () => {
  const { container } = openCard([(payout) => ({ ...payout, closed: true })], 2)
  expect(container.textContent).toBe('')
})

describe('a request that was made after all', () => {
  const recentPayments = async () => ({ ...nothingPaid, payments: [queued(firstCalls)] })

  test.each([
    ['was not answered', unanswered, 'A payment without an answer was submitted.'],
    ['was forgotten', forgotten, 'A payment you rejected or closed was submitted after all.'],
  ] as const)('is reported if it %s (E3)', async (_, change, title) => {
    const { payouts } = openCard([change], 1, { recentPayments })
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(/^Don’t pay it again\./)).toBeTruthy()
    const [payout] = payouts.list().payouts
    const link = screen.getByRole('link', { name: 'See its status' })
    expect(link.getAttribute('href')).toBe(`#/pay/payout/${payout?.id}`)
    expect(batchAt(payout, 0)?.attempt?.submission?.kind).toBe('proposed')
    expect(screen.queryByText(/not finished/)).toBeNull()
  })

  test('is read again in the history, which listed it without an answer', async () => {
    const { client } = openCard([unanswered], 1, { recentPayments })
    const listed = listQuery(fakeSafeAccount(), 'history').queryKey
    client.setQueryData(listed, refreshed(undefined, { items: [], cursor: null, unreadable: 0, source: '' }))
    await screen.findByText('A payment without an answer was submitted.')
    expect(client.getQueryState(listed)?.isInvalidated).toBe(true)
  })

  describe('while the person is on another page', () => {
    const title = 'A payment you rejected or closed was submitted after all.'
    const madeAfterAll = { ...nothingPaid, payments: [queued(firstCalls)] }

    /** Leaves the card during a search that has not been answered yet. */
    async function leaveWhileSearching() {
      let answer: (made: RecentPayments) => void = () => {}
      const search = new Promise<RecentPayments>((resolve) => {
        answer = resolve
      })
      const recentPayments = vi.fn(() => search)
      const { card, client, rerender } = openCard([forgotten], 1, { recentPayments })
      await waitFor(() => expect(recentPayments).toHaveBeenCalled())
      rerender(null)
      return { answer, client, recentPayments, comeBack: () => rerender(card) }
    }

    test('is still reported if that search would have found it', async () => {
      const { answer, client, comeBack } = await leaveWhileSearching()
      answer(madeAfterAll)
      await waitFor(() => expect(client.isFetching()).toBe(0))
      comeBack()
      expect(await screen.findByText(title)).toBeTruthy()
    })

    test('is looked for at once on coming back, without waiting for that search', async () => {
      const { recentPayments, comeBack } = await leaveWhileSearching()
      recentPayments.mockResolvedValue(madeAfterAll)
      comeBack()
      expect(await screen.findByText(title)).toBeTruthy()
    })
  })
})

test('a payout stays listed, with the reason, while its outcome cannot be read', async () => {
  const recentPayments = () => Promise.reject(new PortalError('unreachable', 'The queue could not be read.'))
  openCard([unanswered], 1, { recentPayments })
  expect(await screen.findByText('The queue could not be read.')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Unfinished' })).toBeTruthy()
})

describe('before an account is connected, after a reload', () => {
  const ofBrowser = (changes: readonly ((payout: Payout) => Payout)[]) => {
    const account = fakeSafeAccount()
    // The keys of the browser's own storage can be listed.
    const storage = guardStorage(() => localStorage)
    const payouts = payoutStore(storage, account.address)
    for (const change of changes) payouts.write(change(planPayout(account, [payoutRow(1n)], 1, Date.now())))
    renderInPortal(<PayPage />, { storage })
  }
  afterEach(() => localStorage.clear())

  test('an unanswered payment is the first thing said, with its account', () => {
    ofBrowser([unanswered])
    const notice = screen.getByText('1 payment may have been sent.').closest('section, div')
    expect(notice?.textContent).toContain(shorten(SAFE))
    expect(screen.getByRole('heading', { name: 'Connect your wallet' })).toBeTruthy()
  })

  test('nothing is said about payments that were answered or never asked for', () => {
    ofBrowser([forgotten, (payout) => payout])
    expect(screen.queryByText(/may have been sent/)).toBeNull()
  })
})

test('a payout is called by its title, or else by what it pays', () => {
  openCard([unanswered, (payout) => ({ ...unanswered(payout), title: 'Autumn reels' })], 1)
  const links = screen.getAllByRole('link').map(({ textContent }) => textContent)
  expect(links.some((words) => words?.startsWith('Autumn reels · '))).toBe(true)
  expect(links.some((words) => / USDT · /.test(words ?? ''))).toBe(true)
})
