import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Account } from '#account/Account.ts'
import type { RecentPayment } from '#account/Activity.ts'
import type { Submission } from '#account/Submission.ts'
import { transfersOf } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { isUnanswered, submissionOf } from '#domain/ledger/Attempt.ts'
import {
  type Batch,
  batchCalls,
  type Payment,
  type Payout,
  planPayout,
  withRetry,
} from '#domain/payout/Payout.ts'
import { payBatch } from '#domain/payout/payBatch.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { withBatch } from '#tests/support/attempts.ts'
import { fakeSafeAccount, fakeWallet, nothingPaid } from '#tests/support/fakeAccount.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { contextOf, noConsent, payoutRow, queued } from '#tests/support/payoutContext.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { PAYOUT_HASH, REJECTION_HASH } from '#tests/support/safeExamples.ts'
import { PayoutPage } from './PayoutPage.tsx'

const same = (payout: Payout) => payout
const first = ({ batches }: Payout): Batch => batches[0] as Batch

/** The page of a payout with this many rows, one in each batch, that this browser keeps. */
function openPayout(account: Account, rows: number, change: (payout: Payout) => Payout = same) {
  const storage = browserStorage()
  const payments = Array.from({ length: rows }, (_, index) => payoutRow(BigInt(index + 1) * 10n ** 18n))
  const payouts = payoutStore(storage, account.address)
  const { id } = payouts.write(change(planPayout(account, payments, 1, Date.now())))
  return { ...renderInPortal(<PayoutPage account={account} id={id} />, { account, storage }), payouts, id }
}

const unanswered = {
  at: Date.now() - 60_000,
  position: { block: 5n, nonce: 1n },
  known: [],
  submission: null,
}
const firstUnanswered = (payout: Payout) => withBatch(payout, 0, { attempt: unanswered })

const paid: PaymentStatus = { kind: 'paid', hash: word(7) }
const always =
  (status: PaymentStatus): Account['status'] =>
  async ({ calls }) =>
    calls.map(() => status)
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const enabled = async (name: string | RegExp) => {
  await waitFor(async () => expect((await button(name)).disabled).toBe(false))
  return button(name)
}

