import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { encodeAbiParameters, encodeFunctionResult, type Hex } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Account } from '#account/Account.ts'
import type { Gap, RecentPayment } from '#account/Activity.ts'
import type { Submission } from '#account/Submission.ts'
import { safePayments } from '#account/safe/safePayments.ts'
import { shorten } from '#chain/money/Address.ts'
import * as Call from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { usdPayment } from '#domain/draft/usdPayment.ts'
import { submissionOf } from '#domain/ledger/Attempt.ts'
import { noLabels, type Payment, planPayout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { intervals } from '#queries/polling.ts'
import { accessorAbi, handlerAbi } from '#safe/proposal/simulate.ts'
import { gateway } from '#safe/service/sources.ts'
import { paid, usdt } from '#tests/support/activityItems.ts'
import { withBatch } from '#tests/support/attempts.ts'
import { componentEnv } from '#tests/support/componentEnv.ts'
import { fakeLists, fakeSafeAccount, fakeWallet, nothingPaid } from '#tests/support/fakeAccount.ts'
import { feedsOf, withFeeds } from '#tests/support/fakeFeeds.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { startFastTime } from '#tests/support/fastTime.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payNode } from '#tests/support/payNode.ts'
import { queued } from '#tests/support/payoutContext.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { usdRequestOf } from '#tests/support/requestLinks.ts'
import { PAYOUT_HASH, SAFE } from '#tests/support/safeExamples.ts'
import { wiredGateway, wiredNode, wiredSafe } from '#tests/support/wiredSafe.ts'
import { Review } from './Review.tsx'

/** This many payments of 1, 2, 3 … USDT. */
function payments(count: number): readonly Payment[] {
  return Array.from({ length: count }, (_, index) => ({
    payee: payeeAt(index),
    amount: { token: usdt, value: BigInt(index + 1) * 10n ** 18n },
    note: null,
    reference: null,
  }))
}

function openReview(
  account: Account,
  rows: readonly Payment[],
  belongs = noLabels,
  storage = browserStorage(),
) {
  const leftOut: (readonly number[])[] = []
  const submitted: string[] = []
  const Reviewed = () => {
    const [payments, setPayments] = useState(rows)
    return (
      <Review
        account={account}
        payments={payments}
        skipped={[]}
        belongs={belongs}
        blocked={false}
        onBack={() => {}}
        onRates={setPayments}
        onLeaveOut={(places) => leftOut.push([...places])}
        onStopWaiting={() => {}}
        onSubmitted={(id) => submitted.push(id)}
      />
    )
  }
  return { ...renderInPortal(<Reviewed />, { account, storage }), leftOut, submitted }
}

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const enabled = (name: string | RegExp) =>
  waitFor(async () => expect((await button(name)).disabled).toBe(false))
const radio = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name })

test('the total is shown in dollars, with the age of the price', async () => {
  const later = Date.now() - 2 * 3_600_000
  answerNodes(withFeeds(payNode(), feedsOf({ USDT: 99_000_000n }, later)))
  openReview(fakeWallet(), payments(3))
  const total = await screen.findByRole('region', { name: 'Total' })
  expect(await within(total).findByText('about $5.94 (Chainlink, up to 2 hours old)')).toBeTruthy()
  expect(await button('Pay 6 USDT, one by one')).toBeTruthy()
})

test('without a price the review goes on in tokens alone', async () => {
  answerNodes(payNode())
  openReview(fakeWallet(), payments(3))
  await enabled('Pay 6 USDT, one by one')
  expect(screen.queryByText(/\$/)).toBeNull()
})

test('error: a balance that is still being read is not called unknown', async () => {
  answerNodes(() => new Promise<Response>(() => {}))
  openReview(fakeWallet({ recentPayments: () => new Promise(() => {}) }), payments(1))
  const balances = await screen.findByRole('region', { name: 'Balances' })
  const cells = () =>
    within(balances)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells()).toEqual(['…', '1', '…', '…'])
})

