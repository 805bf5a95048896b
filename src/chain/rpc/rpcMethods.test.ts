import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { fakeRpc } from '#tests/support/fakeRpc.ts'
import { PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import * as questions from './rpcMethods.ts'
import { type AccountCode, kindOfCode } from './rpcMethods.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const hostile = [
  undefined,
  null,
  '',
  '0x',
  'ff',
  '0xzz',
  '0x-1',
  ' 0x1',
  `0x${'f'.repeat(65)}`,
  7,
  true,
  {},
  [],
]

describe('numbers', () => {
  test('behavior: reads a quantity exactly', async () => {
    const rpc = fakeRpc({ eth_getBalance: `0x${'f'.repeat(64)}`, eth_gasPrice: '0x0' })
    expect(await questions.getBalance(rpc, ADDRESS)).toBe(2n ** 256n - 1n)
    expect(await questions.getGasPrice(rpc)).toBe(0n)
    expect(await questions.getMinedCount(fakeRpc({ eth_getTransactionCount: '0x1f' }), ADDRESS)).toBe(31)
  })

  test.each(hostile.map((answer) => [answer]))('error: %j is not a balance', async (answer) => {
    await expect(questions.getBalance(fakeRpc({ eth_getBalance: () => answer }), ADDRESS)).rejects.toThrow()
  })
})

describe('code', () => {
  test.each([
    ['0x', null],
    ['0x60Fe', '0x60fe'],
  ])('behavior: reads %j as %j', async (answer, code) => {
    expect(await questions.getCode(fakeRpc({ eth_getCode: answer }), ADDRESS)).toBe(code)
  })

  test.each([[null], ['0x6'], ['60'], [{}]])('error: %j is not code', async (answer) => {
    await expect(questions.getCode(fakeRpc({ eth_getCode: () => answer }), ADDRESS)).rejects.toThrow()
  })
})

describe('a receipt', () => {
  const log = { address: ADDRESS, topics: [HASH], data: '0x', logIndex: '0x0' }
  const receipt = {
    status: '0x1',
    blockNumber: '0x10',
    transactionHash: HASH,
    logs: [log],
    gasUsed: '0x5208',
  }
  const ask = (answer: unknown, hash: `0x${string}` = HASH) =>
    questions.getReceipt(fakeRpc({ eth_getTransactionReceipt: () => answer }), hash)

  test('behavior: is read with its hex in lower case', async () => {
    expect(await ask(receipt, HASH.toUpperCase().replace('0X', '0x') as typeof HASH)).toEqual({
      status: '0x1',
      blockNumber: 16n,
      transactionHash: HASH,
      logs: [{ address: ADDRESS.toLowerCase(), topics: [HASH], data: '0x' }],
    })
  })

  test('behavior: null means that there is none', async () => {
    expect(await ask(null)).toBeNull()
  })

  test.each([
    ['of another transaction', { ...receipt, transactionHash: `0x${'cd'.repeat(32)}` }],
    ['with an undefined status', { ...receipt, status: '0x2' }],
    ['without a status', { ...receipt, status: undefined }],
    ['that is pending', { ...receipt, blockNumber: null }],
    ['without logs', { ...receipt, logs: undefined }],
    ['whose logs are not a list', { ...receipt, logs: {} }],
    ['whose topics are not hex', { ...receipt, logs: [{ ...log, topics: ['x'] }] }],
    ['that is a text', 'receipt'],
    ['that is undefined', undefined],
  ])('error: refuses one %s', async (_, answer) => {
    await expect(ask(answer)).rejects.toThrow()
  })
})

test('behavior: reads the nonce of an account’s transaction, or null if the node lacks it', async () => {
  const ask = (answer: unknown) =>
    questions.getNonceOf(fakeRpc({ eth_getTransactionByHash: () => answer }), PAYEE, HASH)
  expect(await ask({ nonce: '0x0', hash: HASH, from: PAYEE.toLowerCase() })).toBe(0)
  expect(await ask({ nonce: '0xff', from: PAYEE })).toBe(255)
  expect(await ask({ nonce: '0xff', from: SAFE })).toBeNull()
  expect(await ask(null)).toBeNull()
  await expect(ask({ nonce: '0xff' })).rejects.toThrow()
  await expect(ask({})).rejects.toThrow()
  await expect(ask(undefined)).rejects.toThrow()
})

test('behavior: reads a block’s number, and throws if the node lacks the block', async () => {
  const rpc = fakeRpc({
    eth_getBlockByNumber: ([tag]) => (tag === 'latest' ? { number: '0x64' } : null),
  })
  expect(await questions.getBlockNumber(rpc, 'latest')).toBe(100n)
  await expect(questions.getBlockNumber(rpc, 'finalized')).rejects.toThrow()
})

test.each<[string, Hex | null, AccountCode]>([
  ['no code', null, 'none'],
  ['empty code', '0x', 'none'],
  ['its own code', '0x6080', 'contract'],
  ['a delegation to a contract (EIP-7702)', `0xef0100${'ab'.repeat(20)}`, 'delegated'],
  ['a delegation in capitals', `0xEF0100${'AB'.repeat(20)}`, 'delegated'],
  ['a delegation with one byte more', `0xef0100${'ab'.repeat(21)}`, 'contract'],
  ['a delegation with one byte less', `0xef0100${'ab'.repeat(19)}`, 'contract'],
  ['the three bytes alone', '0xef0100', 'contract'],
])('behavior: the kind of %s', (_, code, kind) => {
  expect(kindOfCode(code)).toBe(kind)
})
