import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Account } from '#account/Account.ts'
import { proposedStatus } from '#account/safe/proposedStatus.ts'
import * as Call from '#chain/money/Call.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { batchCalls, type Payment, planPayout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { ActivityPage } from '#pages/activity/ActivityPage.tsx'
import { OverviewPage } from '#pages/overview/OverviewPage.tsx'
import { PayoutPage } from '#pages/pay/payout/PayoutPage.tsx'
import type { ProposalParts } from '#safe/proposal/checkProposal.ts'
import { gateway } from '#safe/service/sources.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { item, usdt } from '#tests/support/activityItems.ts'
import { withBatch } from '#tests/support/attempts.ts'
import { componentEnv } from '#tests/support/componentEnv.ts'
import { fakeLists, fakeSafeAccount } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { queueDocuments } from '#tests/support/queueDocuments.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { reportOn, wireOf } from '#tests/support/reportedProposals.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { wiredGateway, wiredNode, wiredSafe } from '#tests/support/wiredSafe.ts'

const TITLE = 'Do not sign this proposal'
const payee = payeeAt(1)
const units = (count: bigint) => ({ token: usdt, value: count * 10n ** 18n })
/** A proposal of 1,000 USDT, although 100 USDT were reviewed. */
const tx = SafeTx.fromCall(Call.transfer(payee, units(1_000n)), 12n)
const safeTxHash = SafeTx.hash(SAFE, tx)
const difference = 'Payment 1 is not the one that was reviewed: 100 USDT → 1,000 USDT'
const reviewed: Payment = { payee, amount: units(100n), note: null, reference: null }

/** A browser that reviewed a payment and got the proposal as the answer, or has both from a file. */
function browserWith(isRestored = false) {
  const storage = browserStorage()
  const payout = planPayout({ address: SAFE, kind: 'safe' }, [reviewed], 1, 1_795_000_000_000)
  const submission = {
    ...({ kind: 'proposed', safe: SAFE, safeTxHash, inLargerBatch: false } as const),
    calls: batchCalls(payout, { rows: [0] }),
  }
  const asked = withBatch(payout, 0, {
    attempt: { at: 1_795_000_000_000, position: { block: 5n, nonce: 1n }, known: [], submission },
  })
  const store = payoutStore(storage, SAFE)
  const { id } = store.write(
    isRestored
      ? { ...asked, restored: true, attempts: asked.attempts.map((one) => ({ ...one, restored: true })) }
      : asked,
  )
  return { storage, id }
}

/** The Safe with its real lists and its real judge. */
function judgedSafe(): Account {
  const parts: ProposalParts = { address: SAFE, sources: [gateway(componentEnv.gatewayUrl)], rpc: bscRpc }
  return wiredSafe({ status: (submission, signal) => proposedStatus(parts, submission, signal) })
}

async function open(
  path: string,
  page: (account: Account, id: string) => React.ReactNode,
  isRestored = false,
  before: readonly SafeTx.SafeTx[] = [],
) {
  answerNodes(wiredNode(), wiredGateway(await queueDocuments([...before, tx])))
  window.location.hash = `#${path}`
  const { storage, id } = browserWith(isRestored)
  const account = judgedSafe()
  return renderInPortal(page(account, id), { account, storage })
}

const proposalPath = `/activity/safe/${SAFE}/${safeTxHash}`

