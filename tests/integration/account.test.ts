import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActivityItem } from '#account/Activity.ts'
import type { Submission } from '#account/Submission.ts'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { leastSettled } from '#chain/settlement/PaymentStatus.ts'
import { the } from '#tests/integration/rig/ask.ts'
import { borrowRig } from '#tests/integration/rig/borrowRig.ts'
import { usdtOf } from '#tests/integration/rig/proposals.ts'
import { failureOf } from '#tests/support/failureOf.ts'
import { legacy, treasury, undeployed } from '../../rig/seed/safes.ts'
import type { Rig } from '../../rig/startRig.ts'
import { brand, influencers, stranger } from '../../safe-app/accounts.ts'
import { setTokenBalance } from '../../safe-app/chain/localTokens.ts'
import { listedUnder, type Subject, safeSubject, walletSubject } from './accountSubjects.ts'

const usdt = the(Token.pinned.find(({ symbol }) => symbol === 'USDT'))
const [dana, eli] = influencers
const UNIT = 10n ** 18n
/** The USDT balance of every payer when a test begins. */
const FUNDS = 1_000n * UNIT

let rig: Rig
/** Each payment has a different amount, so that none is mistaken for another. */
let amount = 0n

beforeAll(async () => {
  rig = await borrowRig()
})

afterAll(() => rig.stop())

beforeEach(async () => {
  rig.service.faults.reset()
  await rig.chain.client.setAutomine(true)
  amount += UNIT
  for (const payer of [brand.address, treasury.address, legacy.address]) {
    await setTokenBalance(rig.chain.client, the(usdt.address), payer, FUNDS)
  }
})

const pay = (to: Address, value: bigint, token = usdt) => Call.transfer(to, { token, value })
const mine = (blocks: number) => rig.chain.client.mine({ blocks })
const signal = () => new AbortController().signal
const statusesOf = ({ account }: Subject, submission: Submission) => account.status(submission, signal())
const statusOf = async (subject: Subject, submission: Submission) =>
  leastSettled(await statusesOf(subject, submission))
/** Reads a final block before the request, as a payout does. */
const now = async ({ account }: Subject) =>
  (await account.recentPayments({ at: Date.now(), block: null, tokens: [] })).position.block
const ask = async (subject: Subject, ...calls: Call.Call[]) =>
  subject.account.submit(calls, { id: '0x', since: await now(subject) })

/** Submits everything at once if the account can, otherwise one by one. */
async function submitAll(subject: Subject, calls: readonly Call.Call[]): Promise<readonly Submission[]> {
  const { kind } = await subject.account.batching(signal())
  if (kind !== 'single') return [await ask(subject, ...calls)]
  const submissions: Submission[] = []
  for (const call of calls) submissions.push(await ask(subject, call))
  return submissions
}

/** Everything that the account lists, its queue first. */
async function listed({ account: { activity } }: Subject): Promise<readonly ActivityItem[]> {
  const queued = (await activity.queued?.(null, signal()))?.items ?? []
  return [...queued, ...(await activity.history(null, signal())).items]
}

async function itemOf(subject: Subject, submission: Submission): Promise<ActivityItem> {
  const under = listedUnder(submission)
  return the((await listed(subject)).find(({ hash, safeTxHash }) => under === hash || under === safeTxHash))
}

