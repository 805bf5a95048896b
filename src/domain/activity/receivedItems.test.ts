import { getAddress, type Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import type { TransferLog } from '#chain/logs/logs.ts'
import type { BnbScan } from '#chain/logs/scanBnb.ts'
import { startLogScan } from '#chain/logs/scanLogs.ts'
import type { Address } from '#chain/money/Address.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { OWNERS, PAYEE } from '#tests/support/safeExamples.ts'
import type { Incoming } from './incoming.ts'
import { receivedWords } from './paymentWords.ts'
import { asItem, receivedItems } from './receivedItems.ts'

const [PAID, STRANGER] = OWNERS
const COPY = getAddress(`${PAID.slice(0, 6)}${'0'.repeat(32)}${PAID.slice(-4)}`)

const log = (blockNumber: bigint, from: Address, value: bigint, logIndex = 0n): TransferLog => ({
  token: usdt.address ?? PAYEE,
  from,
  to: PAYEE,
  value,
  blockNumber,
  transactionHash: word(blockNumber) as Hash,
  logIndex,
})

function incoming(
  transfers: readonly ReturnType<typeof log>[],
  arrivals: BnbScan['arrivals'] = [],
): Incoming {
  const tokens = { ...startLogScan<TransferLog>(100n), transfers }
  return { tokens, bnb: { arrivals } as unknown as BnbScan, looking: false }
}

describe('received items', () => {
  test('behavior: are listed newest first, tokens and BNB together, each with its own id', () => {
    const arrivals = [
      { blockNumber: 8n, value: 3n, from: null, transactionHash: null },
      { blockNumber: 5n, value: 4n, from: STRANGER, transactionHash: word(55) as Hash },
    ]
    const found = receivedItems(incoming([log(9n, PAID, 1n), log(6n, PAID, 2n, 1n)], arrivals), PAYEE, [])
    expect(found.map(({ block, value }) => [block, value])).toEqual([
      [9n, 1n],
      [8n, 3n],
      [6n, 2n],
      [5n, 4n],
    ])
    expect(new Set(found.map(({ id }) => id)).size).toBe(4)
    expect(found.map(asItem).map(({ what }) => what.kind)).toEqual([
      'transfer-in',
      'transfer-in',
      'transfer-in',
      'transfer-in',
    ])
  })

  test('error: flags zero transfers and senders that look like an earlier payee', () => {
    const of = incoming([log(9n, COPY, 1n), log(8n, STRANGER, 0n), log(7n, PAID, 1n)])
    expect(receivedItems(of, PAYEE, [PAID]).map(({ suspicion }) => suspicion)).toEqual([
      'look-alike',
      'zero-value',
      null,
    ])
  })
})

test('behavior: needs two nodes for "Received", and shows a contradiction', () => {
  const hash = word(1) as Hash
  expect(receivedWords(hash, { kind: 'paid', hash })).toEqual({ tone: 'good', title: 'Received', text: '' })
  for (const lacks of ['finality', 'second-operator'] as const) {
    expect(receivedWords(hash, { kind: 'confirming', hash, lacks }).title).toBe('Received · confirming')
  }
  expect(receivedWords(hash, undefined).title).toBe('Received · confirming')
  expect(receivedWords(null, undefined).title).toBe('Received, not verified')
  const otherwise = [
    { kind: 'pending', hash },
    { kind: 'mismatch', differences: ['The network says otherwise.'] },
    { kind: 'not-paid', why: 'failed', hash },
  ] as const
  for (const status of otherwise) expect(receivedWords(hash, status).tone, status.kind).toBe('bad')
})
