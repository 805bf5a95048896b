import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WALLET_LIMIT } from '#account/Account.ts'
import { exclusive } from '#account/exclusive.ts'
import type { Submission } from '#account/Submission.ts'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { isRejected, submissionOf } from '#domain/ledger/Attempt.ts'
import { adoptAnswers } from '#domain/ledger/adoptAnswers.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { eoaAccount } from '#modes/wallet/eoaAccount.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { the } from '#tests/integration/rig/ask.ts'
import { borrowRig } from '#tests/integration/rig/borrowRig.ts'
import { usdtOf } from '#tests/integration/rig/proposals.ts'
import { failureOf } from '#tests/support/failureOf.ts'
import { localRpc } from '#tests/support/localRpc.ts'
import { recordedAccount } from '#tests/support/recordedAccount.ts'
import type { Rig } from '../../rig/startRig.ts'
import { brand, influencers } from '../../safe-app/accounts.ts'
import { setTokenBalance } from '../../safe-app/chain/localTokens.ts'
import type { Faults } from '../../safe-app/wallet/Faults.ts'
import { sandboxRequest } from './sandboxRequest.ts'

const usdt = the(Token.pinned.find(({ symbol }) => symbol === 'USDT'))
const [dana, eli, fay] = influencers
const UNIT = 10n ** 18n
const FUNDS = 1_000n * UNIT

let rig: Rig
/** Each payment has a different amount, so that none is mistaken for another. */
let amount = 0n

beforeAll(async () => {
  rig = await borrowRig()
})

afterAll(() => rig.stop())

beforeEach(async () => {
  await rig.chain.client.setAutomine(true)
  amount += UNIT
  await setTokenBalance(rig.chain.client, the(usdt.address), brand.address, FUNDS)
})

const pay = (to: { address: `0x${string}` }, value: bigint, token = usdt) =>
  Call.transfer(to.address, { token, value })
const signal = () => new AbortController().signal
const bnbOf = (who: { address: `0x${string}` }) => rig.chain.client.getBalance({ address: who.address })
const settle = () => rig.chain.client.mine({ blocks: 3 })

/** The account of a wallet that offers batches in the given way, with its surroundings. */
function subject(batches: Faults['batches'], decide?: () => Promise<boolean>) {
  const store = new Map<string, string>()
  const storage: KeyValueStore = {
    getItem: (key) => store.get(key) ?? null,
    setItem: (key, value) => void store.set(key, value),
    removeItem: (key) => void store.delete(key),
  }
  /** The submissions of the attempts in the ledger that were not rejected. */
  const known = () =>
    payoutStore(storage, brand.address)
      .ledger.list()
      .attempts.filter((attempt) => !isRejected(attempt))
      .map(submissionOf)
  const sandbox = sandboxRequest(rig, brand, batches, decide)
  /** Opens the account again, as a reload does; `answer` can change the wallet's answers. */
  const open = (answer = (_: string, result: unknown) => result) =>
    recordedAccount(
      eoaAccount({
        address: brand.address,
        rpc: localRpc(rig.chain.rpcUrl),
        exclusive: exclusive('your wallet'),
        send: () => Promise.reject(new Error('One by one was not asked for')),
        sign: () => Promise.reject(new Error('not asked for')),
        request: async (method, params) => answer(method, await sandbox.request(method, params)),
      }),
      storage,
    )
  /** Looks for lost answers, as the pages do. */
  const adopt = () => {
    const { ledger } = payoutStore(storage, brand.address)
    const ids = new Set(ledger.list().attempts.map(({ id }) => id))
    return adoptAnswers({ account: open(), ledger, now: Date.now, timeOf: async () => null }, ids)
  }
  return { ...sandbox, known, adopt, open, account: open() }
}

type Subject = ReturnType<typeof subject>
const atOnce = ({ account }: Subject, calls: readonly Call.Call[]) =>
  account.submit(calls, { id: '0x', since: null })
const statusesOf = ({ account }: { account: Subject['account'] }, submission: Submission) =>
  account.status(submission, signal())
/** The statuses in row order: the reason if unknown or not paid, otherwise the kind. */
const kindsOf = async (of: { account: Subject['account'] }, submission: Submission) =>
  (await statusesOf(of, submission)).map((status) => ('why' in status ? status.why : status.kind))