describe.each([
  ['a wallet', () => walletSubject(rig)],
  ['a wallet that sends several at once', () => walletSubject(rig, 'supported')],
  ['a Safe 1.4.1, 2 of 3', () => safeSubject(rig, treasury)],
  ['a Safe 1.3.0, 2 of 2', () => safeSubject(rig, legacy)],
] as const)('the account of %s', (_, make) => {
  let subject: Subject

  beforeEach(() => {
    subject = make()
  })

  test('behavior: pays exactly the requested amounts', async () => {
    const { account } = subject
    const before = await usdtOf(rig, dana.address)
    const bnbBefore = await rig.chain.client.getBalance({ address: eli.address })
    const calls = [pay(dana.address, amount), pay(eli.address, 3n, Token.BNB)]
    const submissions = await submitAll(subject, calls)
    expect(submissions.flatMap((submission) => submission.calls)).toEqual(calls)
    for (const submission of submissions) await subject.carryOut(submission)
    expect(await usdtOf(rig, dana.address)).toBe(before + amount)
    expect(await usdtOf(rig, account.address)).toBe(FUNDS - amount)
    expect(await rig.chain.client.getBalance({ address: eli.address })).toBe(bnbBefore + 3n)
  })

  test('behavior: the status advances step by step and is paid only once its block is final', async () => {
    await subject.hold()
    const submission = await ask(subject, pay(dana.address, amount))
    const seen: string[] = []
    const note = async () => {
      const { kind } = await statusOf(subject, submission)
      if (seen.at(-1) !== kind) seen.push(kind)
    }
    await subject.carryOut(submission, note)
    await mine(1)
    await note()
    expect(seen.at(-1)).toBe('confirming')
    await mine(1)
    await note()
    expect(seen).toEqual(subject.steps)

    const status = await statusOf(subject, submission)
    if (status.kind !== 'paid') throw new Error('It was paid a moment ago')
    const { blockNumber } = await rig.chain.client.getTransactionReceipt({ hash: status.hash })
    const final = await rig.chain.client.getBlock({ blockTag: 'finalized' })
    expect(final.number).toBeGreaterThanOrEqual(blockNumber)
  })

  test('behavior: a batch with one failing call is reverted as a whole or paid in part, as `batching` says', async () => {
    const before = await usdtOf(rig, dana.address)
    const calls = [pay(dana.address, amount), pay(dana.address, FUNDS)]
    const submissions = await submitAll(subject, calls)
    for (const submission of submissions) await subject.carryOut(submission)
    await mine(2)
    const statuses = await Promise.all(submissions.map((submission) => statusesOf(subject, submission)))
    const paid = (await usdtOf(rig, dana.address)) - before
    const { kind } = await subject.account.batching(signal())
    const failed = { kind: 'not-paid', why: 'failed' }
    expect(statuses.flat()).toMatchObject(kind === 'single' ? [{ kind: 'paid' }, failed] : [failed, failed])
    expect(paid).toBe(kind === 'single' ? amount : 0n)
  })

  test('error: a rejection throws and leaves nothing behind', async () => {
    const { account } = subject
    const before = (await listed(subject)).map(({ id }) => id)
    const funds = await usdtOf(rig, account.address)
    subject.meet({ no: true })
    expect((await failureOf(ask(subject, pay(dana.address, amount)))).kind).toBe('rejected')
    expect((await listed(subject)).map(({ id }) => id)).toEqual(before)
    expect(await usdtOf(rig, account.address)).toBe(funds)
    const again = await ask(subject, pay(dana.address, amount))
    expect((await statusOf(subject, again)).kind).not.toBe('unknown')
  })

  test('error: refuses a second request while one is open, and never sends it', async () => {
    let answer = () => {}
    const until = new Promise<void>((resolve) => {
      answer = resolve
    })
    subject.meet({ until })
    const first = subject.account.submit([pay(dana.address, amount)], { id: '0x', since: null })
    const second = await failureOf(
      subject.account.submit([pay(eli.address, amount)], { id: '0x', since: null }),
    )
    expect(second.kind).toBe('busy')
    answer()
    const submission = await first
    expect(await itemOf(subject, submission)).toMatchObject({
      what: { kind: 'transfer-out', to: dana.address },
    })
    const toEli = (await listed(subject)).filter(
      ({ what }) =>
        what.kind === 'transfer-out' && what.to === eli.address && what.amount.amount.value === amount,
    )
    expect(toEli).toEqual([])
  })

  test('behavior: activity lists a payment, first on its way and then paid', async () => {
    const submission = await ask(subject, pay(dana.address, amount))
    const what = {
      kind: 'transfer-out',
      to: dana.address,
      amount: { amount: { token: usdt, value: amount }, suspect: null },
    }
    const young = await itemOf(subject, submission)
    expect(young.what).toEqual(what)
    expect(young.status).not.toMatchObject({ kind: 'judged', status: { kind: 'paid' } })
    expect(young.status.kind).not.toBe('executed')
    await subject.carryOut(submission)
    await mine(2)
    const status = await statusOf(subject, submission)
    // A wallet's list is judged here; a Safe's list shows the reported status, and each item is judged on its
    // own.
    expect(await itemOf(subject, submission)).toMatchObject({
      what,
      status: subject.account.kind === 'eoa' ? { kind: 'judged', status } : { kind: 'executed' },
      hash: status.kind === 'paid' ? status.hash : 'not paid',
    })
  })

  test('error: a failing execution is failed, in the status and in the list', async () => {
    const submission = await ask(subject, pay(dana.address, FUNDS + amount))
    await subject.carryOut(submission)
    await mine(2)
    const status = await statusOf(subject, submission)
    expect(status).toEqual({ kind: 'not-paid', why: 'failed', hash: expect.stringMatching(/^0x/) })
    expect((await itemOf(subject, submission)).status).toEqual(
      subject.account.kind === 'eoa' ? { kind: 'judged', status } : { kind: 'failed' },
    )
    expect(await usdtOf(rig, subject.account.address)).toBe(FUNDS)
  })

  test('error: a submission whose nonce was used by another transaction is replaced and not paid', async () => {
    await subject.hold()
    const before = await usdtOf(rig, dana.address)
    const submission = await ask(subject, pay(dana.address, amount))
    await subject.overtake(submission)
    await mine(2)
    expect(await statusOf(subject, submission)).toEqual({
      kind: 'not-paid',
      why: subject.account.kind === 'eoa' ? 'replaced' : 'rejected',
      hash: expect.stringMatching(/^0x/),
    })
    expect(await usdtOf(rig, dana.address)).toBe(before)
  })

  test('error: a submission of another kind of account is unknown', async () => {
    const foreign = walletOrSafe(subject)
    expect(await statusOf(subject, foreign)).toMatchObject({ kind: 'unknown', why: 'not-ours' })
  })
})

