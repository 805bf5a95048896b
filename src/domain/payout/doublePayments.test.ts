import { beforeAll, describe, expect, test } from 'vitest'
import { transfer, transferKey } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { attemptIds } from '#domain/ledger/Attempt.ts'
import { foldStatuses, payableAgain, type RowStatus } from '#domain/ledger/foldStatus.ts'
import { readAttemptStatus } from '#domain/ledger/ledger.ts'
import { batchAt, reconcile } from '#tests/support/attempts.ts'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import { failureOf } from '#tests/support/failureOf.ts'
import type { World } from '#tests/support/payoutWorld.ts'
import { OWNERS, PAYEE, USDT } from '#tests/support/safeExamples.ts'
import { safeWorld } from '#tests/support/safeWorld.ts'
import { walletWorld } from '#tests/support/walletWorld.ts'
import { effectOf, START_NONCE } from '#tests/support/worldChain.ts'
import { type Payment, planPayout, withRetry } from './Payout.ts'
import { payBatch } from './payBatch.ts'
import { payoutStore } from './payoutStore.ts'
import { runPayout } from './runPayout.ts'

// Each of these once led to a double payment, or to a wrong paid or unpaid status.

const usdt = Token.find(USDT) ?? Token.BNB
const fee: Token.Token = {
  address: '0x00000000000000000000000000000000000070c3',
  symbol: 'FEE',
  name: 'Unverified token',
  decimals: 18,
}
const row = (token: Token.Token, value = 1_000n): Payment => ({
  payee: PAYEE,
  amount: { token, value },
  note: null,
  reference: null,
})
const nobody = { again: new Set<string>(), unkept: false, unread: false }
const signal = () => new AbortController().signal

/** Requests a payout of these rows on a fresh page. */
async function pay(world: World, rows: readonly Payment[], limit = 1) {
  const page = world.open()
  const { id } = page.context.payouts.write(planPayout(page.account, rows, limit, 0))
  const result = await payBatch(page.context, id, 0, nobody).catch((error: unknown) => error)
  return { page, id, result }
}

type Paying = Awaited<ReturnType<typeof pay>>

async function statusesOf({ page, id }: Paying): Promise<readonly PaymentStatus[]> {
  const payout = await reconcile(page.context, id)
  if (!payout) return []
  const { account, payouts } = page.context
  const read = await Promise.all(
    payout.attempts.map((one) => readAttemptStatus({ account, ledger: payouts.ledger }, one, signal())),
  )
  const statuses = foldStatuses(payout, (one) => read[payout.attempts.indexOf(one)])
  return statuses.flatMap(({ status }) => (isPaymentStatus(status) ? [status] : []))
}

function isPaymentStatus(status: RowStatus): status is PaymentStatus {
  return !['not-requested', 'asking', 'reading', 'paid-twice'].includes(status.kind)
}

function steps(world: World, count: number): void {
  for (let step = 0; step < count; step++) world.step()
}

// On-demand imports take longer than any turn of a world.
beforeAll(async () => {
  for (const world of [safeWorld(), walletWorld()]) await statusesOf(await pay(world, [row(usdt)]))
})