const judged = (kind: string) => ({ kind: 'judged', status: { kind } })
const newest = async ({ account }: { account: Subject['account'] }) =>
  the((await account.activity.history(null, signal())).items[0])

describe('what a wallet offers', () => {
  // This test is first, because the upgrade of an account stays.
  test('behavior: an account that needs an upgrade says so, and is atomic after it', async () => {
    const ready = subject('ready')
    expect(await ready.account.batching(signal())).toEqual({ kind: 'upgrade', limit: 10 })
    await atOnce(ready, [pay(dana, amount), pay(eli, amount)])
    expect(ready.shown()?.warning).toContain('smart account')
    // Once its block is there.
    await expect.poll(() => ready.account.batching(signal())).toEqual({ kind: 'atomic', limit: 10 })
  })

  test.each([
    ['supported', 'atomic'],
    ['legacy', 'atomic'],
    ['', 'single'],
  ] as const)('behavior: the mode "%s" makes the account %s', async (batches, kind) => {
    expect((await subject(batches).account.batching(signal())).kind).toBe(kind)
  })

  test('behavior: an upgraded account still receives BNB, and nobody else can spend from it', async () => {
    const { client } = rig.chain
    const before = await bnbOf(brand)
    await client.sendTransactionSync({ account: dana.account, to: brand.address, value: 7n })
    expect((await bnbOf(brand)) - before).toBe(7n)
    const { hashes } = await lastBatch()
    const { input } = await client.getTransaction({ hash: the(hashes[0]) })
    const theft = client.sendTransaction({ account: dana.account, to: brand.address, data: input })
    await expect(theft).rejects.toThrow(/revert/)
  })

  async function lastBatch() {
    const offered = subject('supported')
    const submission = await atOnce(offered, [pay(dana, amount), pay(eli, amount)])
    await settle()
    expect(await kindsOf(offered, submission)).toEqual(['paid', 'paid'])
    const [found] = offered.known()
    return found?.kind === 'batched' ? found : { hashes: [] }
  }
})

describe.each(['supported', 'legacy'] as const)('a wallet that offers batches ("%s")', (batches) => {
  test('behavior: pays all rows in one transaction, with every status up to a final block', async () => {
    const payer = subject(batches)
    const before = { dana: await usdtOf(rig, dana.address), eli: await bnbOf(eli), fay: await bnbOf(fay) }
    await rig.chain.client.setAutomine(false)
    const calls = [
      pay(dana, amount),
      pay(eli, 3n, Token.BNB),
      pay(dana, amount),
      // The same amount in BNB as in a token.
      pay(fay, amount, Token.BNB),
      pay(fay, amount),
    ]
    const submission = await atOnce(payer, calls)
    expect(submission).toMatchObject({ kind: 'batched', from: brand.address, calls, hashes: [] })
    const labels = payer.shown()?.rows.map(([label]) => label)
    expect(labels?.filter((label) => /^\d\. To$/.test(label))).toHaveLength(5)
    expect(await statusesOf(payer, submission)).toEqual(calls.map(() => ({ kind: 'pending', hash: null })))
    expect((await newest(payer)).status).toMatchObject(judged('pending'))
    await rig.chain.client.mine({ blocks: 1 })
    await rig.chain.client.setAutomine(true)
    // BNB inside a batch leaves no log, so its status is unknown although it moved.
    const confirming = ['confirming', 'not-visible', 'confirming', 'not-visible', 'confirming']
    expect(await kindsOf(payer, submission)).toEqual(confirming)
    await settle()
    const paid = ['paid', 'not-visible', 'paid', 'not-visible', 'paid']
    expect(await kindsOf(payer, submission)).toEqual(paid)
    const [first] = await statusesOf(payer, submission)
    if (first?.kind !== 'paid') throw new Error('It was paid a moment ago')
    expect(await newest(payer)).toMatchObject({
      what: { kind: 'batch', count: 5 },
      status: judged('unknown'),
      hash: first.hash,
    })
    expect(await usdtOf(rig, dana.address)).toBe(before.dana + 2n * amount)
    expect(await bnbOf(eli)).toBe(before.eli + 3n)
    expect(await bnbOf(fay)).toBe(before.fay + amount)
  })

  test('error: when one row fails no row is paid, and each is reported as not paid', async () => {
    const payer = subject(batches)
    const before = { dana: await usdtOf(rig, dana.address), eli: await bnbOf(eli) }
    const submission = await atOnce(payer, [pay(dana, amount), pay(dana, FUNDS), pay(eli, amount, Token.BNB)])
    expect(payer.shown()?.warning).toContain('likely to fail')
    await settle()
    const failed = { kind: 'not-paid', why: 'failed', hash: expect.stringMatching(/^0x/) }
    expect(await statusesOf(payer, submission)).toEqual([failed, failed, failed])
    expect((await newest(payer)).status).toMatchObject(judged('not-paid'))
    expect(await usdtOf(rig, dana.address)).toBe(before.dana)
    expect(await bnbOf(eli)).toBe(before.eli)
  })
})

