import { afterEach, describe, expect, test, vi } from 'vitest'
import { findPortalError, PortalError, withDeadline } from '#chain/PortalError.ts'
import { readChain } from './Rpc.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('withDeadline', () => {
  test('behavior: returns the result of the work, and leaves no timer behind', async () => {
    vi.useFakeTimers()
    expect(await withDeadline(Promise.resolve(7))).toBe(7)
    await expect(withDeadline(Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('error: times out exactly at the limit', async () => {
    vi.useFakeTimers()
    const settled = vi.fn()
    const work = withDeadline(new Promise(() => {}), 100).catch((error: unknown) => {
      settled()
      return error
    })
    await vi.advanceTimersByTimeAsync(99)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await work).toMatchObject({ name: 'TimeoutError' })
  })
})

describe('readChain', () => {
  test('behavior: returns the result', async () => {
    expect(await readChain(async () => 56n)).toBe(56n)
  })

  test('error: any error becomes one unreachable sentence with its cause', async () => {
    const cause = new Error('fetch failed')
    const error = await readChain(() => Promise.reject(cause)).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'unreachable', message: 'Can’t reach BNB Smart Chain.', cause })
  })

  test('error: a PortalError keeps its kind, also as a cause', async () => {
    const inner = new PortalError('malformed', 'Not readable.')
    const wrapped = new Error('outer', { cause: inner })
    await expect(readChain(() => Promise.reject(wrapped))).rejects.toBe(inner)
  })

  test('error: times out after ten seconds of silence', async () => {
    vi.useFakeTimers()
    const read = readChain(() => new Promise(() => {})).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await read).toMatchObject({ kind: 'unreachable', cause: { name: 'TimeoutError' } })
  })
})

describe('findPortalError', () => {
  test('behavior: finds the first in the chain of causes, or null', () => {
    const inner = new PortalError('busy', 'Busy.')
    expect(findPortalError(new Error('a', { cause: new Error('b', { cause: inner }) }))).toBe(inner)
    for (const thrown of [undefined, null, 'text', 7, {}, new Error('a')]) {
      expect(findPortalError(thrown)).toBeNull()
    }
  })

  test('behavior: ends at a cycle of causes', () => {
    const a = new Error('a')
    a.cause = new Error('b', { cause: a })
    expect(findPortalError(a)).toBeNull()
  })
})
