import { expect, test } from 'vitest'
import { createTrafficLog } from './TrafficLog.ts'

const message = (id: string, params: unknown = undefined, method = 'getSafeInfo') => ({
  id,
  method,
  params,
  origin: 'http://localhost:3000',
  sdkVersion: '9.1.0',
})

test('behavior: a request has its payload, its origin and its answer with the time that it took', () => {
  const log = createTrafficLog(() => undefined)
  log.heard(message('a', { call: 'eth_call' }, 'rpcCall'))
  log.replied('a', { data: '0x1' }, false)
  const [exchange] = log.take().exchanges
  expect(exchange).toMatchObject({
    method: 'rpcCall',
    origin: 'http://localhost:3000',
    state: 'answered',
    payload: { text: '{"call":"eth_call"}' },
    answer: { text: '"0x1"' },
  })
  expect(exchange?.took).toBeGreaterThanOrEqual(0)
})

test('behavior: a second answer to the same request is a message of its own', () => {
  const log = createTrafficLog(() => undefined)
  log.heard(message('a'))
  log.replied('a', { data: 1 }, false)
  log.replied('a', { error: 'Transaction was rejected' }, false)
  expect(log.take().exchanges.map(({ by, state }) => [by, state])).toEqual([
    ['app', 'answered'],
    ['host', 'failed'],
  ])
})

test('behavior: an answer that a fault keeps back, a lost and an ignored message say why', () => {
  const log = createTrafficLog(() => undefined)
  log.heard(message('a'))
  log.replied('a', { data: 1 }, true)
  log.lost(message('b'), 'dropped')
  log.ignored(message('c'), 'unknown method')
  expect(log.take().exchanges.map(({ state, reason }) => `${state}: ${reason}`)).toEqual([
    'lost: silent',
    'lost: dropped',
    'ignored: unknown method',
  ])
})

test('error: of 20,000 messages, or of very long ones, the newest are kept, and all are counted', () => {
  const many = createTrafficLog(() => undefined)
  for (let index = 0; index < 20_000; index += 1) many.heard(message(`${index}`))
  const traffic = many.take()
  expect([traffic.exchanges.length, traffic.total]).toEqual([10_000, 20_000])
  expect(traffic.exchanges.at(-1)?.number).toBe(20_000)
  const long = createTrafficLog(() => undefined)
  for (let index = 0; index < 100; index += 1) long.heard(message(`${index}`, 'x'.repeat(1_000_000)))
  expect(long.take().exchanges).toHaveLength(80)
})
