import { describe, expect, test } from 'vitest'
import { createRpc } from './createRpc.ts'
import { operatorOf } from './operators.ts'

describe('operatorOf', () => {
  test('behavior: all addresses of one operator count as one', () => {
    const own = [
      'https://bsc-dataseed.bnbchain.org',
      'https://bsc-dataseed1.binance.org/',
      'https://bsc-dataseed2.defibit.io',
      'https://bsc-dataseed3.ninicoin.io',
    ]
    expect([...new Set(own.map(operatorOf))]).toHaveLength(1)
    expect(operatorOf('https://bsc.drpc.org')).toBe(operatorOf('https://56.rpc.thirdweb.com'))
  })

  test('behavior: other hosts are grouped by parent domain', () => {
    expect(operatorOf('https://rpc-bsc.48.club')).toBe('48.club')
    expect(operatorOf('https://a.example.com/x')).toBe(operatorOf('https://b.example.com/y?z'))
    expect(operatorOf('https://203.0.113.7:1')).toBe(operatorOf('https://203.0.113.7:2'))
  })

  test('behavior: each port of this machine is a separate operator, so that a local chain can have two', () => {
    expect(operatorOf('http://127.0.0.1:1')).not.toBe(operatorOf('http://127.0.0.1:2'))
  })
})

test('error: two addresses of one operator are not two witnesses', () => {
  const one = ['https://bsc-dataseed.bnbchain.org', 'https://bsc-dataseed1.binance.org']
  expect(createRpc(one).witnesses).toBeUndefined()
  expect(createRpc([...one, 'https://rpc-bsc.48.club']).witnesses).toHaveLength(2)
})
