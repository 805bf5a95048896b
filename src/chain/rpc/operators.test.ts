import { describe, expect, test } from 'vitest'
import { createRpc } from './createRpc.ts'
import { operatorOf } from './Endpoint.ts'

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

  test.each([
    ['a dot at the end', 'https://bsc-dataseed.bnbchain.org', 'https://bsc-dataseed.bnbchain.org.'],
    ['two dots at the end', 'https://rpc.example.com', 'https://rpc.example.com..'],
    ['a top-level domain with digits', 'https://a.example.xn--p1ai', 'https://b.example.xn--p1ai'],
    ['a domain in another script', 'https://a.пример.рф', 'https://b.xn--e1afmkfd.xn--p1ai'],
    ['letter case', 'https://RPC.Example.COM', 'https://rpc.example.com'],
    ['ports', 'https://rpc.example.com:8545', 'https://rpc.example.com:8546'],
    ['a name and a password', 'https://ada:x@rpc.example.com', 'https://ben:y@rpc.example.com'],
    ['paths and keys', 'https://rpc.example.com/v1/a?key=1', 'https://rpc.example.com/v1/b#2'],
    ['the scheme', 'http://rpc.example.com', 'https://rpc.example.com'],
    ['two shared hosts under one suffix', 'https://a.co.uk', 'https://b.co.uk'],
    ['two numeric addresses', 'https://203.0.113.7', 'https://203.0.113.8'],
    ['a numeric address in two forms', 'https://203.0.113.7', 'https://[::ffff:203.0.113.7]'],
    ['two addresses of IPv6', 'https://[2001:db8::1]', 'https://[2001:db8:1::2]'],
    ['two names of a private network', 'http://node-a:8545', 'http://node-b:8545'],
    ['a dot after localhost', 'http://localhost.:8545', 'http://localhost:8545'],
  ])('error: %s makes no second operator', (_, one, other) => {
    expect(operatorOf(one)).toBe(operatorOf(other))
  })

  test('behavior: two domains are two operators', () => {
    expect(operatorOf('https://rpc.example.com')).not.toBe(operatorOf('https://rpc.example.org'))
    expect(operatorOf('https://a.example.xn--p1ai')).not.toBe(operatorOf('https://a.other.xn--p1ai'))
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

test('behavior: operators that serve logs come first for logs, and others for receipts', () => {
  const urls = ['bsc-dataseed.bnbchain.org', 'bsc-rpc.publicnode.com', 'rpc-bsc.48.club']
  const rpc = createRpc(urls.map((host) => `https://${host}`))
  const [binance, club, publicnode] = rpc.witnesses ?? []
  const logs = rpc.witnessesFor?.('eth_getLogs') ?? []
  expect(logs.map((one) => [club, publicnode, binance].indexOf(one))).toEqual([0, 1, 2])
})