describe('the account of a Safe', () => {
  const make = () => safeSubject(rig, treasury)

  test.each([{ to: stranger.address }, { value: '1' }])(
    'error: details that the service tampered with are a mismatch (%j)',
    async (tamper) => {
      const subject = make()
      const submission = await ask(subject, pay(dana.address, amount))
      expect((await statusOf(subject, submission)).kind).toBe('needs-signatures')
      rig.service.faults.set({ tamper })
      expect((await statusOf(subject, submission)).kind).toBe('mismatch')
      await subject.carryOut(submission)
      expect((await statusOf(subject, submission)).kind).toBe('mismatch')
    },
  )

  test('error: a change that the owner makes in the host before signing is a mismatch', async () => {
    const subject = make()
    subject.host.answer = async () => ({ kind: 'sign', edited: [pay(dana.address, 70n * amount)] })
    const submission = await ask(subject, pay(dana.address, amount))
    expect(await statusOf(subject, submission)).toEqual({
      kind: 'mismatch',
      differences: [expect.stringMatching(/^Payment 1 is not the one that was reviewed: .+ → .+/)],
    })
  })

  test('behavior: a proposal that reached the queue counts, even if the host reports a rejection', async () => {
    const subject = make()
    subject.host.answer = async () => ({ kind: 'sign-but-say-closed' })
    const submission = await ask(subject, pay(dana.address, amount), pay(eli.address, amount))
    expect(await statusOf(subject, submission)).toMatchObject({ kind: 'needs-signatures', have: 1, need: 2 })
  })

  test('error: a rejection is an unknown result while the queue cannot be read', async () => {
    const subject = make()
    subject.meet({ no: true })
    rig.service.faults.set({ down: true, match: 'queued' })
    const asked = subject.account.submit([pay(dana.address, amount)], { id: '0x', since: null })
    expect((await failureOf(asked)).kind).toBe('unknown-result')
  })

  test('error: an unreachable service is reported, and the status returns with the service', async () => {
    const subject = make()
    const submission = await ask(subject, pay(dana.address, amount))
    rig.service.faults.set({ status: 503 })
    expect((await failureOf(statusOf(subject, submission))).kind).toBe('unreachable')
    rig.service.faults.reset()
    expect((await statusOf(subject, submission)).kind).toBe('needs-signatures')
  })

  test('error: the status for a Safe that is not deployed yet is unknown', async () => {
    const subject = safeSubject(rig, undeployed)
    const submission = await ask(make(), pay(dana.address, amount))
    if (submission.kind !== 'proposed') throw new Error('A Safe proposes')
    expect((await statusOf(subject, { ...submission, safe: undeployed.address })).kind).toBe('unknown')
  })
})

/** A submission that the other kind of account would return. */
function walletOrSafe({ account }: Subject): Submission {
  const hash = `0x${'ab'.repeat(32)}` as const
  const calls = [pay(dana.address, amount)]
  return account.kind === 'eoa'
    ? ({
        kind: 'proposed',
        safe: treasury.address,
        calls,
        safeTxHash: hash,
        inLargerBatch: false,
      } as unknown as Submission)
    : { kind: 'sent', from: account.address, calls, hash, nonce: 0n, since: null }
}
