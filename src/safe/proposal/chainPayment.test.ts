import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TRANSFER } from '#chain/logs/logs.ts'
import type { Address } from '#chain/money/Address.ts'
import { type FakeAnswer, fakeRpc, quantity, word } from '#tests/support/fakeRpc.ts'
import { anyMutation } from '#tests/support/mutations.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { readPayment } from './paidTransfers.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const OTHER_HASH = `0x${'cd'.repeat(32)}` as const
const PAYER: Address = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const SAFE: Address = '0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4'
const USDT: Address = '0x55d398326f99059fF775485246999027B3197955'
const SAFE_RECEIVED = '0x3d0ce9bfc3ed7d6862dbb28b2dea94561fe714a1b4d019aa8af39730d1ad7c3d'
const AT = Date.UTC(2026, 0, 1)
const padded = (address: Address) => `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`

const transaction = {
  hash: HASH,
  from: PAYER,
  to: SAFE,
  value: '0x0',
  type: '0x2',
  blockNumber: quantity(100),
  blockHash: OTHER_HASH,
}
const transferLog = {
  address: USDT,
  topics: [TRANSFER, padded(PAYER), padded(SAFE)],
  data: word(5),
  logIndex: '0x2',
}
const safeLog = { address: SAFE, topics: [SAFE_RECEIVED, padded(PAYER)], data: word(7), logIndex: '0x3' }
const receipt = {
  status: '0x1',
  transactionHash: HASH,
  blockNumber: quantity(100),
  blockHash: OTHER_HASH,
  from: PAYER,
  to: SAFE,
  logs: [] as unknown[],
}

const node = (change: Readonly<Record<string, FakeAnswer>> = {}) =>
  fakeRpc({
    eth_getTransactionByHash: transaction,
    eth_getTransactionReceipt: receipt,
    eth_getBlockByNumber: ([which]) => {
      const number = which === 'finalized' ? 200 : Number(which)
      return { number: quantity(number), timestamp: quantity(AT / 1000) }
    },
    ...change,
  })

const read = (tx: object, mined: object) =>
  readPayment(
    node({
      eth_getTransactionByHash: { ...transaction, ...tx },
      eth_getTransactionReceipt: { ...receipt, ...mined },
    }),
    HASH,
  )
const transfersOf = async (tx: object, mined: object) => {
  const payment = await read(tx, mined)
  return 'transfers' in payment ? payment.transfers : null
}

const bnb = (value: bigint, logIndex: bigint | null = null) => ({
  token: null,
  from: PAYER,
  to: SAFE,
  value,
  logIndex,
})
const usdt = { token: USDT, from: PAYER, to: SAFE, value: 5n, logIndex: 2n }

describe('a hash', () => {
  test('behavior: that the node does not have is unknown', async () => {
    const rpc = node({ eth_getTransactionByHash: null, eth_getTransactionReceipt: null })
    expect(await readPayment(rpc, HASH)).toEqual({ kind: 'unknown-hash' })
  })

  test('behavior: that is not in a block is pending, and its value is not a transfer', async () => {
    const rpc = node({
      eth_getTransactionByHash: { ...transaction, value: '0x9', blockNumber: null, blockHash: null },
      eth_getTransactionReceipt: null,
    })
    expect(await readPayment(rpc, HASH)).toEqual({ kind: 'pending', from: PAYER, to: SAFE })
  })

  test('behavior: is final once its block is, with the block’s time', async () => {
    expect(await readPayment(node(), HASH)).toEqual({
      kind: 'final',
      status: 'success',
      blockNumber: 100n,
      at: AT,
      from: PAYER,
      to: SAFE,
      transfers: [],
    })
  })

  test('behavior: is mined before that, with a null time if it cannot be read', async () => {
    const rpc = node({
      eth_getBlockByNumber: ([which]) => (which === 'finalized' ? { number: quantity(99) } : null),
    })
    expect(await readPayment(rpc, HASH)).toMatchObject({ kind: 'mined', at: null })
  })

  test('error: is not final by a head that was read after its receipt', async () => {
    let isRead = false
    const rpc = node({
      eth_getTransactionReceipt: () => {
        isRead = true
        return receipt
      },
      eth_getBlockByNumber: () => ({ number: quantity(isRead ? 100 : 99), timestamp: quantity(AT / 1000) }),
    })
    expect(await readPayment(rpc, HASH)).toMatchObject({ kind: 'mined' })
  })

  test('behavior: is mined, not final, if the node does not say what is final', async () => {
    const rpc = node({ eth_getBlockByNumber: null })
    expect(await readPayment(rpc, HASH)).toMatchObject({ kind: 'mined', at: null })
  })

  test('behavior: in upper case is the same', async () => {
    expect(await readPayment(node(), HASH.replaceAll('ab', 'AB') as typeof HASH)).toMatchObject({
      kind: 'final',
    })
  })
})

