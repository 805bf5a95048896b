import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Submission } from '#account/Submission.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { batchCalls, type Payout, planPayout, withRetry } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { withBatch } from '#tests/support/attempts.ts'
import { fakeWallet } from '#tests/support/fakeAccount.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { payoutRow } from '#tests/support/payoutContext.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { PayoutPage } from './PayoutPage.tsx'

const wallet = fakeWallet()
const asked = { at: Date.now() - 60_000, position: { block: 5n, nonce: 1n }, known: [] }
const sent = (payout: Payout, hash: bigint): Submission => ({
  kind: 'sent',
  from: wallet.address,
  hash: word(hash),
  nonce: 1n,
  since: null,
  calls: batchCalls(payout, { rows: payout.rows.map((_, place) => place) }),
})

/** How an attempt ended: with a status, without an answer, or by a rejection. */
type End = PaymentStatus | 'unanswered' | 'rejected'

/** The page of a payout of this many rows, all of which were requested twice. */
function open(rows: number, first: End, second: End) {
  const ends = new Map<string, PaymentStatus>()
  const withEnd = (payout: Payout, batch: number, end: End): Payout => {
    const at = { ...asked, at: asked.at + batch, submission: null }
    if (end === 'rejected') return withBatch(payout, batch, { rejected: at })
    if (end === 'unanswered') return withBatch(payout, batch, { attempt: at })
    const submission = sent(payout, BigInt(batch + 1))
    ends.set(word(batch + 1), end)
    return withBatch(payout, batch, { attempt: { ...at, submission } })
  }
  const account = fakeWallet({
    status: async (submission) => {
      const end = submission.kind === 'sent' ? ends.get(submission.hash) : undefined
      return submission.calls.map(() => end ?? { kind: 'pending', hash: null })
    },
  })
  const storage = browserStorage()
  const payments = Array.from({ length: rows }, (_, index) => payoutRow(BigInt(index + 1) * 10n ** 18n))
  const once = withEnd(planPayout(account, payments, 10, Date.now()), 0, first)
  const places = payments.map((_, place) => place)
  const { id } = payoutStore(storage, account.address).write(withEnd(withRetry(once, places, 10), 1, second))
  return renderInPortal(<PayoutPage account={account} id={id} />, { account, storage })
}

const paid = (hash: bigint): PaymentStatus => ({ kind: 'paid', hash: word(hash) })
const failed: PaymentStatus = { kind: 'not-paid', why: 'failed', hash: word(1) }

describe('a payment that was asked for twice', () => {
  test('error: and paid twice says so, with both transactions', async () => {
    open(1, paid(1n), paid(2n))
    expect(await screen.findByText('Paid twice')).toBeTruthy()
    expect(screen.getByText(/^Each payment is final\. Ask the recipient to send back/)).toBeTruthy()
    for (const hash of [1, 2]) {
      expect(screen.getAllByRole('link', { name: String(word(hash)) }).length).toBeGreaterThan(0)
    }
  })

  test('error: and paid once says that the other request may still pay', async () => {
    open(1, 'unanswered', paid(2n))
    expect(await screen.findByText('Paid')).toBeTruthy()
    expect(screen.getByText(/We don’t know yet whether 1 more attempt paid it\./)).toBeTruthy()
  })

  test('behavior: and failed once, rejected once, is not paid and offered again', async () => {
    open(1, failed, 'rejected')
    expect(await screen.findByText('Failed, not paid')).toBeTruthy()
    expect(screen.queryByText(/more attempt/)).toBeNull()
    expect(screen.queryByText('Unknown')).toBeNull()
  })
})

describe('a list that was asked for twice', () => {
  test('error: and paid twice says how many', async () => {
    open(3, paid(1n), paid(2n))
    expect(await screen.findByText('3 of 3 paid twice')).toBeTruthy()
    expect(screen.getByRole('img', { name: '3 paid twice' })).toBeTruthy()
  })

  test('error: and paid once is not just called paid while the other request is open', async () => {
    open(3, 'unanswered', paid(2n))
    expect(await screen.findByText('All paid')).toBeTruthy()
    expect(screen.getByText(/Other attempts may still pay 3 of them, or may have paid/)).toBeTruthy()
  })
})