describe('a request without an answer', () => {
  test('is repeated only after the person types that it may be paid twice', async () => {
    const { user } = openPayout(fakeWallet(), 1, firstUnanswered)
    expect(screen.getByText('We don’t know yet whether this went through.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Pay [\d.]/ })).toBeNull()
    const field = screen.getByRole('textbox', { name: /^Type PAY AGAIN to send (it|them) again/ })
    expect((await button('Try it again')).disabled).toBe(true)
    await user.type(field, 'pay again')
    expect((await button('Try it again')).disabled).toBe(true)
    await user.clear(field)
    await user.type(field, 'PAY AGAIN')
    await user.click(await button('Try it again'))
    expect(screen.queryByText(/whether this went through/)).toBeNull()
    expect(await button('Pay 1 USDT, leave the open request')).toBeTruthy()
  })

  test('blocks the other rows, and continuing leaves it untouched', async () => {
    const asked: number[] = []
    const account = fakeWallet({
      status: always(paid),
      submit: async (calls) => {
        asked.push(calls.length)
        return { kind: 'sent', from: fakeWallet().address, calls, hash: word(7), nonce: 1n, since: null }
      },
    })
    const { user } = openPayout(account, 2, firstUnanswered)
    expect(screen.getByRole('img', { name: '1 unknown · 1 not sent' })).toBeTruthy()
    await user.click(await enabled('Continue with the other 1, leave the open request'))
    expect(await screen.findByRole('img', { name: '1 unknown · 1 paid' })).toBeTruthy()
    expect(asked).toEqual([1])
  })

  test('whose dialog the person closed in a Safe stays unknown: the host may keep it in a batch', async () => {
    const account = fakeSafeAccount({ recentPayments: async () => nothingPaid })
    const { user, payouts, id } = openPayout(account, 1, firstUnanswered)
    const before = payouts.read(id)
    await user.click(await button('I closed it'))
    expect(await screen.findByText(/^Then it wasn’t proposed, unless it is in a batch/)).toBeTruthy()
    expect(payouts.read(id)).toEqual(before)
    expect((await button('Try it again')).disabled).toBe(true)
  })

  test.each([
    ['lists', true],
    ['leaves out', false],
  ])(
    'is found in a batch that was signed after “I closed it”, and nothing pays it again without the words, if the queue %s its unsigned entry',
    async (_, isListed) => {
      let asked = 0
      let made: readonly RecentPayment[] = []
      const account = fakeSafeAccount({
        recentPayments: async () => ({ ...nothingPaid, payments: made }),
        submit: async () => {
          asked++
          throw new PortalError('unknown-result', 'Your Safe never answered.')
        },
      })
      const { user, payouts, id } = openPayout(account, 1, firstUnanswered)
      const own = payouts.read(id) as Payout
      const draft = queued(own, REJECTION_HASH, { at: Date.now(), nonce: 4n, isUnsigned: true })
      if (isListed) made = [draft]
      const payAgain = async () => {
        const same = payouts.write(planPayout(account, own.rows, 1, Date.now()))
        const context = { ...contextOf().context, account, payouts, now: Date.now }
        return (await payBatch(context, same.id, 0, noConsent)).kind
      }

      await user.click(await button('I closed it'))
      await screen.findByText(/^Then it wasn’t proposed, unless it is in a batch/)
      expect((await button('Try it again')).disabled).toBe(true)
      expect(await payAgain()).toBe('found')

      // The host proposes the whole batch under another safeTxHash.
      const transfers = [...draft.transfers, ...draft.transfers]
      made = [...made, queued(own, PAYOUT_HASH, { at: Date.now(), nonce: 4n, transfers })]
      await user.click(await button('I signed it. Check again'))
      expect(await screen.findByText('Proposed, needs 1 more signature')).toBeTruthy()
      expect(payouts.read(id)?.attempts.map(submissionOf)).toMatchObject([
        { safeTxHash: PAYOUT_HASH, inLargerBatch: true },
      ])
      expect(screen.queryByRole('button', { name: 'Try it again' })).toBeNull()
      expect(await payAgain()).toBe('found')
      expect(asked).toBe(0)
    },
  )

  test('that was put into a batch of the Safe stays open, and the person is told what becomes of it', async () => {
    const account = fakeSafeAccount({ recentPayments: async () => nothingPaid })
    const { user, payouts, id } = openPayout(account, 1, firstUnanswered)
    await user.click(await button('I added it to a batch'))
    expect(await screen.findByText(/Once that batch is signed, we find the payment in it/)).toBeTruthy()
    expect(screen.getByText('We don’t know yet whether this went through.')).toBeTruthy()
    expect(payouts.read(id)?.attempts.map(isUnanswered)).toEqual([true])
  })

  test('that the person says was rejected stays unknown, and the words stay the only way to repeat it', async () => {
    const { user, payouts, id } = openPayout(fakeWallet(), 1, firstUnanswered)
    const before = payouts.read(id)
    await user.click(await button('I rejected it'))
    expect(screen.getByText(/^Then nothing was sent\. The chain doesn’t show rejections/)).toBeTruthy()
    expect(payouts.read(id)).toEqual(before)
    expect((await button('Try it again')).disabled).toBe(true)
    expect(screen.queryByRole('link', { name: 'Repeat' })).toBeNull()
  })

  /** A Safe that lists a proposal of the only row of a payout. */
  async function listing(row: () => Payment | undefined, more: Partial<Account> = {}): Promise<Account> {
    const submission = await fakeSafeAccount().submit([], { id: '0x', since: null })
    return fakeSafeAccount({
      ...more,
      recentPayments: async () => {
        const { payee, amount } = row() ?? {}
        if (!payee || !amount) return nothingPaid
        const transfers = [{ token: amount.token.address, to: payee, value: amount.value }]
        const id = String(word(1))
        const at = Date.now()
        return {
          ...nothingPaid,
          payments: [{ id, submission, reported: 'queued', transfers, at, nonce: 4n }],
        }
      },
    })
  }

  test('is answered when the account lists a payment with the same rows', async () => {
    const account = await listing(() => payouts.read(id)?.rows[0])
    const { payouts, id } = openPayout(account, 1, firstUnanswered)
    expect(await screen.findByText('Proposed, needs 1 more signature')).toBeTruthy()
    expect(screen.queryByText(/whether this went through/)).toBeNull()
  })

  test('is no longer called unknown once its proposal is found', async () => {
    let isAsked = false
    const account = await listing(() => (isAsked ? payouts.read(id)?.rows[0] : undefined), {
      async submit() {
        isAsked = true
        throw new PortalError('unknown-result', 'Your Safe never answered.')
      },
    })
    const { user, payouts, id } = openPayout(account, 1)
    await user.click(await enabled('Propose 1 USDT'))
    // Only one box shows it.
    expect(await screen.findAllByText(/Your Safe never answered\./)).toHaveLength(1)
    await user.click(await button('I signed it. Check again'))
    expect(await screen.findByText('Proposed, needs 1 more signature')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(/Your Safe never answered/)).toBeNull())
    expect(screen.queryByText(/We don’t know yet/)).toBeNull()
  })
})

describe('a run', () => {
  /** A wallet whose requests the test answers one by one; its payments are final at once. */
  function slowWallet() {
    const open: { answer: (yes: boolean) => void }[] = []
    let sent = 0
    const account = fakeWallet({
      status: always(paid),
      submit: (calls) =>
        new Promise<Submission>((resolve, reject) => {
          const hash = word(100 + sent++)
          open.push({
            answer: (yes) =>
              yes
                ? resolve({ kind: 'sent', from: fakeWallet().address, calls, hash, nonce: 1n, since: null })
                : reject(new PortalError('rejected', 'You rejected the request in your wallet.')),
          })
        }),
    })
    const next = async (count: number) => {
      await waitFor(() => expect(open).toHaveLength(count))
      return open[count - 1] as (typeof open)[number]
    }
    return { account, next, asked: () => open.length }
  }

  test('shows which payment was rejected, how many are paid and how many are left (A26)', async () => {
    const { account, next } = slowWallet()
    const { user } = openPayout(account, 4)
    await user.click(await enabled('Pay 10 USDT'))
    ;(await next(1)).answer(true)
    ;(await next(2)).answer(true)
    ;(await next(3)).answer(false)
    expect(await screen.findByText('You rejected payment 3 of 4. It was not sent.')).toBeTruthy()
    expect(screen.getByText('2 of 4 are paid; 2 are left.')).toBeTruthy()
    expect(screen.queryByText(/Nothing was sent\./)).toBeNull()
    expect(await button('Continue with the other 2')).toBeTruthy()
  })

  test('shows what to compare while the wallet asks, and that its row waits for the person', async () => {
    const { account, next } = slowWallet()
    const { user } = openPayout(account, 2)
    await user.click(await enabled('Pay 3 USDT'))
    const { answer } = await next(1)
    expect(await screen.findByText('Confirm 1 USDT in your wallet, 1 of 2')).toBeTruthy()
    expect(screen.getByText(/^Check in your wallet: 1 USDT to 0x/)).toBeTruthy()
    expect(screen.getByRole('img', { name: '1 waiting for you · 1 not sent' })).toBeTruthy()
    expect(screen.queryByText(/unknown/i)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Continue with/ })).toBeNull()
    answer(false)
    expect(await screen.findByText('You rejected payment 1 of 2. It was not sent.')).toBeTruthy()
  })

  test('requests nothing more once it is stopped', async () => {
    const { account, next, asked } = slowWallet()
    const { user } = openPayout(account, 2)
    await user.click(await enabled('Pay 3 USDT'))
    const { answer } = await next(1)
    await user.click(await button('Stop after this one'))
    expect((await button('Stopping after this one')).disabled).toBe(true)
    answer(true)
    expect(await button('Continue with the other 1')).toBeTruthy()
    expect(screen.getByRole('img', { name: '1 paid · 1 not sent' })).toBeTruthy()
    expect(asked()).toBe(1)
  })

  test('in a Safe names the batch whose dialog is open, and no row of it as unknown (E4)', async () => {
    const account = fakeSafeAccount({ submit: () => new Promise<Submission>(() => {}) })
    const { user } = openPayout(account, 2)
    await user.click(await enabled('Propose 3 USDT'))
    expect(await screen.findByText('Sign 1 USDT in your Safe, 1 of 2')).toBeTruthy()
    const batches = within(screen.getByRole('list', { name: 'Batches' })).getAllByRole('listitem')
    expect(batches[0]?.textContent).toContain('Waiting for you')
    expect(batches[1]?.textContent).toContain('Not sent yet')
    expect(screen.queryByText(/unknown/i)).toBeNull()
  })

  test('behavior: in a Safe says before each dialog what that one holds', async () => {
    const account = fakeSafeAccount({ status: always({ kind: 'pending', hash: null }) })
    const { user } = openPayout(account, 2)
    expect(await screen.findByText(/Compare there: 1 USDT to 0x/)).toBeTruthy()
    await user.click(await enabled('Propose 3 USDT'))
    expect(await screen.findByText('Waiting for the last one to reach the queue…')).toBeTruthy()
    expect(screen.getByText(/Compare there: 2 USDT to 0x/)).toBeTruthy()
    expect(screen.queryByText(/Compare there: (1 USDT|2 payments)/)).toBeNull()
  })
})