describe('what can go wrong', () => {
  test('error: refuses more rows than the limit before asking the wallet', async () => {
    const payer = subject('supported')
    const calls = Array.from({ length: WALLET_LIMIT + 1 }, () => pay(dana, 1n))
    expect((await failureOf(atOnce(payer, calls))).kind).toBe('refused')
    expect(payer.asked).toEqual([])
    expect(payer.known()).toEqual([])
  })

  test.each([5740, 5750, 5760])(
    'error: treats wallet error %i as refused and leaves nothing behind',
    async (batchError) => {
      const payer = subject('supported')
      payer.wallet.setFaults({ batchError })
      const failure = await failureOf(atOnce(payer, [pay(dana, amount), pay(eli, amount)]))
      // `errorText` says of every refusal that nothing was sent.
      expect(failure).toMatchObject({ kind: 'refused', message: expect.stringMatching(/^You|^Your wallet/) })
      expect(payer.known()).toEqual([])
    },
  )

  test('error: a rejection leaves nothing behind, and a wallet without batches refuses them', async () => {
    const calls = [pay(dana, amount), pay(eli, amount)]
    const rejecting = subject('supported', async () => false)
    expect((await failureOf(atOnce(rejecting, calls))).kind).toBe('rejected')
    expect(rejecting.known()).toEqual([])
    expect((await failureOf(atOnce(subject(''), calls))).kind).toBe('refused')
  })

  test('error: follows each row of a wallet that sends one by one', async () => {
    const payer = subject('loose')
    const submission = await atOnce(payer, [pay(dana, amount), pay(eli, FUNDS), pay(fay, amount, Token.BNB)])
    await settle()
    // BNB sent in its own transaction is visible.
    expect(await kindsOf(payer, submission)).toEqual(['paid', 'failed', 'paid'])
    // Without the wallet's statement that these are all transactions, a missing row stays undecided.
    payer.wallet.setFaults({ forgetsBatches: true })
    expect(await kindsOf(payer, submission)).not.toContain('left-out')
  })

  test('error: does not trust BNB inside a batch that the wallet reports as partial, now or later', async () => {
    const payer = subject('supported')
    const submission = await atOnce(payer, [pay(dana, amount), pay(eli, amount, Token.BNB)])
    await settle()
    for (const bend of [{ status: 600 }, { atomic: false }]) {
      const account = payer.open((method, result) =>
        method === 'wallet_getCallsStatus' ? { ...(result as object), ...bend } : result,
      )
      expect(await kindsOf({ account }, submission)).toEqual(['paid', 'not-visible'])
      expect(payer.known()).toMatchObject([{ hashes: [] }])
    }
  })

  test('behavior: a batch sent one by one is paid once all rows are, even if the wallet has forgotten it', async () => {
    const payer = subject('loose')
    const submission = await atOnce(payer, [pay(dana, amount), pay(fay, amount, Token.BNB)])
    await settle()
    expect(await kindsOf(payer, submission)).toEqual(['paid', 'paid'])
    payer.wallet.setFaults({ forgetsBatches: true })
    expect(await kindsOf(payer, submission)).toEqual(['paid', 'paid'])
  })

  test('error: a batch that the wallet has forgotten is unknown, unless its transaction is known', async () => {
    const payer = subject('supported')
    const calls = [pay(dana, amount), pay(eli, amount)]
    const submission = await atOnce(payer, calls)
    await settle()
    payer.wallet.setFaults({ forgetsBatches: true })
    const [status] = await statusesOf(payer, submission)
    expect(status?.kind).toBe('unknown')
    expect((await newest(payer)).status).toMatchObject(judged('unknown'))
    payer.wallet.setFaults({ forgetsBatches: false })
    expect(await kindsOf(payer, submission)).toEqual(['paid', 'paid'])
    payer.wallet.setFaults({ forgetsBatches: true })
    const reloaded = { account: payer.open() }
    expect(await kindsOf(reloaded, submission)).toEqual(['paid', 'paid'])
    expect((await newest(reloaded)).status).toMatchObject(judged('paid'))
  })

  test('error: a lost answer is an unknown result, and the batch is found by its id', async () => {
    const payer = subject('supported')
    const losing = payer.open((method, result) => {
      if (method === 'wallet_sendCalls') throw new Error('The window was closed.')
      return result
    })
    const calls = [pay(dana, amount), pay(eli, amount)]
    const failure = await failureOf(losing.submit(calls, { id: '0x', since: null }))
    expect(failure.kind).toBe('unknown-result')
    expect(payer.known()).toEqual([null])
    await settle()
    await payer.adopt()
    expect((await newest(payer)).status).toMatchObject(judged('paid'))
  })

  test('error: an answer without an id is an unknown result', async () => {
    const payer = subject('supported')
    const mute = payer.open((method, result) => (method === 'wallet_sendCalls' ? { id: 7 } : result))
    const failure = await failureOf(
      mute.submit([pay(dana, amount), pay(eli, amount)], { id: '0x', since: null }),
    )
    expect(failure.kind).toBe('unknown-result')
    expect(payer.known()).toEqual([null])
  })

  test('error: a wrong transaction proves neither payment nor failure', async () => {
    const payer = subject('supported')
    const other = await atOnce(payer, [pay(dana, amount), pay(eli, amount)])
    await settle()
    expect(await kindsOf(payer, other)).toEqual(['paid', 'paid'])
    const [first] = payer.known()
    const wrong = first?.kind === 'batched' ? first.hashes[0] : undefined
    const submission = await atOnce(payer, [pay(dana, amount), pay(eli, amount)])
    const naming = (hash: unknown, status = 200) =>
      payer.open((method) =>
        method === 'wallet_getCallsStatus' ? { status, receipts: [{ transactionHash: hash }] } : null,
      )
    // The same rows were paid a moment before: that transaction belongs to the other batch.
    for (const { kind } of await statusesOf({ account: naming(wrong) }, submission))
      expect(kind).toBe('unknown')
    const { transactionHash } = await rig.chain.client.sendTransactionSync({
      account: brand.account,
      to: dana.address,
      value: 1n,
    })
    await settle()
    for (const status of [200, 500, 600]) {
      const named = { account: naming(transactionHash, status) }
      expect(await kindsOf(named, submission)).toEqual(['not-visible', 'not-visible'])
    }
    expect(await kindsOf(payer, submission)).toEqual(['paid', 'paid'])
  })

  test('error: does not trust a status of another batch or chain, or a missing one', async () => {
    const payer = subject('supported')
    const submission = await atOnce(payer, [pay(dana, amount), pay(eli, amount)])
    await settle()
    const bends = [{ id: '0x12' }, { chainId: '0x1' }, { receipts: 'none' }, { status: {} }]
    for (const bend of bends) {
      const account = payer.open((method, result) =>
        method === 'wallet_getCallsStatus' ? { ...(result as object), ...bend } : result,
      )
      for (const { kind } of await statusesOf({ account }, submission)) expect(kind).toBe('unknown')
    }
    for (const status of [200, 400, 500, 600, 999]) {
      const account = payer.open((method, result) =>
        method === 'wallet_getCallsStatus' ? { status } : result,
      )
      for (const { kind } of await statusesOf({ account }, submission)) expect(kind).toBe('unknown')
    }
  })
})
