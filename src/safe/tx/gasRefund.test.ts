import { zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { PAYEE, payoutCall, USDT } from '#tests/support/safeExamples.ts'
import { FEE_COLLECTOR, gasRefund } from './gasRefund.ts'
import * as SafeTx from './SafeTx.ts'

const plain = SafeTx.fromCall(payoutCall, 12n)
const WBNB = '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c'
const fee = (change: Partial<SafeTx.SafeTx> = {}) =>
  gasRefund({
    ...plain,
    safeTxGas: 80_000n,
    baseGas: 60_000n,
    gasPrice: 1_000_000_000n,
    refundReceiver: FEE_COLLECTOR,
    ...change,
  })

describe('a refund', () => {
  test('behavior: does not exist without a price, a token and a receiver', () => {
    expect(gasRefund(plain)).toEqual({ kind: 'none' })
  })

  test('behavior: to Safe’s own collector is a network fee with an upper bound', () => {
    expect(fee()).toMatchObject({
      kind: 'network-fee',
      most: { token: { symbol: 'BNB' }, value: 200_000n * 10n ** 9n },
    })
    for (const [gasToken, symbol] of [
      [USDT, 'USDT'],
      ['0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 'USDC'],
      [WBNB, 'WBNB'],
    ] as const) {
      expect(fee({ gasToken })).toMatchObject({ kind: 'network-fee', most: { token: { symbol } } })
    }
  })

  test('error: above the bound, in another token or to another receiver is not a network fee', () => {
    expect(fee({ gasPrice: 10n ** 11n })).toEqual({ kind: 'network-fee', most: expect.anything() })
    expect(fee({ gasPrice: 10n ** 11n + 10n ** 9n })).toEqual({ kind: 'other', to: FEE_COLLECTOR })
    expect(fee({ gasToken: PAYEE })).toEqual({ kind: 'other', to: FEE_COLLECTOR })
    expect(fee({ gasToken: '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3' }).kind).toBe('other')
    expect(fee({ refundReceiver: PAYEE })).toEqual({ kind: 'other', to: PAYEE })
    expect(fee({ refundReceiver: zeroAddress })).toEqual({ kind: 'other', to: null })
  })

  test('error: is bounded by the signed fields, not by the estimate', () => {
    expect(fee({ baseGas: 10n ** 12n }).kind).toBe('other')
    expect(fee({ safeTxGas: 10n ** 12n }).kind).toBe('other')
  })

  test('error: with a zero price still counts if its other fields are set', () => {
    expect(fee({ gasPrice: 0n })).toEqual({ kind: 'other', to: FEE_COLLECTOR })
    expect(gasRefund({ ...plain, gasToken: USDT })).toEqual({ kind: 'other', to: null })
  })
})
