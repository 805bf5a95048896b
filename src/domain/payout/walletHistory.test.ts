import { describe, expect, test } from 'vitest'
import type { OpenedAccount } from '#account/Account.ts'
import type { Call } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { readChain } from '#chain/rpc/Rpc.ts'
import type { Attempt } from '#domain/ledger/Attempt.ts'
import { anAttempt } from '#tests/support/attempts.ts'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import { fakeWallet } from '#tests/support/fakeAccount.ts'
import { fakeRpc } from '#tests/support/fakeRpc.ts'
import { twoNodes } from '#tests/support/fakeSafe.ts'
import { PAYEE, payoutCall, USDT } from '#tests/support/safeExamples.ts'
import { submissionStatus } from '../../modes/wallet/submissionStatus.ts'
import { payoutStore } from './payoutStore.ts'
import { withHistory } from './withHistory.ts'

const FROM = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const HASH = `0x${'ab'.repeat(32)}` as const
const bnb: Call = { to: PAYEE, value: 5n, data: '0x' }

/** An attempt in a test: by default it was sent in one transaction. */
type Entry = {
  readonly id: string
  readonly calls: readonly Call[]
  readonly hash: typeof HASH | null
  readonly since: bigint | null
}
const entry: Entry = { id: 'a', calls: [bnb], hash: HASH, since: null }
const toAttempt = ({ id, calls, hash, since }: Entry, at = 5): Attempt => {
  const submission = hash && ({ kind: 'sent', from: FROM, calls, hash, nonce: 7n, since } as const)
  return anAttempt({ account: FROM, kind: 'eoa', id, calls, at, submission })
}

/** Two nodes with this receipt for the transaction (null: none) and the transaction itself known or not. */
const node = (receipt: object | null, used = '0x7', known = true, sent: object = {}) =>
  twoNodes(oneNode(receipt, used, known, sent))
const oneNode = (receipt: object | null, used: string, known: boolean, sent: object) =>
  fakeRpc({
    eth_getTransactionReceipt: ([hash]) =>
      receipt && { transactionHash: hash, logs: [], blockNumber: '0x1', ...receipt },
    eth_getTransactionByHash: known
      ? {
          hash: HASH,
          from: FROM.toLowerCase(),
          to: PAYEE.toLowerCase(),
          value: '0x5',
          input: '0x',
          nonce: '0x7',
          ...sent,
        }
      : null,
    eth_getTransactionCount: used,
    eth_getBlockByNumber: ([tag]) => ({ number: tag === 'latest' ? '0x64' : '0x62' }),
  })
const paid = node({ status: '0x1' })

/** A wallet that never received a batch request. */
const request = () => Promise.reject(new Error('not asked for'))

function lists(entries: readonly Entry[], rpc = paid) {
  const { storage } = memoryStorage()
  payoutStore(storage, FROM).ledger.append(entries.map((one, index) => toAttempt(one, 5 + index)))
  const parts = { address: FROM, rpc, request } as const
  const status: OpenedAccount['status'] = (submission) => readChain(() => submissionStatus(parts, submission))
  return withHistory({ ...fakeWallet(), address: FROM, activity: null, status }, storage).activity
}
test('error: a payment has the time of the chain, whatever the clock of the device said', async () => {
  const { storage } = memoryStorage()
  const at = (id: string, time: number | null): Attempt => ({ ...toAttempt({ ...entry, id }, 9), time })
  payoutStore(storage, FROM).ledger.append([at('a', 2_000), at('b', null), at('c', 3_000)])
  const status = async () => [{ kind: 'pending', hash: HASH } as const]
  const { activity } = withHistory({ ...fakeWallet(), address: FROM, activity: null, status }, storage)
  const { items } = await activity.history(null, new AbortController().signal)
  expect(items.map(({ id, at: shown }) => [id, shown])).toEqual([
    ['c', 3_000],
    ['a', 2_000],
    ['b', 9],
  ])
})

