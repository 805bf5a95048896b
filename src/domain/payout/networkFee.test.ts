import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { RpcError } from '#chain/rpc/Rpc.ts'
import { fakeRpc, quantity } from '#tests/support/fakeRpc.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { SAFE, USDT } from '#tests/support/safeExamples.ts'
import { aboutBnb, readFee } from './checkFunds.ts'

const usdt = Token.find(USDT) ?? Token.BNB
const calls = (count: number, token: Token.Token) =>
  Array.from({ length: count }, (_, index) => Call.transfer(payeeAt(index), { token, value: 1n }))

/** A node where a token transfer uses 50,000 gas and a BNB transfer 21,000, at 3 wei each. */
function node(asked: unknown[] = []) {
  return fakeRpc({
    eth_gasPrice: '0x3',
    eth_estimateGas: ([question]) => {
      asked.push(question)
      return quantity((question as { data: string }).data === '0x' ? 21_000 : 50_000)
    },
  })
}

test('behavior: counts every payment with its own estimate', async () => {
  const asked: unknown[] = []
  const fee = await readFee(node(asked), SAFE, [...calls(2, usdt), ...calls(3, Token.BNB)])
  expect(fee).toEqual({ kind: 'about', wei: 3n * (2n * 50_000n + 3n * 21_000n), tried: 5 })
  expect(asked[1]).toEqual({ from: SAFE, to: payeeAt(0), value: '0x1', data: '0x' })
})

test('behavior: samples a long list with every token, and applies the highest estimate to the rest', async () => {
  const asked: unknown[] = []
  const fee = await readFee(node(asked), SAFE, [...calls(500, usdt), ...calls(500, Token.BNB)])
  expect(fee).toEqual({ kind: 'about', wei: 3n * 500n * 71_000n, tried: 20 })
  expect(asked).toHaveLength(20)
})

test('error: a payment that would fail gives no estimate, and an unreachable node throws', async () => {
  const refusing = fakeRpc({
    eth_gasPrice: '0x3',
    eth_estimateGas: () => {
      throw new RpcError(3, 'execution reverted: no')
    },
  })
  expect(await readFee(refusing, SAFE, calls(2, usdt))).toEqual({ kind: 'would-fail' })
  const silent = fakeRpc({ eth_gasPrice: '0x3' })
  const babbling = fakeRpc({ eth_gasPrice: '0x3', eth_estimateGas: 'much' })
  await expect(readFee(silent, SAFE, calls(2, usdt))).rejects.toThrow('does not exist')
  await expect(readFee(babbling, SAFE, calls(2, usdt))).rejects.toThrow('Invalid format')
})

test.each([
  [0n, 'about 0 BNB'],
  [1n, 'about 0.000000000000000001 BNB'],
  [99n, 'about 0.000000000000000099 BNB'],
  [101n, 'about 0.00000000000000011 BNB'],
  [123_456_789_000_000n, 'about 0.00013 BNB'],
  [10n ** 18n, 'about 1 BNB'],
])('behavior: writes %i wei as %s', (wei, text) => {
  expect(aboutBnb(wei)).toBe(text)
})

test('behavior: never rounds an estimate down, nor up by more than a tenth', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 20n), (wei) => {
      const digits = aboutBnb(wei).replace(/^about | BNB$|,/g, '')
      const [whole = '', fraction = ''] = digits.split('.')
      const said = BigInt(whole + fraction.padEnd(18, '0'))
      expect(said >= wei && said * 10n <= wei * 11n).toBe(true)
    }),
    propertyRuns(250),
  )
})