describe('a Safe', () => {
  test('error: an execution reported as CANCELLED before indexing is not offered again (A1)', async () => {
    const world = safeWorld()
    const paying = await pay(world, [row(usdt), row(Token.BNB, 7n)], 2)
    world.faults.indexBehind = true
    steps(world, 5)
    expect(world.paid().size).toBe(2)
    const before = await statusesOf(paying)
    expect(before.map(({ kind }) => kind)).not.toContain('not-paid')
    const payout = paying.page.context.payouts.read(paying.id)
    expect(payout && payableAgain(foldStatuses(payout, () => before))).toEqual([])
    world.faults.indexBehind = false
    steps(world, 3)
    expect((await statusesOf(paying)).map(({ kind }) => kind)).toEqual(['paid', 'paid'])
  })

  test('error: CANCELLED without proof of the transaction that used the nonce is unknown (A1)', async () => {
    const world = safeWorld()
    const paying = await pay(world, [row(usdt)])
    world.interfere(0)
    world.faults.indexBehind = true
    world.chain.mine(11_000)
    const [status] = await statusesOf(paying)
    expect(status).toMatchObject({ kind: 'unknown', why: 'nonce-used' })
    world.faults.indexBehind = false
    steps(world, 3)
    expect((await statusesOf(paying))[0]).toMatchObject({ kind: 'not-paid', why: 'rejected' })
  })

  test('error: a second payout of the same rows is stopped while the service lists nothing (A2)', async () => {
    const world = safeWorld()
    world.faults.serviceBehind = true
    await pay(world, [row(usdt)])
    expect((await pay(world, [row(usdt)])).result).toMatchObject({ kind: 'found' })
  })

  test('error: the same rows are stopped after the execution, before the service reports it (A2)', async () => {
    const world = safeWorld()
    await pay(world, [row(Token.BNB)])
    steps(world, 4)
    world.faults.indexBehind = true
    expect(world.paid().size).toBe(1)
    expect((await pay(world, [row(Token.BNB)])).result).toMatchObject({ kind: 'found' })
  })

  test('error: an earlier equal payment, hidden during the request, is not mistaken for the new one', async () => {
    const world = safeWorld()
    const old = await pay(world, [row(usdt)])
    steps(world, 8)
    expect(await statusesOf(old)).toMatchObject([{ kind: 'paid' }])
    // Another browser has paid it, the service does not report it for a while, and its events are out of
    // reach.
    const { storage } = memoryStorage()
    const here = { ...old.page.context, payouts: payoutStore(storage, old.page.account.address) }
    world.chain.mine(6_000)
    const hidden = (await old.page.account.recentPayments({ at: 0, block: null, tokens: [] })).payments
    expect(hidden).toMatchObject([{ reported: 'sent', nonce: expect.any(BigInt) }])
    const blind = {
      ...old.page.account,
      recentPayments: async (...asked: Parameters<typeof old.page.account.recentPayments>) => ({
        ...(await old.page.account.recentPayments(...asked)),
        payments: [],
      }),
    }
    world.faults.asked = 'fails'
    const { id } = here.payouts.write(planPayout(old.page.account, [row(usdt)], 1, 0))
    const asking = payBatch({ ...here, account: blind }, id, 0, nobody)
    await expect(asking).rejects.toMatchObject({ kind: 'unknown-result' })
    const page = { ...old.page, context: here }
    expect(await statusesOf({ ...old, page, id })).toMatchObject([{ kind: 'unknown', why: 'no-answer' }])
  })

  test('error: a payment in a token that took a fee is short, never not paid (A3)', async () => {
    const world = safeWorld()
    world.faults.token = 'less'
    const paying = await pay(world, [row(fee)])
    steps(world, 5)
    expect(await statusesOf(paying)).toMatchObject([{ kind: 'short', received: 900n }])
  })

  test('error: choosing a queued nonce gives the same proposal, which is no answer: the second stays unknown (A12)', async () => {
    const world = safeWorld()
    await pay(world, [row(usdt)])
    world.faults.asked = 'same-nonce'
    const page = world.open()
    const { id } = page.context.payouts.write(planPayout(page.account, [row(usdt)], 1, 0))
    const [first] = page.context.payouts.list().payouts.filter((one) => one.id !== id)
    const again = new Set(first?.attempts.flatMap((attempt) => attemptIds(attempt)))
    const error = await failureOf(payBatch(page.context, id, 0, { ...nobody, again }))
    expect(error).toMatchObject({
      kind: 'unknown-result',
      message: expect.stringContaining('a proposal of another payment'),
    })
    expect(batchAt(page.context.payouts.read(id), 0)).toMatchObject({ attempt: { submission: null } })
  })

  test('error: finds batches that the service did not decode (A13)', async () => {
    const world = safeWorld()
    const rows = [row(usdt, 1n), row(usdt, 2n)]
    const { page } = await pay(world, rows, 2)
    steps(world, 4)
    world.faults.undecoded = true
    const made = await page.account.recentPayments({ at: 0, block: null, tokens: [] })
    expect(made.payments.map(({ transfers }) => transfers.length)).toEqual([2])
    expect(made.gaps).toEqual([])
  })

  test('behavior: a fee added by Safe{Wallet} is not a difference, and the payment is followed to the end', async () => {
    const world = safeWorld()
    world.faults.gasFromSafe = true
    const paying = await pay(world, [row(usdt)])
    expect(await statusesOf(paying)).toMatchObject([{ kind: 'needs-signatures' }])
    steps(world, 5)
    expect(await statusesOf(paying)).toMatchObject([{ kind: 'paid' }])
  })

  test('behavior: a deleted proposal that an owner with the signatures executed is paid', async () => {
    const world = safeWorld()
    const paying = await pay(world, [row(usdt), row(Token.BNB, 3n)], 2)
    expect(world.interfere(6)).toBe('deleted')
    expect((await statusesOf(paying)).map(({ kind }) => kind)).toEqual(['pending', 'pending'])
    expect(world.interfere(2)).toBe('deleted and executed')
    world.faults.indexBehind = true
    steps(world, 3)
    expect((await statusesOf(paying)).map(({ kind }) => kind)).toEqual(['paid', 'paid'])
  })

  test('behavior: a payment in the user’s own batch is followed among its other calls (E1)', async () => {
    const world = safeWorld()
    world.faults.asked = 'host-batch'
    const page = world.open()
    const { id } = page.context.payouts.write(planPayout(page.account, [row(usdt)], 1, 0))
    void page.run(() => payBatch(page.context, id, 0, nobody).catch(() => null))
    for (let turn = 0; turn < 500; turn++) await undefined
    expect(world.interfere(3)).toBe('host batch signed')
    const next = world.open()
    const found = await reconcile(next.context, id)
    expect(batchAt(found, 0)?.attempt?.submission).toMatchObject({ kind: 'proposed', inLargerBatch: true })
    steps(world, 6)
    expect((await statusesOf({ page: next, id, result: null })).map(({ kind }) => kind)).toEqual(['paid'])
  })
})