const page = (entries: readonly Entry[], rpc = paid, cursor: string | null = null) =>
  lists(entries, rpc).history(cursor, new AbortController().signal)
const only = async (some: Partial<Entry>, rpc = paid) => {
  const [item] = (await page([{ ...entry, ...some }], rpc)).items
  if (!item) throw new Error('Nothing listed')
  return item
}

test('behavior: a wallet has no queue, and names its history’s coverage', () => {
  expect(lists([]).queued).toBeNull()
  expect(lists([]).coverage).toMatch(/other browsers/)
})

describe('the content of a submission', () => {
  test('behavior: a payment has payee, token and amount', async () => {
    expect(await only({ calls: [payoutCall] })).toMatchObject({
      id: 'a',
      at: 5,
      hash: HASH,
      safeTxHash: null,
      what: {
        kind: 'transfer-out',
        to: PAYEE,
        amount: { amount: { token: Token.find(USDT), value: 250n * 10n ** 18n }, suspect: null },
      },
    })
  })

  test('behavior: several are a batch with the payments in it, each with its own status', async () => {
    const calls: readonly Call[] = [bnb, { ...bnb, data: '0x12345678' }, payoutCall]
    const final = { kind: 'paid', hash: HASH } as const
    const open = { kind: 'pending', hash: HASH } as const
    const { storage } = memoryStorage()
    const submission = { kind: 'batched', from: FROM, calls, id: '0x1', hashes: [HASH], since: null } as const
    const asked = anAttempt({ account: FROM, kind: 'eoa', id: 'a', calls, at: 5, submission })
    payoutStore(storage, FROM).ledger.append([asked])
    const status = () => Promise.resolve([final, final, open])
    const account = withHistory({ ...fakeWallet(), address: FROM, activity: null, status }, storage)
    const { items } = await account.activity.history(null, new AbortController().signal)
    expect(items).toMatchObject([{ status: { kind: 'judged', status: open }, hash: HASH }])
    expect(items[0]?.what).toEqual({
      kind: 'batch',
      count: 3,
      payments: [
        { to: PAYEE, amount: { token: Token.BNB, value: 5n }, status: final },
        { to: PAYEE, amount: { token: Token.find(USDT), value: 250n * 10n ** 18n }, status: open },
      ],
    })
  })

  test('behavior: anything else is named by its kind', async () => {
    expect((await only({ calls: [{ ...bnb, data: '0x12345678' }] })).what).toEqual({
      kind: 'other',
      label: 'Contract call',
    })
    expect((await only({ calls: [{ ...payoutCall, to: PAYEE }] })).what).toEqual({
      kind: 'other',
      label: 'Contract call',
    })
    expect((await only({ calls: [] })).what).toEqual({ kind: 'other', label: 'Payment' })
  })
})

describe('the status of a submission', () => {
  const judged = (status: object) => ({ kind: 'judged', status })
  const unanswered = judged({ kind: 'unknown', why: 'no-answer', hash: null })

  test.each<[string, ReturnType<typeof fakeRpc>, object]>([
    ['final', paid, { kind: 'paid', hash: HASH }],
    [
      'in a block that is not final',
      node({ status: '0x1', blockNumber: '0x63' }),
      { kind: 'confirming', hash: HASH, lacks: 'finality' },
    ],
    [
      'reported by one operator only',
      oneNode({ status: '0x1' }, '0x7', true, {}),
      { kind: 'confirming', hash: HASH, lacks: 'second-operator' },
    ],
    ['without a block', node(null), { kind: 'pending', hash: HASH }],
    ['reverted', node({ status: '0x0' }), { kind: 'not-paid', why: 'failed', hash: HASH }],
    [
      'reverted in a block that is not final',
      node({ status: '0x0', blockNumber: '0x63' }),
      { kind: 'unknown', why: 'not-final', hash: HASH },
    ],
    [
      'with other content',
      node({ status: '0x1' }, '0x7', true, { value: '0x4' }),
      { kind: 'unknown', why: 'not-visible', hash: HASH },
    ],
    [
      'replaced by an unknown transaction with its nonce',
      node(null, '0x8', false),
      { kind: 'unknown', why: 'nonce-used', hash: HASH },
    ],
  ])('behavior: %s', async (_, rpc, status) => {
    expect((await only({}, rpc)).status).toEqual(judged(status))
  })

  test('error: a transaction from before the request is not its payment', async () => {
    const older = { kind: 'unknown', why: 'older', hash: HASH }
    expect((await only({ since: 1n })).status).toEqual(judged(older))
    expect((await only({ since: 0n })).status).toEqual(judged({ kind: 'paid', hash: HASH }))
  })

  test('error: an attempt without an answer is unknown', async () => {
    expect((await only({ hash: null })).status).toEqual(unanswered)
  })

  test('error: an attempt without calls is never a success', async () => {
    expect((await only({ calls: [] })).status).toEqual(unanswered)
  })
})