test('error: the press that opens the request does not lose the focus', async () => {
  answerNodes(payNode())
  const { user } = openReview(fakeWallet({ submit: () => new Promise(() => {}) }), payments(1))
  await enabled('Pay 1 USDT')
  await user.click(await button('Pay 1 USDT'))
  expect((await button('Pay 1 USDT')).disabled).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Review payment' }))
})

test('error: a request and the batch that answered it are one earlier payment, not two', async () => {
  answerNodes(payNode())
  const asked = { at: Date.now() - 60_000, position: { block: 5n, nonce: 1n }, known: [], submission: null }
  const made: RecentPayment[] = []
  const account = fakeSafeAccount({ recentPayments: async () => ({ ...nothingPaid, payments: made }) })
  const before = withBatch(planPayout(account, payments(1), 1, asked.at), 0, { attempt: asked })
  made.push(queued(before, PAYOUT_HASH, { at: Date.now(), nonce: 4n }))
  const storage = browserStorage()
  const payouts = payoutStore(storage, account.address)
  payouts.write(before)
  openReview(account, payments(1), noLabels, storage)
  const field = await screen.findByLabelText(/^Type PAY AGAIN to send it a second time/)
  const notice = field.closest('section, [role=alert], [role=status]') as HTMLElement
  await waitFor(() => expect(within(notice).getAllByRole('listitem')).toHaveLength(1))
  expect(notice.textContent).toContain('Proposed in the Safe')
  expect(notice.textContent).not.toContain('no answer yet')
  expect(payouts.read(before.id)?.attempts.map(submissionOf)).toMatchObject([{ safeTxHash: PAYOUT_HASH }])
})

test('an open review of a Safe reads its queue and its history once per poll', async () => {
  const sent = answerNodes(wiredNode(), wiredGateway())
  const asked = (list: string) => sent.filter((url) => url.includes(`/transactions/${list}`)).length
  const account = wiredSafe()
  const sources = [gateway(componentEnv.gatewayUrl)]
  const parts = { address: account.address, sources, rpc: bscRpc, activity: account.activity }
  const usualTime = startFastTime()
  // The Overview reads the queue itself.
  window.location.hash = '#/pay'
  onTestFinished(() => {
    usualTime()
    window.location.hash = ''
  })
  openReview(
    { ...account, recentPayments: (since, signal) => safePayments(parts, since, signal) },
    payments(1),
  )
  await screen.findByText('No earlier payment like it found.')
  const before = { queued: asked('queued'), history: asked('history') }
  const start = Date.now()
  await waitFor(() => expect(Date.now() - start).toBeGreaterThan(60_000), { timeout: 120_000 })
  const polls = Math.ceil((Date.now() - start) / intervals.review) + 1
  const reads = { queued: asked('queued') - before.queued, history: asked('history') - before.history }
  expect(reads.queued).toBeGreaterThanOrEqual(3)
  expect(reads.queued).toBeLessThanOrEqual(polls)
  expect(reads.history).toBeLessThanOrEqual(reads.queued + 1)
})