describe('a wallet', () => {
  test('error: a wallet’s payment in a token that took a fee is short, never not paid (A3)', async () => {
    const world = walletWorld()
    world.faults.token = 'less'
    const paying = await pay(world, [row(fee)])
    steps(world, 4)
    expect(await statusesOf(paying)).toMatchObject([{ kind: 'short', received: 900n }])
  })

  test('error: a token that is not pinned and logs nothing is unknown, not unpaid (A3)', async () => {
    const world = walletWorld()
    world.faults.token = 'silent'
    const paying = await pay(world, [row(fee)])
    steps(world, 4)
    expect(await statusesOf(paying)).toMatchObject([{ kind: 'unknown', why: 'not-visible' }])
  })

  test('error: -32002 after the request was sent leaves it unanswered, and the payment is found (A4)', async () => {
    const world = walletWorld()
    world.faults.asked = 'busy-landed'
    const paying = await pay(world, [row(usdt)])
    expect(paying.result).toMatchObject({ kind: 'unknown-result' })
    expect((await pay(world, [row(usdt)])).result).toMatchObject({ kind: 'found' })
    steps(world, 5)
    expect(await statusesOf({ ...paying, page: world.open() })).toMatchObject([{ kind: 'paid' }])
  })

  test('error: one operator’s false nonce for a pending transaction does not prove it replaced', async () => {
    const world = walletWorld()
    world.faults.asked = 'waits'
    world.chain.fault({ node: 0, kind: 'makes-up-nonces' })
    const paying = await pay(world, [row(usdt)])
    steps(world, 6)
    expect((await statusesOf(paying)).map(({ kind }) => kind)).toEqual(['pending'])
    steps(world, 10)
    expect(await statusesOf(paying)).toMatchObject([{ kind: 'paid' }])
  })

  test('error: one operator that hides the logs does not hide an equal payment from another device', async () => {
    const world = walletWorld()
    const call = transfer(PAYEE, row(usdt).amount)
    world.chain.send(OWNERS[0], call, () => effectOf(OWNERS[0], call, 'good'), START_NONCE)
    steps(world, 5)
    for (let node = 0; node < 4; node++) {
      world.chain.fault({ node, kind: 'hides-logs' })
      expect((await pay(world, [row(usdt)])).result, `node ${node}`).toMatchObject({ kind: 'found' })
    }
  })

  test('error: an equal payment from another device, hidden during the request, is not mistaken for the new one', async () => {
    const world = walletWorld()
    // Paid from another device, so this browser has no record.
    const call = transfer(PAYEE, row(usdt).amount)
    world.chain.send(OWNERS[0], call, () => effectOf(OWNERS[0], call, 'good'), START_NONCE)
    steps(world, 5)
    world.faults.asked = 'busy'
    const page = world.open()
    const blind = {
      ...page.account,
      recentPayments: async (...asked: Parameters<typeof page.account.recentPayments>) => ({
        ...(await page.account.recentPayments(...asked)),
        payments: [],
      }),
    }
    const { id } = page.context.payouts.write(planPayout(page.account, [row(usdt)], 1, 0))
    const asking = payBatch({ ...page.context, account: blind }, id, 0, nobody)
    await expect(asking).rejects.toMatchObject({ kind: 'unknown-result' })
    steps(world, 3)
    expect(await statusesOf({ page: world.open(), id, result: null })).toMatchObject([{ kind: 'unknown' }])
  })

  test('error: after 250 payments the first one is still known, and still stopped (A5)', async () => {
    const world = walletWorld()
    const value = (index: number) => 1_000n + BigInt(index)
    const page = world.open()
    for (let index = 0; index < 250; index++) {
      const rows = [row(Token.BNB, value(index))]
      const { id } = page.context.payouts.write(planPayout(page.account, rows, 1, 0))
      expect(await payBatch(page.context, id, 0, nobody)).toMatchObject({ kind: 'submitted' })
    }
    for (const payout of page.context.payouts.list().payouts) page.context.payouts.remove(payout.id)
    for (const index of [0, 49, 249]) {
      expect((await pay(world, [row(Token.BNB, value(index))])).result, `payment ${index}`).toMatchObject({
        kind: 'found',
      })
    }
  })

  test('error: BNB in a bundle returned by the wallet is unknown, whatever happened inside (A6)', async () => {
    for (const behavior of ['bundle-failed', 'bundle-paid'] as const) {
      const world = walletWorld()
      world.faults.asked = behavior
      const paying = await pay(world, [row(Token.BNB)])
      steps(world, 4)
      expect(await statusesOf(paying), behavior).toMatchObject([{ kind: 'unknown', why: 'not-visible' }])
    }
  })

  test('behavior: a token in such a bundle is proven only by its own log (A6)', async () => {
    for (const [behavior, kind] of [
      ['bundle-paid', 'paid'],
      ['bundle-failed', 'unknown'],
    ] as const) {
      const world = walletWorld()
      world.faults.asked = behavior
      const paying = await pay(world, [row(usdt)])
      steps(world, 4)
      expect(await statusesOf(paying), behavior).toMatchObject([{ kind }])
    }
  })

  test('error: an old transaction returned for a new payment is not trusted', async () => {
    const world = walletWorld()
    await pay(world, [row(Token.BNB)])
    steps(world, 4)
    world.faults.asked = 'names-old'
    const { page, id, result } = await pay(world, [row(usdt)])
    expect(result).toMatchObject({ kind: 'unknown-result' })
    expect(batchAt(page.context.payouts.read(id), 0)?.attempt?.submission).toBeNull()
  })

  test('behavior: a page that slept for an hour of blocks finds a payment that was sped up (A8)', async () => {
    const world = walletWorld()
    const paying = await pay(world, [row(usdt)])
    expect(world.interfere(0)).toBe('sped up')
    world.chain.mine(8_000)
    steps(world, 3)
    expect(await statusesOf(paying)).toMatchObject([{ kind: 'paid' }])
  })

  test.each(['hides-receipts', 'hides-logs', 'lies', 'lags'] as const)(
    'error: one of four operators that %s never makes a payment "not paid" (A9)',
    async (kind) => {
      for (let node = 0; node < 4; node++) {
        const world = walletWorld()
        const paying = await pay(world, [row(usdt)])
        steps(world, 1)
        world.chain.fault({ node, kind })
        for (let step = 0; step < 12; step++) {
          for (const status of await statusesOf(paying)) expect(status.kind).not.toBe('not-paid')
          world.step()
        }
        expect(await statusesOf(paying), `${kind} at ${node}`).toMatchObject([{ kind: 'paid' }])
      }
    },
  )

  test('error: with one operator a payment is neither paid nor not paid', async () => {
    const world = walletWorld()
    const paying = await pay(world, [row(usdt)])
    steps(world, 5)
    const [status] = await statusesOf(paying)
    if (status?.kind !== 'paid') throw new Error('Two operators call it paid')
    const { witnesses, ...rest } = { ...world.chain.rpc((work) => work()) }
    const alone = Object.assign(
      world.chain.rpc((work) => work()),
      rest,
      { witnesses: witnesses?.slice(0, 1) },
    )
    const { walletStatus } = await import('#chain/settlement/walletStatus.ts')
    const payout = paying.page.context.payouts.read(paying.id)
    const submission = batchAt(payout, 0)?.attempt?.submission
    if (submission?.kind !== 'sent' || !submission.calls[0]) throw new Error('It was sent')
    const asked = { ...submission, call: submission.calls[0] }
    expect(await walletStatus(alone, asked)).toMatchObject({ kind: 'confirming', lacks: 'second-operator' })
  })

  test('error: unserved data is a gap, with its tokens and the time from which nodes serve it (A10)', async () => {
    const world = walletWorld()
    steps(world, 5)
    const { account } = world.open()
    for (let node = 0; node < 4; node++) world.chain.fault({ node, kind: 'lags' })
    world.chain.fault(null)
    world.chain.mine(400_000)
    const { gaps } = await account.recentPayments({ at: 1_000, block: null, tokens: [] })
    expect(gaps).toContainEqual({ kind: 'bnb' })
    const logs = gaps.find((gap) => gap.kind === 'logs')
    expect(logs).toMatchObject({ tokens: expect.arrayContaining(['USDT', 'USDC', 'FDUSD', 'DAI']) })
    expect(logs?.since).toBeGreaterThan(1_790_000_000_000)
  })

  test('error: a stale tab that leaves the rest unpaid changes nothing (A11)', async () => {
    const world = walletWorld()
    const page = world.open()
    const old = page.context.payouts.write(planPayout(page.account, [row(usdt), row(usdt, 2n)], 1, 0))
    await payBatch(page.context, old.id, 0, nobody)
    const now = page.context.payouts.read(old.id)
    expect(() => page.context.payouts.write({ ...old, closed: true })).toThrow('another tab')
    expect(page.context.payouts.read(old.id)).toEqual(now)
  })

  test('error: an account nonce over a million leaves the payout readable, and sends all rows (A14)', async () => {
    const world = walletWorld()
    const page = world.open()
    const rows = [row(usdt, 1n), row(usdt, 2n), row(usdt, 3n)]
    const { id } = page.context.payouts.write(planPayout(page.account, rows, 1, 0))
    const pause = async () => world.step()
    const end = await runPayout(page.context, id, nobody, { signal: signal(), onChange: () => {}, pause })
    expect(end).toEqual({ kind: 'done' })
    steps(world, 1)
    expect([...world.paid().values()]).toEqual([1, 1, 1])
    const first = batchAt(page.context.payouts.read(id), 0)
    expect(first?.attempt?.submission).toMatchObject({ nonce: 1_000_000n })
  })

  test('error: a payout that can no longer be read is an error, never done (A14)', async () => {
    const { page, id } = await pay(walletWorld(), [row(usdt), row(usdt, 2n)])
    const gone = { ...page.context, payouts: { ...page.context.payouts, read: () => null } }
    const error = await failureOf(
      runPayout(gone, id, nobody, { signal: signal(), onChange: () => {}, pause: async () => {} }),
    )
    expect(error.kind).toBe('malformed')
  })

  test('behavior: a payment cancelled in the wallet is proven not paid, and can be paid again', async () => {
    const world = walletWorld()
    const paying = await pay(world, [row(Token.BNB)])
    expect(world.interfere(1)).toBe('cancelled')
    steps(world, 5)
    const statuses = await statusesOf(paying)
    expect(statuses).toMatchObject([{ kind: 'not-paid', why: 'replaced' }])
    const { context } = paying.page
    const payout = context.payouts.read(paying.id)
    if (payout) context.payouts.write(withRetry(payout, [0], 1))
    expect(await payBatch(context, paying.id, 1, nobody)).toMatchObject({ kind: 'submitted' })
    steps(world, 5)
    expect(world.paid().get(transferKey({ token: null, to: PAYEE, value: 1_000n }))).toBe(1)
  })
})
