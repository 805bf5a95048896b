import { type Hex, numberToHex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { type Call, transfer } from '#chain/money/Call.ts'
import { BNB, find, type Token } from '#chain/money/Token.ts'
import type { Receipt } from '#chain/rpc/rpcMethods.ts'
import { transferLog } from '#tests/support/fakeSafe.ts'
import { PAYEE, USDT } from '#tests/support/safeExamples.ts'
import { type Carrier, judgeMined } from './minedPayments.ts'

const ACCOUNT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const HASH = `0x${'ab'.repeat(32)}` as const
const NEXT = `0x${'cd'.repeat(32)}` as const
const usdt: Token = find(USDT) ?? BNB
const odd: Token = { ...usdt, address: '0x00000000000000000000000000000000000070c3', symbol: 'ODD' }
const token = transfer(PAYEE, { token: usdt, value: 100n })
const strange = transfer(PAYEE, { token: odd, value: 100n })
const bnb = transfer(PAYEE, { token: BNB, value: 100n })

const log = (address: Address | null, value: bigint, to: Address = PAYEE) =>
  transferLog(address ?? ACCOUNT, ACCOUNT, to, value) as Receipt['logs'][number]

/** A final transaction of the account that makes just this call. */
function own(call: Call, change: Partial<Receipt> & Partial<NonNullable<Carrier['sent']>> = {}): Carrier {
  const { status = '0x1', logs = [], transactionHash = HASH, ...sent } = change
  return {
    kind: 'final',
    receipt: { status, logs, transactionHash, blockNumber: 9n },
    sent: {
      from: ACCOUNT,
      to: call.to,
      value: call.value,
      input: call.data.toLowerCase() as Hex,
      nonce: 7n,
      ...sent,
    },
  }
}
const young = (carrier: Carrier, lacks: 'finality' | 'second-operator' = 'finality'): Carrier => ({
  kind: 'mined',
  lacks,
  receipt: carrier.receipt,
  sent: carrier.sent,
})
/** The same calls in a transaction of the account to itself, in the format of smart accounts. */
const batch = (calls: readonly Call[], change: Parameters<typeof own>[1] = {}): Carrier => {
  const words = calls.map(({ to, value, data }) =>
    [pad(to), numberToHex(value, { size: 32 }), data].map((part) => part.slice(2)).join(''),
  )
  return own(token, {
    to: ACCOUNT,
    value: 0n,
    input: `0xe9ae5c53${words.join('')}`.toLowerCase() as Hex,
    ...change,
  })
}
const judge = (call: Call, ...carriers: Carrier[]) => judgeMined(ACCOUNT, [call], carriers)[0]
const paid = { kind: 'paid', hash: HASH }
const notVisible = { kind: 'unknown', why: 'not-visible', hash: HASH }

describe('a token', () => {
  const logs = [log(usdt.address, 100n)]

  test('behavior: is paid by its own exact log in a final block, whoever sent the transaction', () => {
    expect(judge(token, own(token, { logs }))).toEqual(paid)
    expect(judge(token, own(token, { logs, from: OTHER, to: OTHER, input: '0x00' }))).toEqual(paid)
    expect(judge(token, { ...own(token, { logs }), sent: null })).toEqual(paid)
  })

  test('behavior: is confirming while the block is not final, or if only one operator reports it', () => {
    for (const lacks of ['finality', 'second-operator'] as const) {
      const status = { kind: 'confirming', hash: HASH, lacks }
      expect(judge(token, young(own(token, { logs }), lacks))).toEqual(status)
    }
  })

  test('behavior: with less received is short, and unknown before that is final', () => {
    const less = [log(usdt.address, 90n), log(usdt.address, 10n, OTHER)]
    expect(judge(token, own(token, { logs: less }))).toEqual({ kind: 'short', hash: HASH, received: 90n })
    expect(judge(token, young(own(token, { logs: less })))).toEqual({
      kind: 'unknown',
      why: 'not-final',
      hash: HASH,
    })
  })

  test('error: is not called short by another payment to the same payee, which a wallet reported for it', () => {
    const smaller = transfer(PAYEE, { token: usdt, value: 90n })
    const carrier = own(smaller, { logs: [log(usdt.address, 90n)] })
    expect(judge(token, carrier)).toEqual(notVisible)
    expect(judge(token, { ...own(token, { logs: [log(usdt.address, 90n)] }), sent: null })).toEqual(
      notVisible,
    )
    expect(judge(smaller, carrier)).toEqual(paid)
  })

  test('error: is not called short by a stranger’s transaction that names it, or by one without a target', () => {
    const less = { logs: [log(usdt.address, 90n)] }
    expect(judge(token, batch([token], less))).toEqual({ kind: 'short', hash: HASH, received: 90n })
    expect(judge(token, batch([token], { ...less, from: OTHER }))).toMatchObject({ kind: 'short' })
    expect(judge(token, batch([token], { ...less, from: OTHER, to: OTHER }))).toEqual(notVisible)
    expect(judge(token, batch([token], { ...less, from: OTHER, to: null }))).toEqual(notVisible)
  })

  test('behavior: was left out if the transaction succeeded without a log, for a pinned token', () => {
    expect(judge(token, own(token))).toEqual({ kind: 'not-paid', why: 'left-out', hash: HASH })
    expect(judge(token, young(own(token)))).toEqual({ kind: 'unknown', why: 'not-final', hash: HASH })
  })

  test('error: that is not pinned may move money without a log', () => {
    expect(judge(strange, own(strange))).toEqual(notVisible)
  })

  test('error: is unknown if money left in another way', () => {
    expect(judge(token, own(token, { logs: [log(usdt.address, 100n, OTHER)] }))).toEqual(notVisible)
  })

  test('error: is unknown if the transaction does not contain the payment', () => {
    const changes: readonly Parameters<typeof own>[1][] = [
      { from: OTHER },
      { to: OTHER },
      { input: '0x' },
      { value: 1n },
    ]
    for (const change of changes) {
      expect(judge(token, own(token, change))).toEqual(notVisible)
      expect(judge(token, own(token, { ...change, status: '0x0' }))).toEqual(notVisible)
    }
    expect(judge(token, { ...own(token), sent: null })).toEqual(notVisible)
  })
})

describe('BNB', () => {
  test('behavior: is paid by a plain transaction of the account itself', () => {
    expect(judge(bnb, own(bnb))).toEqual(paid)
    expect(judge(bnb, young(own(bnb)))).toEqual({ kind: 'confirming', hash: HASH, lacks: 'finality' })
  })

  test.each([
    ['by another sender', { from: OTHER } as const],
    ['to another payee', { to: OTHER } as const],
    ['of another amount', { value: 99n }],
    ['with call data', { input: '0x00' as Hex }],
    ['that makes a contract', { to: null }],
  ])('error: a successful transaction %s proves nothing (A6)', (_, change) => {
    expect(judge(bnb, own(bnb, change))).toEqual(notVisible)
  })

  test('error: inside a successful batch is unknown: an inner call may have failed (A6)', () => {
    expect(judge(bnb, batch([bnb, token], { logs: [log(usdt.address, 100n)] }))).toEqual(notVisible)
  })

  test('error: each transaction counts for one payment', () => {
    const both = judgeMined(ACCOUNT, [bnb, bnb], [own(bnb)])
    expect(both.map((status) => status.kind)).toEqual(['paid', 'unknown'])
  })
})

describe('a transaction that reverted', () => {
  test('behavior: with the payment proves that it was not paid, once it is final', () => {
    for (const call of [token, strange, bnb]) {
      const failed = own(call, { status: '0x0' })
      expect(judge(call, failed)).toEqual({ kind: 'not-paid', why: 'failed', hash: HASH })
      expect(judge(call, young(failed))).toEqual({ kind: 'unknown', why: 'not-final', hash: HASH })
    }
  })

  test('behavior: proves the same for every call of the account’s batch, including BNB', () => {
    const failed = batch([token, bnb], { status: '0x0' })
    expect(judgeMined(ACCOUNT, [token, bnb], [failed]).map((status) => status.kind)).toEqual([
      'not-paid',
      'not-paid',
    ])
    const foreign = batch([token], { status: '0x0', from: OTHER, to: OTHER })
    expect(judge(token, foreign)).toEqual(notVisible)
    // A different amount is a different payment.
    const other = batch([transfer(PAYEE, { token: BNB, value: 99n })], { status: '0x0' })
    expect(judge(bnb, other)).toEqual(notVisible)
  })

  test('error: of a relayer proves nothing, because it can send again what the account signed', () => {
    for (const status of ['0x0', '0x1'] as const) {
      const relayed = batch([token], { status, from: OTHER })
      expect(judge(token, relayed)).toEqual(notVisible)
      const failed = own(token, { status: '0x0', transactionHash: NEXT })
      expect(judge(token, relayed, failed)).toEqual({ ...notVisible, hash: NEXT })
    }
    const logs = [log(usdt.address, 100n)]
    expect(judge(token, batch([token], { logs, from: OTHER }))).toEqual(paid)
  })

  test('error: by the account’s call of another contract proves nothing, such as an operation for an entry point', () => {
    for (const status of ['0x0', '0x1'] as const)
      expect(judge(token, batch([token], { status, to: OTHER }))).toEqual(notVisible)
  })

  test('behavior: is paid if it later succeeded under another hash', () => {
    const logs = [log(usdt.address, 100n)]
    const again = own(token, { logs, transactionHash: NEXT })
    expect(judge(token, own(token, { status: '0x0' }), again)).toEqual({ kind: 'paid', hash: NEXT })
    expect(judge(bnb, own(bnb, { status: '0x0' }), own(bnb, { transactionHash: NEXT }))).toEqual({
      kind: 'paid',
      hash: NEXT,
    })
  })
})

test('error: with another transaction that succeeded is not failed (A3)', () => {
  const [failed, done] = [own(strange, { status: '0x0' }), own(strange, { transactionHash: NEXT })]
  for (const carriers of [
    [failed, done],
    [done, failed],
  ])
    expect(judge(strange, ...carriers)).toMatchObject({ kind: 'unknown', why: 'not-visible' })
})

test('error: a failure proves nothing beside a transaction that succeeded and may contain the payment', () => {
  const relayed = batch([], { from: OTHER, to: OTHER, transactionHash: NEXT })
  const less = { ...relayed, receipt: { ...relayed.receipt, logs: [log(usdt.address, 90n)] } }
  for (const [call, other] of [
    [bnb, relayed],
    [strange, relayed],
    [bnb, { ...relayed, sent: null }],
    // The account's own call of its code, whose contents can't be read.
    [bnb, batch([], { transactionHash: NEXT })],
    [token, less],
  ] as const)
    expect(judge(call, own(call, { status: '0x0' }), other)).toMatchObject({ kind: 'unknown' })
})

test('behavior: one payment of a batch is failed beside those that the account sent on their own', () => {
  const other = transfer(OTHER, { token: BNB, value: 100n })
  const carriers = [own(bnb, { status: '0x0' }), own(other, { transactionHash: NEXT })]
  expect(judgeMined(ACCOUNT, [bnb, other], carriers)).toEqual([
    { kind: 'not-paid', why: 'failed', hash: HASH },
    { kind: 'paid', hash: NEXT },
  ])
})

test('error: of equal payments, a wallet’s transaction proves nothing about those that it does not contain', () => {
  const two = (call: Call, carrier: Carrier) =>
    judgeMined(ACCOUNT, [call, call], [carrier]).map((one) => one.kind)
  const logs = [log(usdt.address, 100n)]
  // The wallet made the other one in a transaction that it has not named, or not yet.
  expect(two(token, own(token, { logs }))).toEqual(['paid', 'unknown'])
  expect(two(token, batch([token], { logs }))).toEqual(['paid', 'unknown'])
  for (const call of [token, bnb, strange])
    for (const failed of [own(call, { status: '0x0' }), batch([call], { status: '0x0' })])
      expect(two(call, failed)).toEqual(['unknown', 'unknown'])
  expect(two(token, batch([token, token], { logs }))).toEqual(['paid', 'not-paid'])
  expect(two(bnb, batch([bnb, bnb], { status: '0x0' }))).toEqual(['not-paid', 'not-paid'])
  // The same words in another token are another payment.
  const calls = [token, token, strange]
  const kinds = (inside: readonly Call[]) =>
    judgeMined(ACCOUNT, calls, [batch(inside, { status: '0x0' })]).map((one) => one.kind)
  expect(kinds([token, strange])).toEqual(['unknown', 'unknown', 'unknown'])
  expect(kinds(calls)).toEqual(['not-paid', 'not-paid', 'not-paid'])
})

test('error: a failure beside another call of the account to the same contract proves nothing', () => {
  const failed = own(token, { status: '0x0' })
  expect(judge(token, failed)).toEqual({ kind: 'not-paid', why: 'failed', hash: HASH })
  const other = own(transfer(OTHER, { token: usdt, value: 100n }), { transactionHash: NEXT })
  expect(judge(token, failed, other)).toEqual(notVisible)
})

test('error: counts as a failure once every transaction with the payment is final', () => {
  const [first, second] = [own(bnb, { status: '0x0' }), own(bnb, { status: '0x0', transactionHash: NEXT })]
  expect(judge(bnb, first, second)).toEqual({ kind: 'not-paid', why: 'failed', hash: NEXT })
  for (const carriers of [
    [young(first), second],
    [first, young(second)],
  ])
    expect(judge(bnb, ...carriers)).toEqual({ kind: 'unknown', why: 'not-final', hash: NEXT })
})

test('behavior: matches a batch’s token payment by contract, payee and amount, and BNB by payee and amount', () => {
  const failed = batch([token, bnb], { status: '0x0' })
  const other = transfer(OTHER, { token: usdt, value: 100n })
  const elsewhere = transfer(PAYEE, { token: odd, value: 100n })
  expect(judge(other, failed)).toEqual(notVisible)
  expect(judge(elsewhere, failed)).toEqual(notVisible)
  expect(judge(transfer(PAYEE, { token: usdt, value: 99n }), failed)).toEqual(notVisible)
})

test('behavior: a payment’s hash is that of the transaction that paid it', () => {
  const first = own(token, { logs: [log(usdt.address, 100n)] })
  const second = own(strange, { logs: [log(odd.address, 100n)], transactionHash: NEXT })
  expect(judgeMined(ACCOUNT, [strange, token], [first, second])).toEqual([
    { kind: 'paid', hash: NEXT },
    { kind: 'paid', hash: HASH },
  ])
})

test('error: a successful transaction does not prove a call that is not a transfer', () => {
  const strange: Call = { to: PAYEE, value: 0n, data: '0x12345678' }
  expect(judge(strange, own(strange))).toEqual(notVisible)
})

test('error: is unknown without a transaction', () => {
  expect(judge(token)).toEqual({ kind: 'unknown', why: 'not-visible', hash: null })
})