describe('several payments from a wallet', () => {
  test('are sent together if the wallet can, or one by one if the person prefers', async () => {
    answerNodes(payNode())
    const account = fakeWallet({ batching: async () => ({ kind: 'atomic', limit: 10 }) })
    const { user } = openReview(account, payments(12))
    expect((await radio(/^Up to 10 at once, all or nothing/)).checked).toBe(true)
    await enabled(/^Pay .* in 2 batches$/)
    await user.click(await radio(/^One by one, 12 times/))
    await enabled(/^Pay .*, one by one$/)
  })

  test('change the account permanently only if the person chooses that', async () => {
    answerNodes(payNode())
    const account = fakeWallet({ batching: async () => ({ kind: 'upgrade', limit: 10 }) })
    const { user } = openReview(account, payments(3))
    const together = await radio(
      /Your wallet will ask to turn your address into a smart account \(EIP-7702\)/,
    )
    expect(together.checked).toBe(false)
    expect(together.parentElement?.textContent).toMatch(
      /stays your wallet, with your key, but then also runs a contract’s code\. Plain BNB .* is still found here; BNB from a Safe or another contract may not be\.$/,
    )
    await enabled(/^Pay .*, one by one$/)
    await user.click(together)
    await enabled(/^Pay [\d.]/)
  })

  test('error: are not called one by one before the account says whether it takes them together', async () => {
    answerNodes(payNode())
    const answers: (() => void)[] = []
    const batching: Account['batching'] = () =>
      new Promise((resolve) => answers.push(() => resolve({ kind: 'atomic', limit: 10 })))
    openReview(fakeWallet({ batching }), payments(3))
    expect((await button(/^Pay 6 USDT/)).textContent).toBe('Pay 6 USDT')
    for (const answer of answers) answer()
    await enabled('Pay 6 USDT')
  })

  test('are sent one by one if the wallet cannot batch', async () => {
    answerNodes(payNode())
    openReview(fakeWallet(), payments(3))
    expect(await screen.findByText(/^You’ll confirm 3 times in your wallet/)).toBeTruthy()
    expect(screen.queryByText(/A Safe, or a wallet that sends batches/)).toBeNull()
    expect(screen.queryByRole('radio')).toBeNull()
    await enabled(/^Pay .*, one by one$/)
  })
})

test('many confirmations name what needs only one', async () => {
  answerNodes(payNode())
  openReview(fakeWallet(), payments(40))
  expect(await screen.findByText(/confirm 40 times.*A Safe, or a wallet that sends batches/)).toBeTruthy()
})

describe('the network fee', () => {
  const fee = () => screen.getByText('Network fee').parentElement?.textContent

  test('of a wallet is a node’s estimate for all payments', async () => {
    answerNodes(payNode())
    openReview(fakeWallet(), payments(3))
    // 3 payments of 50,000 gas at 1 gwei.
    await waitFor(() => expect(fee()).toContain('About 0.00015 BNB for all 3 payments.'))
  })

  test('is unknown if a payment would fail', async () => {
    const node = payNode()
    answerNodes(async (method, params = []) => {
      if (method === 'eth_estimateGas') throw new RpcError(3, 'execution reverted')
      return node(method, params)
    })
    openReview(fakeWallet(), payments(1))
    await waitFor(() => expect(fee()).toContain('Can’t estimate: a payment would fail right now.'))
  })

  test('of a Safe is paid by whoever executes the proposal', async () => {
    answerNodes(payNode({ contracts: [SAFE] }))
    openReview(fakeSafeAccount(), payments(2))
    await waitFor(() => expect(fee()).toContain('Paid by whoever executes it'))
  })
})

describe('payees', () => {
  const payees = () => screen.getByRole('list', { name: 'Checks' }).textContent

  test('who were never paid before count as new, and the review says what it searched', async () => {
    answerNodes(payNode())
    const account = fakeWallet({ activity: fakeLists({ history: [paid(payeeAt(0)), paid(payeeAt(2))] }) })
    openReview(account, payments(3))
    await waitFor(() => expect(payees()).toContain('1 of 3 recipients is new: no earlier payment found.'))
    await waitFor(() =>
      expect(payees()).toContain('Checked: this browser, and payments we found in the last 7 days.'),
    )
  })

  test('are not called known if the history could not be read', async () => {
    answerNodes(payNode())
    const history = () => Promise.reject(new Error('no'))
    openReview(fakeWallet({ activity: { ...fakeLists(), history } }), payments(3))
    await waitFor(() => expect(payees()).toContain('We couldn’t check who was paid before.'))
  })
})

