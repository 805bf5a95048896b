import fc from 'fast-check'
import { concatHex, encodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { anyAddress, anyCall, anyUint256 } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import * as Call from './Call.ts'
import { BNB, pinned } from './Token.ts'

const TOKEN = '0x55d398326f99059fF775485246999027B3197955'
const PAYEE = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const usdt = { ...BNB, address: TOKEN, symbol: 'USDT' } as const

describe('transfer', () => {
  test('behavior: equals viem’s ERC-20 calldata', () => {
    expect(Call.transfer(PAYEE, { token: usdt, value: 250n })).toEqual({
      to: TOKEN,
      value: 0n,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [PAYEE, 250n] }),
    })
  })

  test('behavior: of BNB is a plain send', () => {
    expect(Call.transfer(PAYEE, { token: BNB, value: 3n })).toEqual({ to: PAYEE, value: 3n, data: '0x' })
  })
})

describe('asTransfer', () => {
  test('behavior: parses back every transfer', () => {
    fc.assert(
      fc.property(anyAddress, anyUint256, fc.constantFrom(...pinned), (to, value, token) => {
        const call = Call.transfer(to, { token, value })
        expect(Call.asTransfer(call)).toEqual({ token: token.address, to, value })
      }),
      propertyRuns(150),
    )
  })

  const good = Call.transfer(PAYEE, { token: usdt, value: 250n })
  const encode = (functionName: 'approve' | 'transferFrom', args: readonly unknown[]) =>
    encodeFunctionData({ abi: erc20Abi, functionName, args } as never)
  test.each<[string, Call.Call]>([
    ['bytes after its end', { ...good, data: concatHex([good.data, '0x00']) }],
    ['a word after its end', { ...good, data: concatHex([good.data, `0x${'0'.repeat(64)}`]) }],
    ['a byte too few', { ...good, data: good.data.slice(0, -2) as Hex }],
    ['only its selector', { ...good, data: '0xa9059cbb' }],
    ['BNB beside it', { ...good, value: 1n }],
    ['dirt in the padding of the payee', { ...good, data: good.data.replace('bb00', 'bb01') as Hex }],
    ['a transfer of the zero address, which is no token', { ...good, to: zeroAddress }],
    ['an approval', { ...good, data: encode('approve', [PAYEE, 250n]) }],
    ['a transfer from another account', { ...good, data: encode('transferFrom', [PAYEE, PAYEE, 250n]) }],
  ])('error: %s is not a plain transfer', (_, call) => {
    expect(Call.asTransfer(call)).toBeNull()
  })

  test('error: with one changed digit, reads only data that `transfer` would produce', () => {
    const digit = fc.record({
      at: fc.integer({ min: 2, max: 137 }),
      to: fc.constantFrom(...'0123456789abcdef'),
    })
    fc.assert(
      fc.property(anyAddress, anyUint256, digit, (payee, value, { at, to }) => {
        const { data } = Call.transfer(payee, { token: usdt, value })
        const call = { to: TOKEN, value: 0n, data: `${data.slice(0, at)}${to}${data.slice(at + 1)}` } as const
        const read = Call.asTransfer(call as Call.Call)
        if (read !== null) expect(Call.transfer(read.to, { token: usdt, value: read.value })).toEqual(call)
        else expect(at < 34).toBe(true)
      }),
      propertyRuns(250),
    )
  })
})

describe('sameList', () => {
  const calls = fc.array(anyCall, { minLength: 1, maxLength: 5 })

  test('behavior: ignores the case of hex digits', () => {
    fc.assert(
      fc.property(calls, (list) => {
        const lower = list.map((call) => ({
          to: call.to.toLowerCase() as Hex,
          value: call.value,
          data: `0x${call.data.slice(2).toUpperCase()}` as Hex,
        }))
        expect(Call.sameList(list, lower)).toBe(true)
      }),
      propertyRuns(100),
    )
  })

  test('error: another payee, amount, data, order or length differs', () => {
    fc.assert(
      fc.property(calls, anyCall, fc.nat(), (list, other, seed) => {
        const at = seed % list.length
        const call = list[at] as Call.Call
        fc.pre(call.to !== other.to && call.value !== other.value && call.data !== other.data)
        const put = (changed: Call.Call) => list.map((kept, index) => (index === at ? changed : kept))
        expect(Call.sameList(list, put({ ...call, to: other.to }))).toBe(false)
        expect(Call.sameList(list, put({ ...call, value: other.value }))).toBe(false)
        expect(Call.sameList(list, put({ ...call, data: other.data }))).toBe(false)
        expect(Call.sameList(list, [...list, other])).toBe(false)
        expect(Call.sameList(list, list.slice(1))).toBe(false)
        expect(Call.sameList([call, other], [other, call])).toBe(false)
      }),
      propertyRuns(100),
    )
  })

  test('behavior: two empty lists are equal', () => {
    expect(Call.sameList([], [])).toBe(true)
  })
})
