import { expect, test } from 'vitest'
import { fakeRpc, quantity } from '#tests/support/fakeRpc.ts'
import { getFullBlock, getFullReceipt, getTransaction } from './minedPayments.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const BLOCK = `0x${'cd'.repeat(32)}` as const
const PAYER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

const transaction = { hash: HASH, from: PAYER.toLowerCase(), to: null, value: '0x1', blockHash: BLOCK }
const block = { number: quantity(7), hash: BLOCK, transactions: [transaction] }
const receipt = {
  status: '0x1',
  transactionHash: HASH,
  blockNumber: '0x7',
  blockHash: BLOCK,
  from: PAYER,
  to: PAYER,
  gasUsed: '0x5208',
  logs: [],
}

const askBlock = (answer: unknown) => getFullBlock(fakeRpc({ eth_getBlockByNumber: () => answer }), 7n)
const askReceipt = (answer: unknown) =>
  getFullReceipt(fakeRpc({ eth_getTransactionReceipt: () => answer }), HASH)

test('behavior: reads a block with its transactions and checksummed addresses', async () => {
  const { transactions } = await askBlock(block)
  expect(transactions).toEqual([
    { hash: HASH, from: PAYER, to: null, value: 1n, type: null, blockNumber: null, blockHash: BLOCK },
  ])
})

test.each<[string, unknown]>([
  ['that the node lacks', null],
  ['of another number', { ...block, number: quantity(8) }],
  ['without a hash', { ...block, hash: null }],
  ['that gives hashes only', { ...block, transactions: [HASH] }],
  ['with the same transaction twice', { ...block, transactions: [transaction, transaction] }],
  ['with a transaction of another block', { ...block, transactions: [{ ...transaction, blockHash: HASH }] }],
  ['with a transaction without a sender', { ...block, transactions: [{ ...transaction, from: null }] }],
  ['with a negative value', { ...block, transactions: [{ ...transaction, value: '-0x1' }] }],
])('error: refuses a block %s', async (_, answer) => {
  await expect(askBlock(answer)).rejects.toThrow()
})

test('behavior: reads a receipt with its fees, null if the node reports none', async () => {
  expect(await askReceipt(receipt)).toMatchObject({ gasUsed: 21_000n, effectiveGasPrice: null })
  expect(await askReceipt(null)).toBeNull()
})

test.each<[string, unknown]>([
  ['of another transaction', { ...receipt, transactionHash: BLOCK }],
  ['without a block', { ...receipt, blockHash: null }],
  ['whose logs have no position', { ...receipt, logs: [{ address: PAYER, topics: [], data: '0x' }] }],
  ['with a fee that is not a number', { ...receipt, gasUsed: 'much' }],
])('error: refuses a receipt %s', async (_, answer) => {
  await expect(askReceipt(answer)).rejects.toThrow()
})

test('behavior: a pending transaction has no block, and an unknown one is null', async () => {
  const ask = (answer: unknown) => getTransaction(fakeRpc({ eth_getTransactionByHash: () => answer }), HASH)
  expect(await ask({ ...transaction, blockHash: null })).toMatchObject({ blockNumber: null, blockHash: null })
  expect(await ask(null)).toBeNull()
  await expect(ask({ ...transaction, hash: BLOCK })).rejects.toThrow('Another transaction')
})