describe('payments that were made before', () => {
  const calls = payments(2).map(({ payee, amount }) => Call.transfer(payee, amount))
  const earlier: RecentPayment = {
    id: String(word(9)),
    reported: 'queued',
    at: Date.now() - 60_000,
    submission: null,
    transfers: Call.transfersOf(calls),
  }
  const account = () =>
    fakeSafeAccount({ recentPayments: async () => ({ ...nothingPaid, payments: [earlier] }) })

  test('are named and can be left out', async () => {
    answerNodes(payNode({ contracts: [SAFE] }))
    const { user, leftOut } = openReview(account(), payments(3))
    expect(await screen.findByText('2 of these 3 payments were already sent or are under way.')).toBeTruthy()
    expect(screen.getByText(/^Proposed in the Safe, .*: 2 payments/)).toBeTruthy()
    expect((await button(/^Propose [\d.]/)).disabled).toBe(true)
    await user.click(await button('Skip these 2, pay the other'))
    expect(leftOut).toEqual([[0, 1]])
  })

  test('error: are never beside the claim that their recipients are new', async () => {
    answerNodes(payNode({ contracts: [SAFE] }))
    openReview(account(), payments(3))
    expect(await screen.findByText('2 of these 3 payments were already sent or are under way.')).toBeTruthy()
    expect(await screen.findByText('1 of 3 recipients is new: no earlier payment found.')).toBeTruthy()
  })

  test('are repeated only after the person types the confirmation', async () => {
    answerNodes(payNode({ contracts: [SAFE] }))
    const { user } = openReview(account(), payments(3))
    const field = await screen.findByRole('textbox', {
      name: /^Type PAY AGAIN to send (it|them) a second time/,
    })
    await user.type(field, 'PAY AGAI')
    expect((await button(/^Propose [\d.]/)).disabled).toBe(true)
    await user.type(field, 'N')
    await enabled(/^Propose [\d.]/)
  })

  test('cannot all be left out', async () => {
    answerNodes(payNode({ contracts: [SAFE] }))
    openReview(account(), payments(2))
    expect(await screen.findByText('2 of these 2 payments were already sent or are under way.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Leave/ })).toBeNull()
  })

  test('reduce what is left of a token', async () => {
    answerNodes(payNode({ contracts: [SAFE], balance: 100n * 10n ** 18n }))
    openReview(account(), payments(3))
    const row = await screen.findByRole('row', { name: /^USDT/ })
    // 100 held, 6 now, 3 queued.
    await waitFor(() =>
      expect(
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ).toEqual(['100', '6', '3', '91']),
    )
  })

  test('are listed with every source that could not be searched', async () => {
    answerNodes(payNode())
    const gaps: readonly Gap[] = [
      { kind: 'bnb' },
      { kind: 'source', name: 'Safe gateway' },
      { kind: 'unreadable', where: 'browser', count: 2 },
    ]
    openReview(fakeWallet({ recentPayments: async () => ({ ...nothingPaid, gaps }) }), payments(1))
    expect(await screen.findByText(/^BNB sent from your other wallets or devices/)).toBeTruthy()
    expect(screen.getByText('What only the Safe gateway knows. It didn’t answer.')).toBeTruthy()
    expect(screen.getByText('2 entries in this browser that can’t be read.')).toBeTruthy()
    await enabled(/^Pay [\d.]/)
  })
})

describe('the simulation of a Safe’s payments', () => {
  const VERSION = '0xffa1ad74'

  /** A Safe of 1.4.1 whose proposals, when tried, succeed or say why not. */
  function trying(returned: { readonly success: boolean; readonly data: Hex }): Rpc {
    const node = payNode()
    return async (method, params = []) => {
      if (method === 'eth_getCode') return '0x6000'
      if (method === 'eth_getStorageAt') return word(1)
      const [request] = params as [{ to?: string; data?: string }?]
      if (method !== 'eth_call' || request?.to?.toLowerCase() !== SAFE.toLowerCase())
        return node(method, params)
      if (request.data === VERSION) return encodeAbiParameters([{ type: 'string' }], ['1.4.1'])
      const [{ outputs }] = accessorAbi
      const response = encodeAbiParameters(outputs, [60_000n, returned.success, returned.data])
      return encodeFunctionResult({ abi: handlerAbi, functionName: 'simulate', result: response })
    }
  }
  const reason = encodeAbiParameters([{ type: 'string' }], ['BEP20: paused'])

  test('runs batch by batch, and its gas gives the fee', async () => {
    answerNodes(trying({ success: true, data: '0x' }))
    openReview(fakeSafeAccount({ batching: async () => ({ kind: 'atomic', limit: 2 }) }), payments(3))
    expect(await screen.findByText('Batch 2: A test run of the proposal worked.')).toBeTruthy()
    expect(await screen.findByText(/At least about 0\.00012 BNB/)).toBeTruthy()
    await enabled(/^Propose .* in 2 batches$/)
  })

  test('shows the contract’s reason for a failure, which does not block proposing', async () => {
    answerNodes(trying({ success: false, data: `0x08c379a0${reason.slice(2)}` }))
    openReview(fakeSafeAccount(), payments(3))
    expect(await screen.findByText('A test run of the proposal failed: “BEP20: paused”')).toBeTruthy()
    await enabled(/^Propose [\d.]/)
  })

  test('is skipped if the Safe does not allow it', async () => {
    answerNodes(payNode({ contracts: [SAFE] }))
    openReview(fakeSafeAccount(), payments(3))
    expect(await screen.findByText(/^No test run: /)).toBeTruthy()
    await enabled(/^Propose [\d.]/)
  })
})

describe('a list that a Safe is asked for in several batches', () => {
  const row = (index: number) => `${index + 1} USDT to ${shorten(payeeAt(index))}`

  test('behavior: what to compare is what the next dialog holds, not the whole list', async () => {
    answerNodes(payNode({ contracts: [SAFE] }))
    const account = fakeSafeAccount({ submit: () => new Promise<Submission>(() => {}) })
    const { user } = openReview(account, payments(102))
    expect(
      await screen.findByText(
        `Your Safe’s dialog covers this page. Compare there: 100 payments, the first ${row(0)}, the last ${row(99)}. No money moves until enough owners sign and one executes it.`,
      ),
    ).toBeTruthy()
    await enabled(/^Propose 102 payments.* in 2 batches$/)
    await user.click(await button(/^Propose 102 payments/))
    // 1 + 2 + … + 100; all 102 payments are 5,253.
    expect(await screen.findByText('Sign 5,050 USDT in your Safe')).toBeTruthy()
    expect(
      screen.getByText(
        `Check in the dialog of your Safe: 100 payments, the first ${row(0)}, the last ${row(99)}.`,
      ),
    ).toBeTruthy()
  })
})

test('shows the role of a wallet that signs for a Safe', async () => {
  answerNodes(payNode({ contracts: [SAFE] }))
  const proposer = { address: payeeAt(500), role: 'delegate' } as const
  openReview(fakeSafeAccount({ proposer }), payments(1))
  expect(await screen.findByText(/^2 of 3 owners must sign\. You’re a delegate/)).toBeTruthy()
  expect(screen.getByText('From your Safe')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Pay [\d.]/ })).toBeNull()
  await enabled(/^Propose [\d.]/)
})

