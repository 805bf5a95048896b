import { encodeFunctionData, erc20Abi, getAddress, parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import * as Amount from '#chain/money/Amount.ts'
import { bsc } from '../chain/Network.ts'
import { describeCall, withAmount } from './describeCall.ts'

const payee = getAddress('0x90F79bf6EB2c4f870365E785982E1f101E93b906')
const usdt = getAddress('0x55d398326f99059fF775485246999027B3197955')
const payment = {
  to: usdt,
  value: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [payee, parseEther('12.5')] }),
}

describe('describeCall', () => {
  test('behavior: describes BNB, token transfers and approvals', () => {
    const bnb = describeCall(bsc, { to: payee, value: parseEther('1'), data: '0x' })
    expect([bnb.verb, bnb.target, bnb.amount && Amount.format(bnb.amount)]).toEqual(['Send', payee, '1 BNB'])
    const token = describeCall(bsc, payment)
    expect([token.verb, token.target, token.amount && Amount.format(token.amount)]).toEqual([
      'Send',
      payee,
      '12.50 USDT',
    ])
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [payee, 7n] })
    expect(describeCall(bsc, { to: usdt, value: 0n, data }).verb).toBe('Approve')
  })

  test('behavior: describes any other data as a call, with its BNB', () => {
    const call = describeCall(bsc, { to: payee, value: 3n, data: '0xdeadbeef' })
    expect(call).toMatchObject({ verb: 'Call', target: payee, amount: { value: 3n } })
    expect(describeCall(bsc, { to: payee, value: 0n, data: '0xdeadbeef' }).amount).toBeNull()
  })
})

describe('withAmount', () => {
  test('behavior: changes only the amount', () => {
    expect(describeCall(bsc, withAmount(payment, 9n))).toEqual({
      ...describeCall(bsc, payment),
      amount: { token: describeCall(bsc, payment).amount?.token, value: 9n },
    })
    expect(withAmount({ to: payee, value: 1n, data: '0x' }, 9n)).toEqual({ to: payee, value: 9n, data: '0x' })
  })
})
