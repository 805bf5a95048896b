import fc from 'fast-check'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { anyAddress, anyUint256 } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { eip681 } from './walletLinks.ts'

const PAYEE = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const usdt = Token.pinned[1] ?? Token.BNB

test('behavior: requests a token by a transfer of its contract, in base units', () => {
  expect(eip681(PAYEE, usdt, 1_500_000_000_000_000_000n)).toBe(
    'ethereum:0x55d398326f99059fF775485246999027B3197955@56/transfer' +
      '?address=0x90F79bf6EB2c4f870365E785982E1f101E93b906&uint256=1500000000000000000',
  )
})

test('behavior: requests BNB in wei', () => {
  expect(eip681(PAYEE, Token.BNB, 1n)).toBe('ethereum:0x90F79bf6EB2c4f870365E785982E1f101E93b906@56?value=1')
})

test('behavior: omits an open amount', () => {
  expect(eip681(PAYEE, Token.BNB, null)).toBe('ethereum:0x90F79bf6EB2c4f870365E785982E1f101E93b906@56')
  expect(eip681(PAYEE, usdt, null)).toBe(
    'ethereum:0x55d398326f99059fF775485246999027B3197955@56/transfer' +
      '?address=0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  )
})

/** Decodes the text by the grammar of the standard, without using the portal's code. */
function decode(text: string) {
  const [head = '', query = ''] = text.split('?')
  const match = /^ethereum:(?:pay-)?(0x[0-9a-fA-F]{40})@([0-9]+)(?:\/([a-z]+))?$/.exec(head)
  if (!match) throw new Error(`Not a request: ${text}`)
  const [, target = '', chain, called] = match
  const parameters = new Map(
    query === '' ? [] : query.split('&').map((part) => part.split('=') as [string, string]),
  )
  const number = (name: string) => {
    const digits = parameters.get(name)
    if (digits !== undefined && !/^[0-9]+$/.test(digits)) throw new Error(`Not exact: ${digits}`)
    return digits === undefined ? null : BigInt(digits)
  }
  return called === undefined
    ? { chain, token: null, payee: target, value: number('value'), parameters: parameters.size }
    : {
        chain,
        called,
        token: target,
        payee: parameters.get('address'),
        value: number('uint256'),
        parameters: parameters.size,
      }
}

test('behavior: an independent parser reads the same payee, token, chain and base units', () => {
  const anyToken = fc.oneof(
    fc.constantFrom(...Token.pinned),
    anyAddress.map((address): Token.Token => ({ address, symbol: 'X', name: 'X', decimals: 6 })),
  )
  const anyValue = fc.option(anyUint256.filter((value) => value > 0n))
  fc.assert(
    fc.property(anyAddress, anyToken, anyValue, (payee, token, value) => {
      const read = decode(eip681(payee, token, value))
      expect(read.chain).toBe('56')
      expect(read.token).toBe(token.address)
      expect(getAddress(read.payee ?? '')).toBe(payee)
      expect(read.value).toBe(value)
      expect(read.called).toBe(token.address === null ? undefined : 'transfer')
      expect(read.parameters).toBe((token.address === null ? 0 : 1) + (value === null ? 0 : 1))
    }),
    propertyRuns(1_250),
  )
})

test.each([0n, -1n, 2n ** 256n])('error: refuses %s base units', (value) => {
  expect(() => eip681(PAYEE, usdt, value)).toThrow(RangeError)
})