describe('the note to co-signers', () => {
  const proposer = { address: payeeAt(500), role: 'owner' } as const
  const titled = { ...noLabels, title: 'Autumn reels' }
  /** A Safe that a wallet proposes to, and the notes that it was asked to show. */
  function noting() {
    const notes: (string | null | undefined)[] = []
    const account = fakeSafeAccount({
      proposer,
      submit: async (_, { note }) => {
        notes.push(note)
        throw new PortalError('rejected', 'No.')
      },
    })
    return { account, notes }
  }
  const tick = () => screen.findByRole('checkbox', { name: /Autumn reels.* to your co-signers/ })

  test('is the title of the payout, said before it is proposed', async () => {
    answerNodes(payNode({ contracts: [SAFE] }))
    const { account, notes } = noting()
    const { user } = openReview(account, payments(2), titled)
    expect(await tick()).toBeTruthy()
    await user.click(await enabled(/^Propose [\d.]/).then(() => button(/^Propose [\d.]/)))
    await waitFor(() => expect(notes).toEqual(['Autumn reels']))
  })

  test('stays away if the person does not want it', async () => {
    answerNodes(payNode({ contracts: [SAFE] }))
    const { account, notes } = noting()
    const { user } = openReview(account, payments(2), titled)
    await user.click(await tick())
    await user.click(await enabled(/^Propose [\d.]/).then(() => button(/^Propose [\d.]/)))
    await waitFor(() => expect(notes).toEqual([undefined]))
  })

  test('is not offered where the host proposes, or without a title', async () => {
    answerNodes(payNode({ contracts: [SAFE] }))
    openReview(fakeSafeAccount(), payments(2), titled)
    await enabled(/^Propose [\d.]/)
    expect(screen.queryByRole('checkbox', { name: /to your co-signers/ })).toBeNull()
  })
})