test('error: a payout whose payments are still being read is neither on the way nor unpaid', async () => {
  const account = fakeWallet({ status: () => new Promise(() => {}) })
  const sent: Submission = {
    kind: 'sent',
    from: account.address,
    hash: word(7),
    nonce: 1n,
    since: null,
    calls: [],
  }
  openPayout(account, 2, (payout) =>
    [0, 1].reduce(
      (before, batch) => withBatch(before, batch, { attempt: { ...unanswered, submission: sent } }),
      payout,
    ),
  )
  expect(await screen.findByRole('img', { name: '2 being checked' })).toBeTruthy()
  const progress = screen.getByRole('region', { name: 'Progress' })
  expect(progress.textContent).toContain('… of 2 paid')
  expect(progress.textContent).toContain('… of 3 USDT')
  expect(screen.queryByText('On the way')).toBeNull()
})

describe('the payments of a payout from a list', () => {
  const fromList = (payout: Payout): Payout => ({
    ...payout,
    rows: payout.rows.map((row, place) => ({ ...row, line: place + 2 })),
  })

  test('error: have the numbers that the sentences about them use', async () => {
    const account = fakeWallet({
      submit: async () => {
        throw new PortalError('rejected', 'You rejected the request in your wallet.')
      },
    })
    const { user } = openPayout(account, 2, fromList)
    await user.click(await enabled('Pay 3 USDT'))
    expect(await screen.findByText('You rejected payment 1 of 2. It was not sent.')).toBeTruthy()
    const [first] = within(screen.getByRole('list', { name: 'Payments' })).getAllByRole('listitem')
    expect(first?.textContent).toMatch(/^10x.*Rejected, not sent/)
  })

  test('error: have links to BscScan that differ in their names', async () => {
    const account = fakeWallet({ status: always(paid) })
    const { user } = openPayout(account, 2, fromList)
    await user.click(await enabled('Pay 3 USDT'))
    expect(await screen.findByRole('link', { name: 'BscScan for payment 1' })).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'BscScan for payment 2' })).toBeTruthy()
  })
})

