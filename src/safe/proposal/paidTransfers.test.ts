import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { type Call, transfer } from '#chain/money/Call.ts'
import { BNB, pinned } from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { seenIn } from '#domain/request/paymentsSeen.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { type FakeAnswer, fakeRpc, quantity, word } from '#tests/support/fakeRpc.ts'
import {
  executionOfSafe,
  executionReceipt,
  someAddress,
  transferLog,
  txHash,
} from '#tests/support/fakeSafe.ts'
import { anyMutation } from '#tests/support/mutations.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { safeCodeAnswers } from '#tests/support/safeCode.ts'
import { OWNERS, PAYEE, PAYOUT_HASH, REJECTION_HASH, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { readPaidTransfers } from './paidTransfers.ts'

const HASH = txHash(1)
const BLOCK_HASH = txHash(100)
const CALL_ONLY: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const OTHER_SAFE: Address = '0x3FeF10718cAc1364c73F8991B2d1C6d54bc5C5b2'
const SAFE_RECEIVED = '0x3d0ce9bfc3ed7d6862dbb28b2dea94561fe714a1b4d019aa8af39730d1ad7c3d'
const [ada] = OWNERS
const AT = Date.UTC(2026, 0, 1)
const usdt = pinned[1] ?? BNB

const bnbTo = (to: Address, value: bigint): Call => transfer(to, { token: BNB, value })
const batchOf = (calls: readonly Call[]) =>
  SafeTx.fromCall({ to: CALL_ONLY, value: 0n, data: MultiSend.encode(calls) }, 12n, 1)
/** USDT and BNB, as in a payout; the second row pays a Safe. */
const batch = batchOf([
  transfer(PAYEE, { token: usdt, value: 5n }),
  bnbTo(PAYEE, 7n),
  bnbTo(someAddress(3), 8n),
])

type Document = Record<string, unknown>
const transaction = (tx: SafeTx.SafeTx): Document => ({
  ...executionOfSafe(HASH, tx),
  from: ada,
  value: '0x0',
  blockNumber: quantity(900),
  blockHash: BLOCK_HASH,
})
const numbered = (logs: readonly unknown[]) =>
  logs.map((log, index) => ({ ...(log as Document), logIndex: quantity(index + 4) }))
function receipt(how: Parameters<typeof executionReceipt>[2] = {}, more: readonly unknown[] = []): Document {
  const found = executionReceipt(HASH, PAYOUT_HASH, how) as Document & { logs: unknown[] }
  return { ...found, blockHash: BLOCK_HASH, from: ada, to: SAFE, logs: numbered([...found.logs, ...more]) }
}
const tokenLog = transferLog(USDT, SAFE, PAYEE, 5n)
const success = receipt({ logs: [tokenLog] })
const receivedLog = (by: string, from: string, value: bigint) => ({
  address: by.toLowerCase(),
  topics: [SAFE_RECEIVED, word(BigInt(from))],
  data: word(value),
})

const answersOf = (tx: Document, mined: Document | null): Record<string, FakeAnswer> => ({
  ...safeCodeAnswers(SAFE),
  eth_getTransactionByHash: tx,
  eth_getTransactionReceipt: mined,
  eth_getBlockByNumber: ([which]) =>
    which === 'finalized' ? { number: quantity(1_000) } : { number: which, timestamp: quantity(AT / 1_000) },
})
const node = (tx = transaction(batch), mined: Document | null = success) => fakeRpc(answersOf(tx, mined))
const withWitnesses = (rpc: Rpc, witnesses: readonly Rpc[]): Rpc =>
  Object.assign((...question: Parameters<Rpc>) => rpc(...question), { witnesses })
async function transfersOf(tx: SafeTx.SafeTx, mined: Document) {
  const paid = await readPaidTransfers(node(transaction(tx), mined), HASH)
  return 'transfers' in paid ? paid.transfers : null
}

const tokenRow = { token: USDT, from: SAFE, to: PAYEE, value: 5n, logIndex: 4n, name: 'log-4', bySafe: null }
const bnbRow = (to: string, value: bigint, name: string) => ({
  token: null,
  from: SAFE,
  to,
  value,
  logIndex: null,
  name,
  bySafe: SAFE,
})
const honest = [tokenRow, bnbRow(PAYEE, 7n, 'row-2'), bnbRow(someAddress(3), 8n, 'row-3')]

describe('a Safe’s payout', () => {
  test('behavior: consists of its logs and the BNB rows of its calldata, each with its own name', async () => {
    expect(await readPaidTransfers(node(), HASH)).toEqual({
      kind: 'final',
      status: 'success',
      blockNumber: 900n,
      at: AT,
      from: ada,
      to: SAFE,
      transfers: honest,
    })
  })

  test('behavior: gives nested batches a row path, and skips rows without an amount', async () => {
    const inner = { to: CALL_ONLY, value: 0n, data: MultiSend.encode([bnbTo(PAYEE, 0n), bnbTo(PAYEE, 3n)]) }
    const packed = MultiSend.encode([bnbTo(PAYEE, 2n), inner]).toLowerCase()
    // The older MultiSend may make delegatecalls, marked by the first byte of the second row.
    const at = packed.indexOf(CALL_ONLY.slice(2).toLowerCase()) - 2
    const data = `${packed.slice(0, at)}01${packed.slice(at + 2)}` as const
    const older = { ...batch, to: '0x998739BFdAAdde7C933B942a68053933098f9EDa', data } as SafeTx.SafeTx
    expect(await transfersOf(older, receipt())).toEqual([
      bnbRow(PAYEE, 2n, 'row-1'),
      bnbRow(PAYEE, 3n, 'row-2.2'),
    ])
  })

  test('behavior: names BNB alone row 1', async () => {
    const tx = SafeTx.fromCall(bnbTo(PAYEE, 9n), 12n)
    expect(await transfersOf(tx, receipt({ version: '1.3.0' }))).toEqual([bnbRow(PAYEE, 9n, 'row-1')])
  })

  test('behavior: counts BNB once if another Safe’s log shows it was received', async () => {
    const tx = batchOf([bnbTo(OTHER_SAFE, 7n), bnbTo(OTHER_SAFE, 7n), bnbTo(PAYEE, 7n)])
    const once = receipt({ logs: [receivedLog(OTHER_SAFE, SAFE, 7n)] })
    const log = { ...bnbRow(OTHER_SAFE, 7n, 'log-4'), logIndex: 4n, bySafe: null }
    expect(await transfersOf(tx, once)).toEqual([
      log,
      bnbRow(OTHER_SAFE, 7n, 'row-2'),
      bnbRow(PAYEE, 7n, 'row-3'),
    ])
    const other = receipt({ logs: [receivedLog(OTHER_SAFE, SAFE, 6n), receivedLog(OTHER_SAFE, ada, 7n)] })
    expect((await transfersOf(tx, other))?.map(({ name }) => name)).toEqual([
      'log-4',
      'log-5',
      'row-1',
      'row-2',
      'row-3',
    ])
  })

  test.each([
    ['whose execution failed', receipt({ event: 'failure' })],
    ['that executed twice', receipt({}, (executionReceipt(HASH, REJECTION_HASH) as { logs: [] }).logs)],
    ['logged by another contract', receipt({ safe: OTHER_SAFE })],
    ['that reverted', { ...receipt(), status: '0x0' }],
  ])('error: has no rows: one %s', async (_, mined) => {
    expect(await transfersOf(batch, mined)).toEqual([])
  })

  test('error: is only a claim if the contract that logs its success does not run Safe’s code', async () => {
    const tx = SafeTx.fromCall(bnbTo(PAYEE, 9n), 12n)
    const claimed = fakeRpc({ ...answersOf(transaction(tx), receipt()), eth_getCode: '0x6001600155' })
    const silent = fakeRpc({ ...answersOf(transaction(tx), receipt()), eth_getCode: null })
    for (const rpc of [claimed, silent]) {
      const paid = await readPaidTransfers(withWitnesses(rpc, [rpc, rpc]), HASH)
      expect(paid).toMatchObject({ kind: 'final', transfers: [{ value: 9n, bySafe: SAFE, isForeign: true }] })
      // The request that names this contract as its payer is not paid by it.
      const subject = { payee: PAYEE, token: BNB } as const
      expect(seenIn(HASH, paid, subject, [SAFE]).map(({ proof }) => proof)).toEqual(['reported'])
    }
    const honestly = await readPaidTransfers(withWitnesses(node(), [claimed, node()]), HASH)
    expect(honestly.kind).toBe('mined')
  })

  test('error: has no rows if the calldata calls another contract', async () => {
    const rpc = node({ ...transaction(batch), to: OTHER_SAFE }, { ...success, to: OTHER_SAFE })
    expect(await readPaidTransfers(rpc, HASH)).toMatchObject({ transfers: [tokenRow] })
  })

  test('error: reports no transfer for an unknown or pending transaction', async () => {
    const unknown = fakeRpc({ eth_getTransactionByHash: null, eth_getTransactionReceipt: null })
    expect(await readPaidTransfers(unknown, HASH)).toEqual({ kind: 'unknown-hash' })
    const waiting = { ...transaction(batch), blockNumber: null, blockHash: null }
    expect(await readPaidTransfers(node(waiting, null), HASH)).toMatchObject({ kind: 'pending' })
  })
})

describe('two nodes', () => {
  const kindOf = async (witnesses: readonly Rpc[]) =>
    (await readPaidTransfers(withWitnesses(node(), witnesses), HASH)).kind
  const down: Rpc = async () => {
    throw new Error('down')
  }
  const behind = fakeRpc({
    ...answersOf(transaction(batch), success),
    eth_getBlockByNumber: ([which]) => ({
      number: which === 'finalized' ? quantity(899) : which,
      timestamp: quantity(AT / 1_000),
    }),
  })
  const another = node(transaction(batchOf([bnbTo(PAYEE, 70n)])))

  test('behavior: make it final if they agree, and a third that disagrees does not change that', async () => {
    expect(await kindOf([node(), node()])).toBe('final')
    expect(await kindOf([node(), down, node()])).toBe('final')
    expect(await kindOf([another, node(), node()])).toBe('final')
  })

  test.each([
    ['is down', down],
    ['has not seen it', fakeRpc({ eth_getTransactionByHash: null, eth_getTransactionReceipt: null })],
    ['does not call the block final', behind],
    ['reports other rows', another],
    [
      'reports another log',
      node(transaction(batch), receipt({ logs: [transferLog(USDT, SAFE, PAYEE, 6n)] })),
    ],
    ['reports a failure', node(transaction(batch), receipt({ event: 'failure', logs: [tokenLog] }))],
  ])('error: one of which %s leave it in a block', async (_, witness) => {
    expect(await kindOf([node(), witness])).toBe('mined')
    expect(await kindOf([witness, node(), down])).toBe('mined')
  })

  test('behavior: without the transaction do not outweigh one that has it', async () => {
    const unaware = fakeRpc({ eth_getTransactionByHash: null, eth_getTransactionReceipt: null })
    expect(await kindOf([unaware, unaware, node()])).toBe('mined')
    expect(await kindOf([unaware, unaware, node(), node()])).toBe('final')
  })

  test('error: one with any change adds no final transfer to those of the honest one', async () => {
    const changed = fc.record({
      mutate: anyMutation,
      method: fc.constantFrom(
        'eth_getTransactionByHash',
        'eth_getTransactionReceipt',
        'eth_getBlockByNumber',
      ),
    })
    await fc.assert(
      fc.asyncProperty(changed, fc.boolean(), async ({ mutate, method }, isFirst) => {
        const liar: Rpc = async (asked, params) => {
          const answer = await node()(asked, params)
          return asked === method ? mutate(answer) : answer
        }
        const rpc = withWitnesses(isFirst ? liar : node(), [liar, node()])
        const paid = await readPaidTransfers(rpc, HASH).catch(() => null)
        if (paid?.kind === 'final') expect(paid.transfers).toEqual(honest)
      }),
      propertyRuns(63, 10_000),
    )
  })
})