describe('requests in US dollars', () => {
  /** Nodes that report a price of BNB in cents, written a minute ago. */
  const priced = (cents: bigint) => {
    const feeds = feedsOf({ BNB: cents * 10n ** 6n }, Date.now() - 60_000)
    return withFeeds(payNode({ contracts: [SAFE] }), feeds)
  }

  /** $250 in BNB at $500, read this long ago (ms); `more` changes the request. */
  function inDollars(age = 0, more: Parameters<typeof usdRequestOf>[1] = {}): readonly Payment[] {
    const request = usdRequestOf(250n, { payee: payeeAt(0), ...more })
    const price = { value: 500n * 10n ** 8n, at: Date.now() - 60_000, round: 1n }
    const paid = usdPayment({ request, signature: null, proof: null }, { price, readAt: Date.now() - age })
    if (!paid) throw new Error('A request in dollars has a payment')
    return [{ payee: request.payee, ...paid, note: null, reference: null }]
  }

  /** A wallet that counts its requests. */
  function counting(make: typeof fakeWallet = fakeWallet) {
    const sent: bigint[] = []
    const account = make()
    const { submit } = account
    return {
      sent,
      account: {
        ...account,
        submit: (...asked: Parameters<Account['submit']>) => {
          sent.push(...Call.transfersOf(asked[0]).map(({ value }) => value))
          return submit(...asked)
        },
      } satisfies Account,
    }
  }

  const half = 10n ** 18n / 2n

  test('are paid at the rate that the review shows', async () => {
    answerNodes(priced(500_00n))
    const { account, sent } = counting()
    const { user, submitted } = openReview(account, inDollars())
    const total = await screen.findByRole('region', { name: 'Total' })
    expect(within(total).getByText('$250 requested (±1%)')).toBeTruthy()
    expect(
      within(total).getByText(/^1 BNB = \$500 \(Chainlink, up to 1 minute old, reported by two nodes\)$/),
    ).toBeTruthy()
    await enabled('Pay 0.50 BNB')
    await user.click(await button('Pay 0.50 BNB'))
    await waitFor(() => expect(submitted).toHaveLength(1))
    expect(sent).toEqual([half])
  })

  test('stay as they are while the price moves less than the request allows', async () => {
    answerNodes(priced(504_90n))
    const { account, sent } = counting()
    const { user, submitted } = openReview(account, inDollars())
    await enabled('Pay 0.50 BNB')
    await user.click(await button('Pay 0.50 BNB'))
    await waitFor(() => expect(submitted).toHaveLength(1))
    expect(sent).toEqual([half])
  })

  test.each([
    ['risen', 505_10n],
    ['fallen', 494_90n],
  ])('are not sent once the price has %s too far, and are renewed on a press only', async (_, cents) => {
    answerNodes(priced(cents))
    const { account, sent } = counting()
    const { user } = openReview(account, inDollars())
    await enabled('Pay 0.50 BNB')
    await user.click(await button('Pay 0.50 BNB'))
    expect(await screen.findByText('The price of BNB has moved.')).toBeTruthy()
    expect(screen.getByText('This amount would no longer pay the request. Nothing was sent.')).toBeTruthy()
    expect((await button('Pay 0.50 BNB')).disabled).toBe(true)
    await user.click(await button('Get the new rate'))
    expect(await screen.findByText(/^Now 0\.\d+ BNB, before 0\.50 BNB\.$/)).toBeTruthy()
    expect(sent).toEqual([])
    const renewed = await button(/^Pay 0\.\d{3,8} BNB$/)
    await waitFor(() => expect(renewed.disabled).toBe(false))
    await user.click(renewed)
    const value = (25_000n * 10n ** 18n + cents - 1n) / cents
    await waitFor(() => expect(sent).toHaveLength(1))
    expect((sent[0] ?? 0n) - value).toBeLessThan(10n ** 10n)
  })

  test('wait for a press once their rate is two minutes old', async () => {
    answerNodes(priced(500_00n))
    const { account, sent } = counting()
    const { user } = openReview(account, inDollars(120_001))
    expect(await screen.findByText('This rate was held for 2 minutes.')).toBeTruthy()
    expect((await button('Pay 0.50 BNB')).disabled).toBe(true)
    await user.click(await button('Get the new rate'))
    expect(await screen.findByText('The amount stays at 0.50 BNB.')).toBeTruthy()
    await enabled('Pay 0.50 BNB')
    expect(sent).toEqual([])
  })

  test('are not sent while two nodes disagree or one is silent', async () => {
    answerNodes([priced(500_00n), priced(900_00n)])
    const { account, sent } = counting()
    const { user } = openReview(account, inDollars())
    await enabled('Pay 0.50 BNB')
    await user.click(await button('Pay 0.50 BNB'))
    expect(await screen.findByText('Two nodes report different prices of BNB.')).toBeTruthy()
    expect((await button('Pay 0.50 BNB')).disabled).toBe(true)
    answerNodes([priced(500_00n), null])
    await user.click(await button('Try again'))
    expect(
      await screen.findByText('Only one node answered with a price of BNB, and it needs two.'),
    ).toBeTruthy()
    answerNodes(priced(500_00n))
    await user.click(await button('Try again'))
    await enabled('Pay 0.50 BNB')
    expect(sent).toEqual([])
  })

  test('are not sent after the request has expired', async () => {
    answerNodes(priced(500_00n))
    const until = Math.floor(Date.now() / 1_000) - 1
    const asked = { kind: 'usd', cents: 25_000n, tolerance: 100, until } as const
    const { account, sent } = counting()
    openReview(account, inDollars(0, { asked, madeAt: until - 3_600 }))
    expect(await screen.findByText('This request has expired.')).toBeTruthy()
    expect((await button('Pay 0.50 BNB')).disabled).toBe(true)
    expect(sent).toEqual([])
  })

  test('count an earlier payment of another amount as the same one, because its rate was another', async () => {
    answerNodes(priced(500_00n))
    const [row] = inDollars()
    if (!row) throw new Error('There is no payment')
    const amount = { ...row.amount, value: half + 10n ** 15n }
    const earlier: RecentPayment = {
      id: String(word(9)),
      reported: 'queued',
      at: Date.now() - 10_000,
      submission: null,
      transfers: Call.transfersOf([Call.transfer(row.payee, amount)]),
    }
    const recentPayments = async () => ({ ...nothingPaid, payments: [earlier] })
    openReview(fakeSafeAccount({ recentPayments }), [row])
    expect(await screen.findByRole('textbox', { name: /^Type PAY AGAIN/ })).toBeTruthy()
    expect((await button('Propose 0.50 BNB')).disabled).toBe(true)
  })

  test('from a Safe keep their amount, and the review says at which price it will count', async () => {
    answerNodes(priced(500_00n))
    const { account, sent } = counting(fakeSafeAccount)
    const { user } = openReview(account, inDollars())
    expect(await screen.findByText(/The request counts it at the price when it’s executed\.$/)).toBeTruthy()
    await enabled('Propose 0.50 BNB')
    await user.click(await button('Propose 0.50 BNB'))
    await waitFor(() => expect(sent).toEqual([half]))
  })
})