describe('rows that are not paid', () => {
  test('can be left unpaid, and resumed later', async () => {
    const { user, payouts, id } = openPayout(fakeWallet(), 2)
    await user.click(await button('Don’t pay'))
    expect(screen.getByText('2 payments were left unpaid.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Continue with/ })).toBeNull()
    expect(payouts.read(id)?.closed).toBe(true)
    await user.click(await button('Continue'))
    expect(await button('Pay 3 USDT')).toBeTruthy()
  })

  test('are offered again once they are proven unpaid', async () => {
    const submission = await fakeWallet().submit([], { id: '0x', since: null })
    const account = fakeWallet({ status: always({ kind: 'not-paid', why: 'failed', hash: word(1) }) })
    const { user } = openPayout(account, 1, (payout) =>
      withBatch(payout, 0, {
        attempt: { ...unanswered, submission: { ...submission, calls: batchCalls(payout, first(payout)) } },
      }),
    )
    expect(await screen.findByText('One payment was not paid. No money moved.')).toBeTruthy()
    expect(screen.getByText('Failed, not paid')).toBeTruthy()
    await user.click(await button('Try it again'))
    expect(await button('Pay 1 USDT')).toBeTruthy()
    expect(screen.queryByText('One payment was not paid. No money moved.')).toBeNull()
  })
})

test('a queued proposal that differs from the review replaces the page with the stop screen', async () => {
  const submission = await fakeSafeAccount().submit([], { id: '0x', since: null })
  const account = fakeSafeAccount({
    status: always({ kind: 'mismatch', differences: ['The amount is 9 USDT.'] }),
  })
  openPayout(account, 1, (payout) =>
    withBatch(payout, 0, {
      attempt: { ...unanswered, submission: { ...submission, calls: batchCalls(payout, first(payout)) } },
    }),
  )
  expect(await screen.findByRole('heading', { name: 'Do not sign this proposal' })).toBeTruthy()
  expect(screen.getByText('The amount is 9 USDT.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^See / })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull()
})

test('without an owner’s wallet in the host nothing can be proposed (E9)', async () => {
  const safe = { owners: [], threshold: 1, readOnly: true }
  openPayout(fakeSafeAccount({ safe }), 1)
  expect(await screen.findByText('No owner’s wallet is connected in your Safe.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/could not be read/)).toBeNull())
  expect((await button(/^Propose [\d.]/)).disabled).toBe(true)
})

test('a payout that this browser does not keep is shown as unknown', () => {
  const account = fakeWallet()
  renderInPortal(<PayoutPage account={account} id="gone" />, { account })
  expect(screen.getByText('This payout isn’t saved in this browser.')).toBeTruthy()
})

describe('a payout from a backup', () => {
  const fromBackup = (payout: Payout): Payout => ({ ...firstUnanswered(payout), restored: true })

  test('requests nothing; what it has not sent begins as a new list', async () => {
    const { user, payouts, id } = openPayout(fakeWallet(), 3, fromBackup)
    expect(await screen.findByText('2 payments of this backup weren’t sent.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^(Pay|Continue)/ })).toBeNull()
    const link = screen.getByRole('link', { name: 'Review them as a list' })
    expect(link.getAttribute('href')).toBe(`#/pay/from/${id}`)
    await user.click(await button('Don’t pay'))
    expect(payouts.read(id)?.closed).toBe(true)
    expect(await screen.findByText('2 payments were left unpaid.')).toBeTruthy()
  })
})

describe('a payment in US dollars that was not sent', () => {
  const withRate = (age: number) => (payout: Payout) => {
    const [readAt, madeAt] = [Date.now() - age, Math.floor(Date.now() / 1_000) - 9_000]
    const price = { value: 10n ** 8n, at: readAt }
    const terms = { cents: 25_000n, tolerance: 100, madeAt, until: madeAt + 86_400 }
    return {
      ...payout,
      rows: payout.rows.map((row) => ({ ...row, rate: { ...terms, price, readAt, link: 'x' } })),
    }
  }

  test('continues while its rate is less than an hour old', async () => {
    openPayout(fakeWallet(), 1, withRate(3_500_000))
    expect(await enabled('Pay 1 USDT')).toBeTruthy()
  })

  test('leads back to its request after that, and is never sent at the old rate', async () => {
    const { user, payouts, id } = openPayout(fakeWallet(), 1, withRate(3_700_000))
    expect(await screen.findByText('The rate of a request has expired.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull()
    const link = screen.getByRole('link', { name: 'Open the request for $250' })
    expect(link.getAttribute('href')).toBe('#/r/x')
    await user.click(await button(/^Finish without (it|them)$/))
    expect(payouts.read(id)?.closed).toBe(true)
  })
})

describe('a payment that was requested twice', () => {
  const sentIn = (payout: Payout, digit: number, at: number) => ({
    at,
    position: { block: 9n, nonce: 1n },
    known: [],
    submission: {
      kind: 'sent' as const,
      from: payout.account,
      hash: word(digit),
      nonce: null,
      since: 9n,
      calls: batchCalls(payout, { rows: [0] }),
    },
  })
  const twice = (payout: Payout) => {
    const again = withRetry(withBatch(payout, 0, { attempt: sentIn(payout, 7, 1) }), [0], 1)
    return withBatch(again, 1, { attempt: sentIn(again, 8, 2) })
  }
  /** The first request has one status, the second another. */
  const judge =
    (firstOne: PaymentStatus, second: PaymentStatus): Account['status'] =>
    async (submission) =>
      submission.calls.map(() => ('hash' in submission && submission.hash === word(7) ? firstOne : second))
  const failed: PaymentStatus = { kind: 'not-paid', why: 'failed', hash: word(8) }

  test('is paid if the first request paid it, whatever became of the second', async () => {
    openPayout(fakeWallet({ status: judge(paid, failed) }), 1, twice)
    expect((await screen.findAllByText('Paid')).length).toBeGreaterThan(0)
    expect(screen.queryByText(/was not paid\. No money moved\./)).toBeNull()
    expect(screen.queryByText(/can’t go through any more/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Try it again' })).toBeNull()
  })

  test('is not offered again while the first request may still pay it', async () => {
    const open: PaymentStatus = { kind: 'unknown', why: 'not-visible', hash: word(7) }
    openPayout(fakeWallet({ status: judge(open, failed) }), 1, twice)
    expect((await screen.findAllByText('Unknown')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: 'Try it again' })).toBeNull()
  })

  test('is said to be paid twice if both did', async () => {
    openPayout(fakeWallet({ status: judge(paid, { ...paid, hash: word(8) }) }), 1, twice)
    expect((await screen.findAllByText('Paid twice')).length).toBeGreaterThan(0)
  })

  test('is offered again once both are proven not paid', async () => {
    openPayout(fakeWallet({ status: judge({ ...failed, hash: word(7) }, failed) }), 1, twice)
    expect(await button('Try it again')).toBeTruthy()
  })
})

test('a payment that may answer two requests is shown, and the person says which', async () => {
  const account = fakeWallet({ status: always(paid) })
  const rows = [payoutRow(10n ** 18n)]
  const storage = browserStorage()
  const payouts = payoutStore(storage, account.address)
  const attempt = (at: number) => ({ ...unanswered, at })
  const [one, other] = [1, 2].map((at) =>
    payouts.write(
      withBatch(planPayout(account, rows, 1, at), 0, { attempt: attempt(Date.now() - at * 60_000) }),
    ),
  )
  if (!one || !other) throw new Error('Two were written')
  const calls = batchCalls(one, { rows: [0] })
  const made = {
    id: word(7),
    reported: 'sent' as const,
    transfers: transfersOf(calls),
    at: Date.now(),
    block: 6n,
    submission: {
      kind: 'sent' as const,
      from: account.address,
      calls,
      hash: word(7),
      nonce: null,
      since: null,
    },
  }
  const recentPayments = async () => ({ ...nothingPaid, payments: [made] })
  const { user } = renderInPortal(<PayoutPage account={{ ...account, recentPayments }} id={one.id} />, {
    account,
    storage,
  })
  await screen.findByText(/it may belong to another request/)
  expect(screen.queryByText('Paid')).toBeNull()
  await user.click(await button('It’s this one'))
  expect((await screen.findAllByText('Paid')).length).toBeGreaterThan(0)
  expect(submissionOf(payouts.read(one.id)?.attempts[0] ?? { facts: [] })).toMatchObject({ hash: word(7) })
  expect(submissionOf(payouts.read(other.id)?.attempts[0] ?? { facts: [] })).toBeNull()
})
