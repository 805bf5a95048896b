import { expect, test } from 'vitest'
import { describePayload } from '../bridge/payload.ts'
import type { Exchange, Traffic } from '../bridge/TrafficLog.ts'
import { noticeBehavior } from './noticed.ts'

type Some = Partial<Omit<Exchange, 'payload'>> & { readonly params?: unknown }

function traffic(exchanges: readonly Some[], change: Partial<Traffic> = {}): Traffic {
  return {
    exchanges: exchanges.map(({ params, ...some }, index) => ({
      number: index + 1,
      by: 'app',
      method: 'getSafeInfo',
      origin: 'http://localhost:3000',
      sdkVersion: '9.1.0',
      at: 1_000,
      payload: describePayload(params),
      state: 'answered',
      reason: '',
      answer: null,
      error: null,
      took: 5,
      ...some,
    })),
    total: exchanges.length,
    loadedAt: 500,
    now: 60_000,
    ...change,
  }
}

const ids = (exchanges: readonly Some[], change: Partial<Traffic> = {}) =>
  noticeBehavior(traffic(exchanges, change)).map(({ id }) => id)
const every = (ms: number, count: number, some: Some = {}) =>
  Array.from({ length: count }, (_, index) => ({ ...some, at: 1_000 + index * ms }))
const send = { method: 'sendTransactions', params: { txs: [] } }

test.each<[string, readonly Some[], Partial<Traffic>, string]>([
  ['a message before the page had loaded', [{ at: 100 }], {}, 'early'],
  ['a lost message that is not repeated', [{ state: 'lost', reason: 'dropped' }], {}, 'lost'],
  ['the same request five times a second', every(200, 25), {}, 'polling'],
  [
    'an unknown method',
    [{ method: 'getMoney', state: 'ignored', reason: 'unknown method' }],
    {},
    'unknown method',
  ],
  ['a message from another origin', [{ state: 'ignored', reason: 'another origin' }], {}, 'another origin'],
  [
    'a second dialog while the first waits',
    [
      { ...send, at: 1_000, state: 'waiting', took: null },
      { ...send, at: 1_500 },
    ],
    {},
    'overlapping',
  ],
  ['a call for wallets', [{ method: 'rpcCall', params: { call: 'eth_sendTransaction' } }], {}, 'wallet call'],
  [
    'a foreign permission',
    [{ method: 'wallet_requestPermissions', params: [{ clipboard: {} }] }],
    {},
    'capability',
  ],
  ['a signature with an old SDK', [{ method: 'signMessage', sdkVersion: '7.10.1' }], {}, 'old SDK'],
])('behavior: %s is noticed', (_, exchanges, change, id) => {
  expect(ids(exchanges, change)).toEqual([id])
})

test.each<[string, readonly Some[], Partial<Traffic>]>([
  ['nothing', [], {}],
  ['a message after the load', [{ at: 600 }], {}],
  ['a page that has not loaded yet', [{ at: 100 }], { loadedAt: null }],
  ['a message at the moment of loading', [{ at: 460 }], {}],
  ['an early message that is asked again', [{ at: 100 }, { at: 2_100 }], {}],
  ['a lost message that is repeated', [{ state: 'lost', reason: 'dropped' }, { at: 3_000 }], {}],
  ['a lost message a moment ago', [{ state: 'lost', reason: 'dropped', at: 58_000 }], {}],
  ['a fault that keeps every answer back', [{ state: 'lost', reason: 'silent' }], {}],
  ['three requests a second', every(333, 30), {}],
  ['many requests at once', every(1, 200), {}],
  ['as many different ones', every(200, 25).map((some, n) => ({ ...some, params: { n } })), {}],
  [
    'one dialog after the other',
    [
      { ...send, at: 1_000, took: 400 },
      { ...send, at: 1_500 },
    ],
    {},
  ],
  ['a read through rpcCall', [{ method: 'rpcCall', params: { call: 'eth_call' } }], {}],
  ['the address book', [{ method: 'wallet_requestPermissions', params: [{ requestAddressBook: {} }] }], {}],
  ['a signature with an SDK that is new enough', [{ method: 'signMessage', sdkVersion: '7.11.0' }], {}],
])('behavior: %s is not claimed', (_, exchanges, change) => {
  expect(ids(exchanges, change)).toEqual([])
})

test('error: hostile parameters and names break no rule', () => {
  const strange: readonly Some[] = [null, 5, 'x', [[[]]], { call: {} }, { __proto__: null }].flatMap(
    (params) => [
      { method: 'rpcCall', params, at: 600 },
      { method: 'wallet_requestPermissions', params: [params], at: 600 },
    ],
  )
  expect(() => noticeBehavior(traffic(strange))).not.toThrow()
  const many = Array.from({ length: 50 }, (_, index): Some => {
    return { method: `${'x'.repeat(80)}${index}`, state: 'ignored', reason: 'unknown method' }
  })
  expect(noticeBehavior(traffic(many))[0]?.fact.length).toBeLessThan(300)
})