describe('a proposal that is not what this browser reviewed', () => {
  test('error: is stopped on its payout’s page, with what differs and a report for the other owners', async () => {
    await open('/pay', (account, id) => <PayoutPage account={account} id={id} />)
    const stop = await screen.findByRole('alertdialog', { name: TITLE })
    expect(stop.textContent).toContain(difference)
    expect(within(stop).getByRole('button', { name: 'Copy report' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: /in Safe\{Wallet\}/ })).toBeNull()
  })

  test('error: is stopped on its own page, too, although everything that the service says fits', async () => {
    await open(proposalPath, () => <ActivityPage />)
    const stop = await screen.findByRole('alertdialog', { name: TITLE })
    expect(stop.textContent).toContain(difference)
    expect(within(stop).getByRole('button', { name: 'Copy report' })).toBeTruthy()
    expect(screen.queryByText('Verified')).toBeNull()
    expect(screen.queryByRole('link', { name: /in Safe\{Wallet\}/ })).toBeNull()
  })

  test.each([
    ['the queue', '/activity/queue', () => <ActivityPage />],
    ['the Overview', '/', () => <OverviewPage />],
  ])('error: %s says not to sign it', async (_, path, page) => {
    await open(path, page)
    expect((await screen.findAllByText('Do not sign')).length).toBeGreaterThan(0)
    await waitFor(() => expect(screen.queryByText('1 of 2 signed')).toBeNull())
    expect(screen.queryByText('Verified')).toBeNull()
  })

  test('error: the Overview names it first, however many proposals wait before it', async () => {
    const others = [13n, 14n, 15n, 16n, 17n].map((nonce) =>
      SafeTx.fromCall(Call.transfer(payee, units(nonce)), nonce),
    )
    await open('/', () => <OverviewPage />, false, others)
    const list = await screen.findByRole('list', { name: 'Needs your attention' })
    await waitFor(() =>
      expect(within(list).getAllByRole('listitem')[0]?.textContent).toContain('Do not sign'),
    )
    expect(within(list).getAllByRole('listitem')).toHaveLength(5)
  })

  test('behavior: a record from a file is no review', async () => {
    const { unmount } = await open(proposalPath, () => <ActivityPage />, true)
    expect(await screen.findByRole('link', { name: 'Sign in Safe{Wallet}' })).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    unmount()
    await open('/pay', (account, id) => <PayoutPage account={account} id={id} />, true)
    expect(await screen.findByText('Unknown')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.queryByText('Do not sign')).toBeNull()
  })
})

describe('after the owners rejected it', () => {
  const rejected: PaymentStatus = { kind: 'not-paid', why: 'rejected', hash: word(7) }

  /** The Safe once the rejection is final; its list still has the proposal. */
  async function rejectedSafe(): Promise<Account> {
    const report = await reportOn(safeTxHash, await wireOf(tx))
    const listed = item({ id: 'a', safeTxHash, nonce: 12n, status: { kind: 'cancelled' } })
    return fakeSafeAccount({
      status: async ({ calls }) => calls.map(() => rejected),
      activity: fakeLists({
        queue: [listed],
        history: [{ ...listed, id: 'b' }],
        proposal: async () => ({ ...report, status: rejected, payments: [rejected] }),
      }),
    })
  }

  test.each<[string, string, (account: Account, id: string) => React.ReactNode, number]>([
    ['its payout', '/pay', (account, id) => <PayoutPage account={account} id={id} />, 1],
    ['its own page', proposalPath, () => <ActivityPage />, 1],
    ['the queue', '/activity/queue', () => <ActivityPage />, 1],
    ['Activity', '/activity', () => <ActivityPage />, 2],
    ['the Overview', '/', () => <OverviewPage />, 1],
  ])('behavior: %s says that nothing was sent, and the stop is over', async (_, path, page, times) => {
    answerNodes(wiredNode(), wiredGateway())
    window.location.hash = `#${path}`
    const { storage, id } = browserWith()
    const account = await rejectedSafe()
    renderInPortal(page(account, id), { account, storage })
    await waitFor(() => expect(screen.getAllByText(/Nothing was sent\./).length).toBe(times))
    expect(screen.getAllByText(/^Rejected/).length).toBe(times)
    expect(screen.queryByText(/Do not sign/)).toBeNull()
    expect(screen.queryByRole('link', { name: 'View receipts' })).toBeNull()
    expect(screen.queryByRole('link', { name: /in Safe\{Wallet\}/ })).toBeNull()
  })
})
