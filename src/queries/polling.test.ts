import { expect, test } from 'vitest'
import { polling, retryDelay } from './polling.ts'

/** A query with a mutable state. */
function query(state: { status: string; errorUpdatedAt: number }) {
  return { state }
}

test('behavior: the delay doubles from 1 s up to 30 s', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 500].map(retryDelay)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ])
})

test('behavior: a successful read is repeated at its own interval', () => {
  expect(polling(15_000)(query({ status: 'success', errorUpdatedAt: 0 }))).toBe(15_000)
})

test('behavior: counts each failure once, however often the delay is read', () => {
  const next = polling(15_000)
  const failing = query({ status: 'error', errorUpdatedAt: 1 })
  expect([next(failing), next(failing), next(failing)]).toEqual([1_000, 1_000, 1_000])
  failing.state.errorUpdatedAt = 2
  expect([next(failing), next(failing)]).toEqual([2_000, 2_000])
  failing.state.errorUpdatedAt = 3
  expect(next(failing)).toBe(4_000)
})

test('behavior: a success resets the failure count', () => {
  const next = polling(15_000)
  const healing = query({ status: 'error', errorUpdatedAt: 1 })
  next(healing)
  healing.state.errorUpdatedAt = 2
  expect(next(healing)).toBe(2_000)
  healing.state.status = 'success'
  expect(next(healing)).toBe(15_000)
  healing.state.status = 'error'
  healing.state.errorUpdatedAt = 3
  expect(next(healing)).toBe(1_000)
})

test('error: a query that never had an answer waits longer after each failure', () => {
  const next = polling(15_000)
  const unanswered = query({ status: 'pending', errorUpdatedAt: 0 })
  const delays = [1, 2, 3].map((at) => {
    // A query without data is pending again each time it tries.
    unanswered.state.status = 'pending'
    next(unanswered)
    unanswered.state.status = 'error'
    unanswered.state.errorUpdatedAt = at
    return next(unanswered)
  })
  expect(delays).toEqual([1_000, 2_000, 4_000])
})