test('behavior: what was rejected was not sent, and is not listed', async () => {
  const { storage } = memoryStorage()
  const rejected = { ...toAttempt({ ...entry, hash: null }), facts: [{ kind: 'rejected', at: 6 } as const] }
  payoutStore(storage, FROM).ledger.append([rejected])
  const account = withHistory({ ...fakeWallet(), address: FROM, activity: null }, storage)
  expect(await account.activity.history(null, new AbortController().signal)).toMatchObject({ items: [] })
})

test('error: a transaction that a record from a file names as well is one payment, not two', async () => {
  const { storage } = memoryStorage()
  const { ledger } = payoutStore(storage, FROM)
  ledger.append([toAttempt(entry), { ...toAttempt({ ...entry, id: 'file' }), restored: true }])
  const status: OpenedAccount['status'] = async () => [{ kind: 'paid', hash: HASH }]
  const account = withHistory({ ...fakeWallet(), address: FROM, activity: null, status }, storage)
  const { items } = await account.activity.history(null, new AbortController().signal)
  expect(items.map(({ id, status: shown }) => [id, shown])).toEqual([
    ['a', { kind: 'judged', status: { kind: 'paid', hash: HASH } }],
    ['file', { kind: 'judged', status: { kind: 'unknown', why: 'no-answer', hash: null } }],
  ])
})

test('error: a transaction that the records of two files name for the same payment is listed once', async () => {
  const fromFile = (id: string, some: Partial<Entry> = {}) => ({
    ...toAttempt({ ...entry, id, ...some }),
    restored: true as const,
  })
  const idsOf = async (attempts: readonly Attempt[]) => {
    const { storage } = memoryStorage()
    payoutStore(storage, FROM).ledger.append(attempts)
    const status: OpenedAccount['status'] = async () => [{ kind: 'paid', hash: HASH }]
    const account = withHistory({ ...fakeWallet(), address: FROM, activity: null, status }, storage)
    const { items } = await account.activity.history(null, new AbortController().signal)
    return items.map(({ id }) => id)
  }
  expect(await idsOf([fromFile('one'), fromFile('two')])).toHaveLength(1)
  // Records that differ can't both be right; the chain says which.
  const other = fromFile('two', { calls: [{ ...bnb, value: 6n }] })
  expect(await idsOf([fromFile('one'), other])).toEqual(['one', 'two'])
})

test('behavior: pages by twenty, with a cursor to the rest', async () => {
  const entries = Array.from({ length: 45 }, (_, index) => ({ ...entry, id: `${index}` }))
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const next: Awaited<ReturnType<typeof page>> = await page(entries, paid, cursor)
    ids.push(...next.items.map(({ id }) => id))
    cursor = next.cursor
  } while (cursor !== null)
  expect(ids).toEqual(entries.map(({ id }) => id).toReversed())
  expect((await page(entries.slice(0, 20))).cursor).toBeNull()
})

test('error: an unreadable chain is an error, not an empty list', async () => {
  await expect(page([entry], fakeRpc({}))).rejects.toMatchObject({ kind: 'unreachable' })
})
