import { afterEach, describe, expect, test, vi } from 'vitest'
import { findPortalError, PortalError } from '#chain/PortalError.ts'
import { hex } from '#chain/schemas.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { ask, RpcError, readChain, withDeadline } from './Rpc.ts'
import { erc20Abi, readContract } from './rpcMethods.ts'

const token = { address: SAFE, abi: erc20Abi } as const

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

  test('error: where no node answered, it becomes one unreachable sentence with its cause', async () => {
    const cause = new Error('fetch failed')
    const error = await readChain(() => Promise.reject(cause)).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'unreachable', message: 'Can’t reach BNB Smart Chain.', cause })
  })

  test.each([
    ['reported an error', () => Promise.reject(new RpcError(-32005, 'limit exceeded'))],
    ['answered for a contract that is not there', () => readContract(async () => '0x', token, 'decimals')],
    ['answered something else', () => ask(async () => 7, hex, 'eth_call')],
  ] as const)('error: the chain is not called out of reach if a node %s', async (_, work) => {
    const error = await readChain<unknown>(work).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      kind: 'unreachable',
      message: 'Some data couldn’t be read from BNB Smart Chain.',
    })
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
