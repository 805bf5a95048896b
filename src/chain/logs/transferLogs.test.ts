import fc from 'fast-check'
import { encodeEventTopics, erc20Abi, type Hex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { transfer } from '#chain/money/Call.ts'
import { BNB, pinned } from '#chain/money/Token.ts'
import type { Receipt } from '#chain/rpc/rpcMethods.ts'
import { anyAddress } from '#tests/support/arbitraries.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { traceTransfers } from './logs.ts'

const FROM = '0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4'
const PAYEE = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const HASH = `0x${'ab'.repeat(32)}` as const
const usdt = pinned.find(({ symbol }) => symbol === 'USDT') ?? BNB
const usdc = pinned.find(({ symbol }) => symbol === 'USDC') ?? BNB
const pay = (value: bigint, to: Address = PAYEE) => transfer(to, { token: usdt, value })

/** A token's log, encoded by viem. */
function log(to: Address, value: bigint, from: Address = FROM, token = usdt): Receipt['logs'][number] {
  const topics = encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } }) as Hex[]
  return { address: (token.address ?? FROM).toLowerCase() as Hex, topics, data: word(value) }
}
const kinds = (...[calls, logs]: [Parameters<typeof traceTransfers>[1], Receipt['logs']]) =>
  traceTransfers(FROM, calls, logs).map((trace) => trace?.kind ?? null)

describe('tracing transfers by logs', () => {
  test('behavior: finds every transfer with an exact log, in any order', () => {
    expect(kinds([pay(2n), pay(1n)], [log(PAYEE, 1n), log(PAYEE, 2n)])).toEqual(['exact', 'exact'])
  })

  test('behavior: returns the log that proves a transfer', () => {
    const own = log(PAYEE, 2n)
    expect(traceTransfers(FROM, [pay(2n)], [log(PAYEE, 1n), own])).toEqual([{ kind: 'exact', log: own }])
  })

  test('behavior: returns the received amount if the token kept a part', () => {
    const part = log(PAYEE, 9n)
    expect(traceTransfers(FROM, [pay(10n)], [log(OTHER, 1n), part])).toEqual([
      { kind: 'less', log: part, received: 9n },
    ])
  })

  test('error: two equal payments need two logs', () => {
    expect(kinds([pay(1n), pay(1n)], [log(PAYEE, 1n)])).toEqual(['exact', 'none'])
  })

  test('error: a smaller log counts for one payment, and an exact log never counts for a larger payment', () => {
    expect(kinds([pay(5n), pay(5n)], [log(PAYEE, 4n)])).toEqual(['less', 'none'])
    expect(kinds([pay(5n), pay(4n)], [log(PAYEE, 4n)])).toEqual(['none', 'exact'])
  })

  test('error: a smaller log of another token to the payee is not part of the payment', () => {
    expect(kinds([pay(5n)], [log(PAYEE, 4n, FROM, usdc)])).toEqual(['none'])
  })

  test('error: another outgoing transfer of the token could be the payment', () => {
    expect(kinds([pay(5n)], [log(OTHER, 5n)])).toEqual(['other'])
    expect(kinds([pay(5n)], [log(PAYEE, 6n)])).toEqual(['other'])
    // A log that belongs to another payment cannot be this one.
    expect(kinds([pay(5n), pay(5n, OTHER)], [log(OTHER, 5n)])).toEqual(['none', 'exact'])
  })

  test.each<[string, Receipt['logs'][number]]>([
    ['from another account', log(PAYEE, 1n, OTHER)],
    ['of another token', log(PAYEE, 1n, FROM, usdc)],
    ['of another event', { ...log(PAYEE, 1n), topics: [HASH, pad(FROM), pad(PAYEE)] }],
    ['of an NFT', { ...log(PAYEE, 1n), topics: [...log(PAYEE, 1n).topics, HASH] }],
    ['without data', { ...log(PAYEE, 1n), data: '0x' }],
    ['with data cut short', { ...log(PAYEE, 1n), data: '0x01' }],
    ['with too much data', { ...log(PAYEE, 1n), data: `${word(1n)}00` as Hex }],
    ['without topics', { ...log(PAYEE, 1n), topics: [] }],
    ['of zero', log(PAYEE, 0n)],
  ])('error: a log %s proves nothing', (_, other) => {
    expect(kinds([pay(1n)], [other])).toEqual(['none'])
    expect(kinds([pay(1n)], [other, log(PAYEE, 1n)])).toEqual(['exact'])
  })

  test('behavior: BNB leaves no log, and other calls have no result', () => {
    const approval = { ...pay(1n), data: `0x095ea7b3${pay(1n).data.slice(10)}` as Hex }
    expect(
      traceTransfers(FROM, [transfer(PAYEE, { token: BNB, value: 1n }), approval], [log(PAYEE, 1n)]),
    ).toEqual([null, null])
  })

  test('behavior: finds as many exact transfers as there are logs, in any order', () => {
    const payment = fc.record({ to: anyAddress, value: fc.bigInt({ min: 1n, max: 3n }) })
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 8 }), fc.nat(), fc.nat(), (payments, cut, turn) => {
        const logs = payments.map(({ to, value }) => log(to, value)).slice(cut % (payments.length + 1))
        const turned = [...logs.slice(turn % (logs.length + 1)), ...logs.slice(0, turn % (logs.length + 1))]
        const found = kinds(
          payments.map(({ to, value }) => pay(value, to)),
          turned,
        )
        expect(found.filter((kind) => kind === 'exact')).toHaveLength(logs.length)
      }),
      propertyRuns(100),
    )
  })
})
