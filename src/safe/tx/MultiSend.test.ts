import fc from 'fast-check'
import { concatHex, encodeFunctionData, encodePacked, type Hex, parseAbi, size } from 'viem'
import { describe, expect, test } from 'vitest'
import { anyBytes, anyCall } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import * as MultiSend from './MultiSend.ts'

const abi = parseAbi(['function multiSend(bytes transactions) payable'])
const wrap = (packed: Hex) => encodeFunctionData({ abi, args: [packed] })

/** One row as specified in the contract's own comment, packed by viem. */
function row(operation: number, to: Hex, value: bigint, data: Hex, length = size(data)): Hex {
  const types = ['uint8', 'address', 'uint256', 'uint256', 'bytes'] as const
  return encodePacked(types, [operation, to, value, BigInt(length), data])
}

describe('encode', () => {
  test('behavior: packs like Solidity', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 6 }), (calls) => {
        const packed = concatHex(calls.map(({ to, value, data }) => row(0, to, value, data)))
        expect(MultiSend.encode(calls).toLowerCase()).toBe(wrap(packed).toLowerCase())
      }),
      propertyRuns(100),
    )
  })

  test('behavior: is decoded row by row', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 6 }), (calls) => {
        expect(MultiSend.decode(MultiSend.encode(calls))).toEqual(
          calls.map((call) => ({ ...call, operation: 0 })),
        )
      }),
      propertyRuns(150),
    )
  })
})

describe('decode', () => {
  const good = row(0, PAYEE, 5n, '0x1234')

  test('behavior: distinguishes a delegatecall from a call', () => {
    expect(MultiSend.decode(wrap(concatHex([row(1, PAYEE, 0n, '0xab'), good])))).toEqual([
      { operation: 1, to: PAYEE, value: 0n, data: '0xab' },
      { operation: 0, to: PAYEE, value: 5n, data: '0x1234' },
    ])
  })

  test.each<[string, Hex]>([
    ['nothing at all', '0x'],
    ['only a selector', '0x8d80ff0a'],
    ['another function', encodeFunctionData({ abi: parseAbi(['function f(bytes)']), args: [good] })],
    ['a row cut short', wrap(good.slice(0, -2) as Hex)],
    ['half a row head', wrap(good.slice(0, 60) as Hex)],
    ['a byte after the last row', wrap(concatHex([good, '0x00']))],
    ['bytes after the calldata', concatHex([wrap(good), `0x${'00'.repeat(32)}`])],
    ['an undefined operation', wrap(row(2, PAYEE, 0n, '0x'))],
    ['a row longer than the data', wrap(row(0, PAYEE, 0n, '0x12', 2))],
    ['a row longer than memory', wrap(`${good.slice(0, -68)}${'f'.repeat(64)}1234` as Hex)],
    ['dirt in the padding', `${wrap(good).slice(0, -2)}01` as Hex],
    ['a wrong offset', wrap(good).replace('20', '40') as Hex],
  ])('error: refuses %s', (_, data) => {
    expect(MultiSend.decode(data)).toBeNull()
  })

  test('error: no bytes make it throw, and every decoded list encodes to the same bytes', () => {
    fc.assert(
      fc.property(fc.boolean(), anyBytes, (wrapped, bytes) => {
        const data = wrapped ? wrap(bytes) : bytes
        const rows = MultiSend.decode(data)
        if (rows?.every(({ operation }) => operation === 0))
          expect(MultiSend.encode(rows).toLowerCase()).toBe(data)
      }),
      propertyRuns(250),
    )
  })

  test('error: detects truncation at any byte', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { minLength: 1, maxLength: 4 }), fc.nat(), (calls, seed) => {
        const data = MultiSend.encode(calls)
        const bytes = seed % size(data)
        expect(MultiSend.decode(data.slice(0, 2 + 2 * bytes) as Hex)).toBeNull()
      }),
      propertyRuns(150),
    )
  })
})

test('behavior: recognises Safe’s own contracts in any case, and nothing else', () => {
  expect(MultiSend.isKnown('0x9641d764fc13c8B624c04430C7356C1C7C8102e2')).toBe(true)
  expect(MultiSend.isKnown('0x40a2accbd92bca938b02010e17a5b8929b49130d')).toBe(true)
  expect(MultiSend.isKnown(SAFE)).toBe(false)
  expect(MultiSend.isKnown('0x9641d764fc13c8B624c04430C7356C1C7C8102e3')).toBe(false)
})
