import { expect, test, vi } from 'vitest'
import { cyclic, endless, revoked, throwing, throwingCause } from '#tests/support/hostileValues.ts'
import { PAYEE } from '#tests/support/safeExamples.ts'
import { readBatching } from './sendBatch.ts'

const offered = (answer: unknown) => readBatching(async () => answer, PAYEE)

test.each([
  ['atomic', { '0x38': { atomic: { status: 'supported' } } }],
  ['upgrade', { '0x38': { atomic: { status: 'ready' } } }],
  ['single', { '0x38': { atomic: { status: 'unsupported' } } }],
  ['atomic', { '0x0': { atomic: { status: 'supported' } } }],
  ['upgrade', { '0x0': { atomic: { status: 'ready' } }, '0x38': { paymasterService: { supported: true } } }],
  ['single', { '0x0': { atomic: { status: 'supported' } }, '0x38': { atomic: { status: 'unsupported' } } }],
  ['atomic', { '0x38': { atomicBatch: { supported: true } } }],
  ['atomic', { '0x0': { atomicBatch: { supported: true } }, '0x38': null }],
  ['single', { '0x38': { atomicBatch: { supported: false } } }],
  ['single', { '0x38': { atomicBatch: { supported: true }, atomic: { status: 'unsupported' } } }],
  ['single', { '0x1': { atomic: { status: 'supported' } } }],
  ['single', { '0x38': { atomic: { status: 'certainly' } } }],
  ['single', { '0x38': { atomic: 'supported' } }],
  ['single', { '0x38': { atomic: true } }],
  ['single', { '0x38': { atomicBatch: { supported: 'yes' } } }],
  ['single', { '0x38': { atomicBatch: true } }],
  ['single', { '0x38': 'supported' }],
  ['single', {}],
] as const)('behavior: reads %s from %j', async (kind, answer) => {
  expect(await offered(answer)).toEqual(kind === 'single' ? { kind } : { kind, limit: 10 })
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'supported'],
  ['a list', [{ '0x38': { atomic: { status: 'supported' } } }]],
  ['an object that throws on every property', throwing],
  ['a revoked proxy', revoked],
  ['endless objects', endless()],
])('error: %s means single', async (_, answer) => {
  expect(await offered(answer)).toEqual({ kind: 'single' })
})

test.each<[string, unknown]>([
  ['an unknown method', { code: -32601 }],
  ['nothing', undefined],
  ['cyclic causes', cyclic],
  ['a cause that throws', throwingCause],
])('error: a wallet that throws %s is single', async (_, thrown) => {
  expect(await readBatching(() => Promise.reject(thrown), PAYEE)).toEqual({ kind: 'single' })
  const atOnce = () => {
    throw thrown
  }
  expect(await readBatching(atOnce, PAYEE)).toEqual({ kind: 'single' })
})

test('error: a wallet that never answers is single after three seconds', async () => {
  vi.useFakeTimers()
  try {
    const asked = readBatching(() => new Promise(() => {}), PAYEE)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await asked).toEqual({ kind: 'single' })
  } finally {
    vi.useRealTimers()
  }
})

test('behavior: asks for the account on BSC only', async () => {
  const asked: unknown[] = []
  await readBatching(async (...question) => asked.push(question), PAYEE)
  expect(asked).toEqual([['wallet_getCapabilities', [PAYEE, ['0x38']]]])
})
