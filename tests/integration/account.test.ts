import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActivityItem } from '#account/Activity.ts'
import type { Submission } from '#account/Submission.ts'
import * as Call from '#chain/Call.ts'
import * as Token from '#chain/Token.ts'
import { brand, influencers, stranger } from '../../safe-app/accounts.ts'
import { setTokenBalance } from '../../safe-app/chain/localTokens.ts'
import { legacy, treasury, undeployed } from '../../safe-app/seed/safes.ts'
import { type Rig, startRig } from '../../safe-app/startRig.ts'
import { failureOf } from '../support/failureOf.ts'
import { listedUnder, type Subject, safeSubject, walletSubject } from './accountSubjects.ts'
import { the } from './rig/ask.ts'
import { usdtOf } from './rig/proposals.ts'

const usdt = the(Token.pinned.find(({ symbol }) => symbol === 'USDT'))
const [dana, eli] = influencers
const UNIT = 10n ** 18n
/** What every payer owns of USDT when a test begins. */
const FUNDS = 1_000n * UNIT

let rig: Rig
/** Each payment is of another amount, so that none is taken for another one. */
let amount = 0n

beforeAll(async () => {
  rig = await startRig({ chainPort: 0, servicePort: 0 })
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
const outcomeOf = ({ account }: Subject, submission: Submission) => account.outcome(submission, signal())

/** Submits all at once where the account can. */
async function submitAll({ account }: Subject, calls: readonly Call.Call[]): Promise<Submission> {
  const { kind } = await account.batching(signal())
  return account.submit(calls, { atomic: kind !== 'single' })
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

  test('behavior: pays exactly what was asked', async () => {
    const { account } = subject
    const before = await usdtOf(rig, dana.address)
    const bnbBefore = await rig.chain.client.getBalance({ address: eli.address })
    const calls = [pay(dana.address, amount), pay(eli.address, 3n, Token.BNB)]
    const submission = await submitAll(subject, calls)
    expect(submission.calls).toEqual(calls)
    await subject.carryOut(submission)
    expect(await usdtOf(rig, dana.address)).toBe(before + amount)
    expect(await usdtOf(rig, account.address)).toBe(FUNDS - amount)
    expect(await rig.chain.client.getBalance({ address: eli.address })).toBe(bnbBefore + 3n)
  })

  test('behavior: the outcome goes step by step and is done only when its block is final', async () => {
    await subject.hold()
    const submission = await subject.account.submit([pay(dana.address, amount)])
    const seen: string[] = []
    const note = async () => {
      const { kind } = await outcomeOf(subject, submission)
      if (seen.at(-1) !== kind) seen.push(kind)
    }
    await subject.carryOut(submission, note)
    await mine(1)
    await note()
    expect(seen.at(-1)).toBe('confirming')
    await mine(1)
    await note()
    expect(seen).toEqual(subject.steps)

    const outcome = await outcomeOf(subject, submission)
    if (outcome.kind !== 'done') throw new Error('It was done a moment ago')
    const { blockNumber } = await rig.chain.client.getTransactionReceipt({ hash: outcome.hash })
    const final = await rig.chain.client.getBlock({ blockTag: 'finalized' })
    expect(final.number).toBeGreaterThanOrEqual(blockNumber)
  })

  test('behavior: a batch of which one fails is undone whole or paid in part, as `batching` says', async () => {
    const before = await usdtOf(rig, dana.address)
    const calls = [pay(dana.address, amount), pay(dana.address, FUNDS)]
    const submission = await submitAll(subject, calls)
    await subject.carryOut(submission)
    await mine(2)
    expect((await outcomeOf(subject, submission)).kind).toBe('failed')
    const paid = (await usdtOf(rig, dana.address)) - before
    const { kind } = await subject.account.batching(signal())
    expect(paid).toBe(kind === 'single' ? amount : 0n)
  })

  test('error: a rejection is thrown and leaves nothing behind', async () => {
    const { account } = subject
    const before = (await listed(subject)).map(({ id }) => id)
    const funds = await usdtOf(rig, account.address)
    subject.meet({ no: true })
    expect((await failureOf(account.submit([pay(dana.address, amount)]))).kind).toBe('rejected')
    expect((await listed(subject)).map(({ id }) => id)).toEqual(before)
    expect(await usdtOf(rig, account.address)).toBe(funds)
    const again = await account.submit([pay(dana.address, amount)])
    expect((await outcomeOf(subject, again)).kind).not.toBe('unknown')
  })

  test('error: while one request is open, a second is refused and never sent', async () => {
    let answer = () => {}
    const until = new Promise<void>((resolve) => {
      answer = resolve
    })
    subject.meet({ until })
    const first = subject.account.submit([pay(dana.address, amount)])
    const second = await failureOf(subject.account.submit([pay(eli.address, amount)]))
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

  test('behavior: activity shows it, first on its way and then paid', async () => {
    const submission = await subject.account.submit([pay(dana.address, amount)])
    const what = {
      kind: 'transfer-out',
      to: dana.address,
      amount: { amount: { token: usdt, value: amount }, suspect: null },
    }
    const young = await itemOf(subject, submission)
    expect(young.what).toEqual(what)
    expect(young.status.kind).not.toBe('success')
    await subject.carryOut(submission)
    await mine(2)
    const outcome = await outcomeOf(subject, submission)
    expect(await itemOf(subject, submission)).toMatchObject({
      what,
      status: { kind: 'success' },
      hash: outcome.kind === 'done' ? outcome.hash : 'not done',
    })
  })

  test('error: an execution that fails is failed, in the outcome and in the list', async () => {
    const submission = await subject.account.submit([pay(dana.address, FUNDS + amount)])
    await subject.carryOut(submission)
    await mine(2)
    expect(await outcomeOf(subject, submission)).toMatchObject({
      kind: 'failed',
      hash: expect.stringMatching(/^0x/),
    })
    expect((await itemOf(subject, submission)).status).toEqual({ kind: 'failed' })
    expect(await usdtOf(rig, subject.account.address)).toBe(FUNDS)
  })

  test('error: one whose nonce something else used is replaced, and was not paid', async () => {
    await subject.hold()
    const before = await usdtOf(rig, dana.address)
    const submission = await subject.account.submit([pay(dana.address, amount)])
    await subject.overtake(submission)
    await mine(2)
    expect((await outcomeOf(subject, submission)).kind).toBe('replaced')
    expect(await usdtOf(rig, dana.address)).toBe(before)
  })

  test('error: a submission of another kind of account has no outcome', async () => {
    const foreign = walletOrSafe(subject)
    expect((await outcomeOf(subject, foreign)).kind).toBe('unknown')
  })
})

describe('the account of a Safe', () => {
  const make = () => safeSubject(rig, treasury)

  test.each([{ to: stranger.address }, { value: '1' }])(
    'error: details tampered with by the service are a mismatch (%j)',
    async (tamper) => {
      const subject = make()
      const submission = await subject.account.submit([pay(dana.address, amount)])
      expect((await outcomeOf(subject, submission)).kind).toBe('needs-signatures')
      rig.service.faults.set({ tamper })
      expect((await outcomeOf(subject, submission)).kind).toBe('mismatch')
      await subject.carryOut(submission)
      expect((await outcomeOf(subject, submission)).kind).toBe('mismatch')
    },
  )

  test('error: what the owner changed in the host before signing is a mismatch', async () => {
    const subject = make()
    subject.host.answer = async () => ({ kind: 'sign', edited: [pay(dana.address, 70n * amount)] })
    const submission = await subject.account.submit([pay(dana.address, amount)])
    expect(await outcomeOf(subject, submission)).toEqual({
      kind: 'mismatch',
      differences: ['Payment 1 is not the one that was reviewed.'],
    })
  })

  test('behavior: a proposal that landed counts, though the host says it was rejected', async () => {
    const subject = make()
    subject.host.answer = async () => ({ kind: 'sign-but-say-closed' })
    const submission = await subject.account.submit([pay(dana.address, amount), pay(eli.address, amount)])
    expect(await outcomeOf(subject, submission)).toEqual({ kind: 'needs-signatures', have: 1, need: 2 })
  })

  test('error: a rejection while the queue cannot be read is an unknown result', async () => {
    const subject = make()
    subject.meet({ no: true })
    rig.service.faults.set({ down: true, match: 'queued' })
    expect((await failureOf(subject.account.submit([pay(dana.address, amount)]))).kind).toBe('unknown-result')
  })

  test('error: a service that is away is said, and the outcome is there again when it is back', async () => {
    const subject = make()
    const submission = await subject.account.submit([pay(dana.address, amount)])
    rig.service.faults.set({ status: 503 })
    expect((await failureOf(outcomeOf(subject, submission))).kind).toBe('unreachable')
    rig.service.faults.reset()
    expect((await outcomeOf(subject, submission)).kind).toBe('needs-signatures')
  })

  test('error: a Safe that nobody has made yet has no outcome', async () => {
    const subject = safeSubject(rig, undeployed)
    const submission = await make().account.submit([pay(dana.address, amount)])
    if (submission.kind !== 'proposed') throw new Error('A Safe proposes')
    expect((await outcomeOf(subject, { ...submission, safe: undeployed.address })).kind).toBe('unknown')
  })
})

/** What the other kind of account would have submitted. */
function walletOrSafe({ account }: Subject): Submission {
  const hash = `0x${'ab'.repeat(32)}` as const
  const calls = [pay(dana.address, amount)]
  return account.kind === 'eoa'
    ? ({ kind: 'proposed', safe: treasury.address, calls, safeTxHash: hash } as unknown as Submission)
    : { kind: 'sent', from: account.address, calls, hashes: [hash], nonces: [0] }
}
