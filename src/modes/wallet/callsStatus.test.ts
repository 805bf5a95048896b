import { expect, test, vi } from 'vitest'
import { endless, revoked, throwing } from '#tests/support/hostileValues.ts'
import { readCallsStatus } from './submissionStatus.ts'

const ID = `0x${'ab'.repeat(32)}`
const HASH = `0x${'CD'.repeat(32)}`
const hash = HASH.toLowerCase()
const receipt = { transactionHash: HASH, status: '0x1', logs: 'as the wallet likes' }

const reported = (answer: unknown) => readCallsStatus(async () => answer, ID)

test.each([
  [100, 'pending'],
  [101, 'pending'],
  [200, 'confirmed'],
  [400, 'not-sent'],
  [500, 'reverted'],
  [600, 'partial'],
  [300, 'other'],
  [0, 'other'],
  ['PENDING', 'pending'],
  ['CONFIRMED', 'confirmed'],
  ['DONE', 'other'],
  ['constructor', 'other'],
  ['200', 'other'],
] as const)('behavior: maps status %j to %s', async (status, stage) => {
  expect(await reported({ status })).toMatchObject({ stage, hashes: [] })
})

test('behavior: takes the receipts’ hashes only, each once', async () => {
  expect(
    await reported({ version: '2.0.0', id: ID, chainId: '0x38', status: 200, receipts: [receipt, receipt] }),
  ).toEqual({ stage: 'confirmed', hashes: [hash] })
})

test.each<[string, unknown]>([
  ['the status of another batch', { id: '0x12', status: 200 }],
  ['the status on another chain', { chainId: '0x1', status: 200 }],
  ['no status', { receipts: [receipt] }],
  ['a receipt without a hash', { status: 200, receipts: [{}] }],
  ['an invalid hash', { status: 200, receipts: [{ transactionHash: '0x12' }] }],
  ['too many receipts', { status: 200, receipts: Array.from({ length: 65 }, () => receipt) }],
  ['nothing', undefined],
  ['null', null],
  ['an object that throws on every property', throwing],
  ['a revoked proxy', revoked],
  ['endless objects', endless()],
])('error: %s gives no status', async (_, answer) => {
  expect(await reported(answer)).toBeNull()
})

test('error: a wallet that throws or never answers gives no status', async () => {
  expect(await readCallsStatus(() => Promise.reject({ code: 5730 }), ID)).toBeNull()
  vi.useFakeTimers()
  try {
    const asked = readCallsStatus(() => new Promise(() => {}), ID)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await asked).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})
