import { describe, expect, test } from 'vitest'
import { BNB, pinned } from '#chain/money/Token.ts'
import { callOf, fakeRpc, quantity, word } from '#tests/support/fakeRpc.ts'
import { checkFunds } from './checkFunds.ts'

const PAYER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const usdt = pinned.find(({ symbol }) => symbol === 'USDT') ?? BNB
const GWEI = 10n ** 9n
const DECIMALS = '0x313ce567'

describe('checkFunds', () => {
  const node = (native: bigint, balance: bigint, decimals = 18) =>
    fakeRpc({
      eth_getBalance: quantity(native),
      eth_gasPrice: quantity(GWEI),
      eth_call: (params) => word(callOf(params).data.startsWith(DECIMALS) ? decimals : balance),
    })
  const amount = { token: usdt, value: 100n }

  test('behavior: sufficient funds give no fault', async () => {
    expect(await checkFunds(node(10n ** 18n, 100n), PAYER, amount, 1)).toBeNull()
  })

  test('error: differing decimals are reported first, whatever else is wrong', async () => {
    const fault = await checkFunds(node(0n, 0n, 6), PAYER, amount, 1)
    expect(fault).toEqual({ kind: 'decimals-differ', onChain: 6 })
  })

  test('error: one base unit too little is a fault', async () => {
    expect(await checkFunds(node(10n ** 18n, 99n), PAYER, amount, 1)).toEqual({
      kind: 'too-little',
      has: { token: usdt, value: 99n },
    })
  })

  test('error: without BNB for the fee nothing can be sent, unless the account pays no fee', async () => {
    expect(await checkFunds(node(0n, 100n), PAYER, amount, 1)).toEqual({ kind: 'no-gas' })
    expect(await checkFunds(node(0n, 100n), PAYER, amount, 0)).toBeNull()
  })

  test('error: sending all BNB leaves nothing for the fee', async () => {
    const all = { token: BNB, value: 10n ** 18n }
    expect(await checkFunds(node(10n ** 18n, 0n), PAYER, all, 1)).toEqual({ kind: 'no-gas' })
    expect(await checkFunds(node(10n ** 18n, 0n), PAYER, all, 0)).toBeNull()
    expect(await checkFunds(node(10n ** 18n - 1n, 0n), PAYER, all, 0)).toEqual({
      kind: 'too-little',
      has: { token: BNB, value: 10n ** 18n - 1n },
    })
  })

  test('error: throws if the token does not answer', async () => {
    const rpc = fakeRpc({ eth_getBalance: quantity(10n ** 18n), eth_gasPrice: '0x1', eth_call: '0x' })
    await expect(checkFunds(rpc, PAYER, amount, 1)).rejects.toThrow()
  })
})
