import { type Hex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { item, paid, received, usdt } from '#tests/support/activityItems.ts'
import { fakeRpc, quantity, word } from '#tests/support/fakeRpc.ts'
import { twoNodes, txHash } from '#tests/support/fakeSafe.ts'
import { safeCodeAnswers } from '#tests/support/safeCode.ts'
import { OWNERS, PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { readItemStatus } from './itemStatus.ts'

const hash = txHash(7)
const MODULE: Address = OWNERS[2]
const MODULE_SUCCESS = '0x6895c13664aa4f67288b25d7a21d7aaa34916e355fb9b6fae0a139a9085becb8'
const MODULE_FAILURE = '0xacd2c8702804128fdb0db2bb49f6d127dd0181c13fd45dbfe16de0930e2bd375'
const RECEIVED = '0x3d0ce9bfc3ed7d6862dbb28b2dea94561fe714a1b4d019aa8af39730d1ad7c3d'
const SUCCESS = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const log = (address: string, topics: readonly Hex[], data: Hex = '0x') => ({
  address: address.toLowerCase(),
  topics,
  data,
})
const moved = (from: Hex, to: Hex, value: bigint, token = usdt) =>
  log(token.address ?? SAFE, [TRANSFER, pad(from), pad(to)], word(value))

/** Returns the status of the item if nodes report these logs in its receipt; null for an unknown transaction. */
function statusOf(
  reported: ActivityItem,
  logs: readonly object[] | null,
  { status = '0x1', block = 5n, operators = 2, code = null as string | null, sent = {} } = {},
) {
  const of = reported.hash === null ? reported : { ...reported, hash }
  const receipt = logs && { status, blockNumber: quantity(block), transactionHash: of.hash, logs }
  const node = fakeRpc({
    ...safeCodeAnswers(SAFE),
    ...(code === null ? {} : { eth_getCode: code }),
    eth_getTransactionReceipt: () => receipt,
    // Executed by a relay, whose calldata shows nothing.
    eth_getTransactionByHash: () => ({
      hash: of.hash,
      from: OWNERS[0].toLowerCase(),
      to: PAYEE.toLowerCase(),
      value: '0x0',
      nonce: '0x1',
      input: '0x',
      ...sent,
    }),
    eth_getBlockByNumber: { number: quantity(10n) },
  })
  return readItemStatus(operators === 2 ? twoNodes(node) : node, SAFE, of)
}
const paidIn = { kind: 'paid', hash }
const failed = { kind: 'not-paid', why: 'failed', hash }
const mismatch = { kind: 'mismatch', differences: ['The network says otherwise.'] }
const notVisible = { kind: 'unknown', why: 'not-visible', hash }

describe('a module’s transaction', () => {
  const byModule = (some: Partial<ActivityItem> = {}) => item({ module: MODULE, ...some })

  test('behavior: is proven by the Safe’s own event for that module', async () => {
    expect(await statusOf(byModule(), [log(SAFE, [MODULE_SUCCESS, pad(MODULE)])])).toEqual(paidIn)
    expect(await statusOf(byModule(), [log(SAFE, [MODULE_FAILURE, pad(MODULE)])])).toEqual(failed)
  })

  test('error: is not proven by another contract’s or module’s event', async () => {
    for (const logs of [
      [log(PAYEE, [MODULE_SUCCESS, pad(MODULE)])],
      [log(SAFE, [MODULE_SUCCESS, pad(PAYEE)])],
      [],
    ]) {
      expect(await statusOf(byModule(), logs)).toEqual(mismatch)
    }
  })

  test('error: with a reported payment also needs the token’s log', async () => {
    const what = {
      kind: 'transfer-out',
      to: PAYEE,
      amount: { amount: { token: usdt, value: 10n }, suspect: null },
    } as const
    const ran = log(SAFE, [MODULE_SUCCESS, pad(MODULE)])
    expect(await statusOf(byModule({ what }), [ran, moved(SAFE, PAYEE, 10n)])).toEqual(paidIn)
    expect(await statusOf(byModule({ what }), [ran, moved(SAFE, PAYEE, 9n)])).toEqual(mismatch)
  })
})

describe('two calls of a module in one transaction, of which one failed', () => {
  const ended = [MODULE_FAILURE, MODULE_SUCCESS].map((event) => log(SAFE, [event as Hex, pad(MODULE)]))

  test.each([
    ['as they came', ended],
    ['the other way round', ended.toReversed()],
  ])('error: make no payment fail that its token shows, %s', async (_, events) => {
    const payment = { ...paid(PAYEE), safeTxHash: null, module: MODULE }
    expect(await statusOf(payment, [...events, moved(SAFE, PAYEE, 10n)])).toEqual(paidIn)
    expect(await statusOf(payment, events)).toEqual(notVisible)
    expect(await statusOf(item({ module: MODULE }), events)).toEqual(notVisible)
  })
})

test('error: a transfer of nothing that the owners signed is no contradiction', async () => {
  const nothing = paid(PAYEE, 0n)
  const logs = [log(SAFE, [SUCCESS, nothing.safeTxHash as Hex], word(0)), moved(SAFE, PAYEE, 0n)]
  expect(await statusOf(nothing, logs)).toEqual(paidIn)
})

test('error: a token that the owners took from somebody was received', async () => {
  const taken = { ...received(PAYEE), safeTxHash: paid(PAYEE).safeTxHash }
  const ran = log(SAFE, [SUCCESS, taken.safeTxHash as Hex], word(0))
  expect(await statusOf(taken, [ran, moved(PAYEE, SAFE, 10n)])).toEqual(paidIn)
  expect(await statusOf(taken, [ran, moved(PAYEE, SAFE, 9n)])).toEqual(mismatch)
  expect(await statusOf(taken, [moved(PAYEE, SAFE, 10n)])).toEqual(mismatch)
})

describe('a relayed execution', () => {
  test('behavior: proves a token payment by event and log, but never BNB', async () => {
    const token = paid(PAYEE)
    const ran = (of: ActivityItem) => log(SAFE, [SUCCESS, of.safeTxHash as Hex], word(0))
    expect(await statusOf(token, [ran(token), moved(SAFE, PAYEE, 10n)])).toEqual(paidIn)
    const bnb = paid(PAYEE, 10n, Token.BNB)
    expect(await statusOf(bnb, [ran(bnb)])).toEqual(notVisible)
  })
})

describe('a received payment', () => {
  test('behavior: is proven by the token’s log, or for BNB by the Safe’s', async () => {
    expect(await statusOf(received(PAYEE), [moved(PAYEE, SAFE, 10n)])).toEqual(paidIn)
    expect(await statusOf(received(PAYEE), [moved(PAYEE, SAFE, 11n)])).toEqual(mismatch)
    const bnb = received(PAYEE, 10n, Token.BNB)
    expect(await statusOf(bnb, [log(SAFE, [RECEIVED, pad(PAYEE)], word(10))])).toEqual(paidIn)
    // A Safe before 1.3.0 emits no log for it.
    expect(await statusOf(bnb, [])).toEqual(notVisible)
    expect(await statusOf(item({ what: { kind: 'creation' } }), [])).toEqual(notVisible)
  })

  test('behavior: is final only once its block is', async () => {
    const logs = [moved(PAYEE, SAFE, 10n)]
    const young = { kind: 'confirming', hash, lacks: 'finality' }
    expect(await statusOf(received(PAYEE), logs, { block: 11n })).toEqual(young)
  })

  test('error: is neither proven nor disproven by one operator', async () => {
    const alone = { operators: 1 }
    expect(await statusOf(received(PAYEE), [moved(PAYEE, SAFE, 10n)], alone)).toEqual({
      kind: 'confirming',
      hash,
      lacks: 'second-operator',
    })
    const notFinal = { kind: 'unknown', why: 'not-final', hash }
    expect(await statusOf(received(PAYEE), [moved(PAYEE, SAFE, 11n)], alone)).toEqual(notFinal)
    expect(await statusOf(received(PAYEE), [], { ...alone, status: '0x0' })).toEqual(notFinal)
  })

  test('error: is not disproven by a failure in a block that is not final', async () => {
    expect(await statusOf(received(PAYEE), [], { block: 11n, status: '0x0' })).toEqual({
      kind: 'unknown',
      why: 'not-final',
      hash,
    })
  })
})

test('error: is not known if only a contract without Safe’s code reports it', async () => {
  const foreign = { code: '0x6001600155' }
  const unknown = { kind: 'unknown', why: 'foreign-code', hash }
  const token = paid(PAYEE)
  const ran = log(SAFE, [SUCCESS, token.safeTxHash as Hex], word(0))
  expect(await statusOf(token, [ran, moved(SAFE, PAYEE, 10n)], foreign)).toEqual(unknown)
  expect(await statusOf(token, [], { ...foreign, status: '0x0' })).toEqual(unknown)
  const byModule = item({ module: MODULE })
  expect(await statusOf(byModule, [log(SAFE, [MODULE_SUCCESS, pad(MODULE)])], foreign)).toEqual(unknown)
  expect(await statusOf(byModule, [log(SAFE, [MODULE_FAILURE, pad(MODULE)])], foreign)).toEqual(unknown)
  const bnb = received(PAYEE, 10n, Token.BNB)
  expect(await statusOf(bnb, [log(SAFE, [RECEIVED, pad(PAYEE)], word(10))], foreign)).toEqual(unknown)
  // The token itself emits this log, so the receiver's code does not matter.
  expect(await statusOf(received(PAYEE), [moved(PAYEE, SAFE, 10n)], foreign)).toEqual(paidIn)
})

test('error: BNB that a transaction itself brought is received, without a log and whatever code the account has', async () => {
  const bnb = received(OWNERS[1], 10n, Token.BNB)
  const sent = { from: OWNERS[1].toLowerCase(), to: SAFE.toLowerCase(), value: '0xa' }
  for (const code of [null, '0x', '0x6001600155']) {
    expect(await statusOf(bnb, [], { sent, code })).toEqual(paidIn)
  }
  expect(await statusOf(bnb, [], { sent, block: 11n })).toMatchObject({ kind: 'confirming' })
  expect(await statusOf(bnb, [], { sent, status: '0x0' })).toEqual(failed)
  for (const other of [{ value: '0xb' }, { to: PAYEE.toLowerCase() }, { from: OWNERS[2].toLowerCase() }]) {
    expect(await statusOf(bnb, [], { sent: { ...sent, ...other } })).toEqual(notVisible)
  }
  expect(await statusOf({ ...bnb, twins: 1 }, [], { sent })).toEqual(notVisible)
})

test('error: that is listed twice needs two logs', async () => {
  const transfer = moved(OWNERS[1], SAFE, 10n)
  const twin = { ...received(OWNERS[1]), twins: 1 }
  expect(await statusOf(twin, [transfer])).toEqual(mismatch)
  expect(await statusOf(twin, [transfer, transfer])).toEqual(paidIn)
  const bnb = { ...received(OWNERS[1], 10n, Token.BNB), twins: 1 }
  const arrived = log(SAFE, [RECEIVED, pad(OWNERS[1])], word(10))
  expect(await statusOf(bnb, [arrived])).toEqual(notVisible)
  expect(await statusOf(bnb, [arrived, arrived])).toEqual(paidIn)
})

test('error: is never a proposal that the owners signed, whatever direction the service reports', async () => {
  const { safeTxHash } = paid(PAYEE)
  const inward = { ...received(SAFE), safeTxHash }
  const logs = [log(SAFE, [SUCCESS, safeTxHash as Hex], word(0)), moved(SAFE, PAYEE, 10n)]
  expect(await statusOf(inward, logs)).toEqual(mismatch)
})

test('error: is pending without a block, and did not happen if it reverted', async () => {
  expect(await statusOf(received(PAYEE), null)).toEqual({ kind: 'pending', hash })
  expect(await statusOf(received(PAYEE), [], { status: '0x0' })).toEqual(failed)
  expect(await statusOf(paid(PAYEE), [], { status: '0x0' })).toEqual(mismatch)
  expect(await statusOf(item({ hash: null }), [])).toEqual({ ...notVisible, hash: null })
})