describe('transfers', () => {
  test('behavior: include every token with a Transfer log, pinned or not', async () => {
    const other = { ...transferLog, address: SAFE, logIndex: '0x9' }
    expect(await transfersOf({}, { logs: [transferLog, other] })).toEqual([
      usdt,
      { ...usdt, token: SAFE, logIndex: 9n },
    ])
  })

  test('behavior: include the transaction’s own BNB', async () => {
    expect(await transfersOf({ value: '0x9' }, { logs: [transferLog] })).toEqual([bnb(9n), usdt])
  })

  test('behavior: include BNB that a Safe logs as received inside the transaction', async () => {
    expect(await transfersOf({}, { logs: [safeLog] })).toEqual([bnb(7n, 3n)])
  })

  test('behavior: count BNB sent directly to a Safe once, although the Safe logs it too', async () => {
    expect(await transfersOf({ value: '0x7' }, { logs: [safeLog] })).toEqual([bnb(7n)])
    const twice = [safeLog, { ...safeLog, logIndex: '0x4' }]
    expect(await transfersOf({ value: '0x7' }, { logs: twice })).toEqual([bnb(7n), bnb(7n, 4n)])
    expect(await transfersOf({ value: '0x8' }, { logs: [safeLog] })).toEqual([bnb(8n), bnb(7n, 3n)])
  })

  test('error: are empty if the transaction failed', async () => {
    const failed = await read({ value: '0x9' }, { status: '0x0', logs: [transferLog] })
    expect(failed).toMatchObject({ kind: 'final', status: 'failed', transfers: [] })
  })

  test('error: are empty if the transaction creates a contract', async () => {
    expect(await transfersOf({ value: '0x9', to: null }, { to: null })).toEqual([])
  })

  test.each<[string, object]>([
    ['of an NFT', { ...transferLog, topics: [...transferLog.topics, word(1)], data: '0x' }],
    ['of an NFT with data', { ...transferLog, topics: [...transferLog.topics, word(1)] }],
    ['without topics', { ...transferLog, topics: [] }],
    ['with an amount cut short', { ...transferLog, data: '0x05' }],
    ['with dirt before an address', { ...transferLog, topics: [TRANSFER, word(2n ** 255n), padded(SAFE)] }],
    ['of another event', { ...transferLog, topics: [HASH, padded(PAYER), padded(SAFE)] }],
    ['of a Safe with another layout', { ...safeLog, topics: [...safeLog.topics, padded(PAYER)] }],
  ])('error: do not include a log %s', async (_, log) => {
    expect(await transfersOf({}, { logs: [log, transferLog] })).toEqual([usdt])
  })
})

describe('a contradiction', () => {
  test.each<[string, object, object]>([
    ['a transaction of another hash', { hash: OTHER_HASH }, {}],
    ['a receipt of another hash', {}, { transactionHash: OTHER_HASH }],
    ['another block', { blockNumber: quantity(101) }, {}],
    ['a block of another chain', { blockHash: HASH }, {}],
    ['another payer', { from: SAFE }, {}],
    ['another receiver', {}, { to: PAYER }],
    ['an unknown status', {}, { status: '0x2' }],
  ])('error: %s throws', async (_, tx, mined) => {
    await expect(read(tx, mined)).rejects.toThrow()
  })

  test('error: a receipt of an unknown transaction throws', async () => {
    await expect(readPayment(node({ eth_getTransactionByHash: null }), HASH)).rejects.toThrow()
  })

  test('behavior: for any documents, it returns their content or throws an error', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        anyMutation,
        fc.constantFrom('eth_getTransactionByHash', 'eth_getTransactionReceipt', 'eth_getBlockByNumber'),
        async (mutate, method) => {
          const full = { ...receipt, logs: [transferLog, safeLog] }
          const whole = { eth_getTransactionReceipt: full, eth_getTransactionByHash: transaction }
          const broken = node({
            ...whole,
            [method]: async (params: readonly unknown[]) => mutate(await node(whole)(method, params)),
          })
          const payment = await readPayment(broken, HASH).catch((error: unknown) => {
            expect(error).toBeInstanceOf(Error)
            return null
          })
          if (!payment || !('transfers' in payment)) return
          expect(payment).toMatchObject({ blockNumber: 100n, from: PAYER, to: SAFE })
          for (const { value, from, to } of payment.transfers) {
            expect([typeof value, from.length, to.length]).toEqual(['bigint', 42, 42])
          }
        },
      ),
      propertyRuns(500),
    )
  })
})
