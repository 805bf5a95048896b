import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeRpc } from '#tests/support/fakeRpc.ts'
import { contentOf, readWithQuorum } from './quorum.ts'
import type { Rpc } from './Rpc.ts'

/** A node that returns this answer, or fails, and counts its reads. */
function node(answer: unknown) {
  let asked = 0
  const rpc: Rpc = async () => {
    asked++
    if (answer instanceof Error) throw answer
    return answer
  }
  return Object.assign(rpc, { asked: () => asked })
}
/** A node that takes this long (ms) to answer. */
const delayed =
  (answer: unknown, ms: number): Rpc =>
  () =>
    new Promise((resolve) => {
      setTimeout(resolve, ms, answer)
    })
const of = (...nodes: Rpc[]): Rpc => Object.assign(fakeRpc({}), { witnesses: nodes })
const read = (rpc: Rpc, keyOf?: (value: unknown) => string | null) =>
  readWithQuorum(rpc, (one) => one('x'), keyOf)
const down = new Error('connection refused')

// No time passes by itself, so a test that ends has waited for nothing.
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('readWithQuorum', () => {
  test('behavior: two operators with the same answer agree, and no third is asked', async () => {
    const third = node('a')
    expect(await read(of(node('a'), node('a'), third))).toEqual({
      kind: 'agreed',
      value: 'a',
      second: 'a',
    })
    expect(third.asked()).toBe(0)
  })

  test('behavior: asks others until any two agree', async () => {
    const last = node('a')
    expect(await read(of(node('a'), node('b'), node('b'), last))).toMatchObject({
      kind: 'agreed',
      value: 'b',
    })
    expect(last.asked()).toBe(0)
    expect(await read(of(node(down), node('b'), node('a'), node('b')))).toMatchObject({
      kind: 'agreed',
      value: 'b',
    })
    expect(await read(of(node(down), node(down), node('c'), node('c')))).toMatchObject({
      kind: 'agreed',
      value: 'c',
    })
  })

  test('behavior: waits 1.5 s for a silent one, then asks another in parallel', async () => {
    const [slow, third] = [delayed('b', 2_000), node('a')]
    const reading = read(of(slow, node('a'), third))
    await vi.advanceTimersByTimeAsync(1_499)
    expect(third.asked()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(await reading).toEqual({ kind: 'agreed', value: 'a', second: 'a' })
  })

  test('behavior: an answer that comes late counts, also of the last one', async () => {
    const reading = read(of(delayed('a', 2_000), node('b'), delayed('a', 6_000)))
    const alone = read(of(node(down), delayed('a', 6_000)))
    await vi.advanceTimersByTimeAsync(7_500)
    expect(await reading).toMatchObject({ kind: 'agreed', value: 'a' })
    expect(await alone).toEqual({ kind: 'alone', value: 'a' })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: two answers may differ in what is not compared, and both are told', async () => {
    const answers = [
      { at: 1, value: 7n },
      { at: 2, value: 8n },
      { at: 3, value: 7n },
    ].map(node)
    const [value, second] = [
      { at: 1, value: 7n },
      { at: 3, value: 7n },
    ]
    const keyOf = (one: unknown) => contentOf((one as { value: bigint }).value)
    expect(await read(of(...answers), keyOf)).toEqual({ kind: 'agreed', value, second })
  })

  test('error: one operator alone proves nothing', async () => {
    expect(await read(of(node('a'), node(down), node(down)))).toEqual({ kind: 'alone', value: 'a' })
    expect(await read(node('a'))).toEqual({ kind: 'alone', value: 'a' })
  })

  test('error: operators with different answers are split', async () => {
    expect(await read(of(node('a'), node('b'), node('c')))).toEqual({
      kind: 'split',
      values: ['a', 'b', 'c'],
    })
  })

  test('error: throws the first error if no operator answers', async () => {
    await expect(read(of(node(down), node(new Error('b'))))).rejects.toBe(down)
  })

  test('behavior: compares the whole content, including amounts', async () => {
    expect(await read(of(node({ a: 1n }), node({ a: 1n })))).toMatchObject({
      kind: 'agreed',
      value: { a: 1n },
    })
    expect((await read(of(node({ a: 1n }), node({ a: 2n })))).kind).toBe('split')
  })

  test('error: an answer without a key agrees with no other, not even an equal one', async () => {
    const third = node('a')
    expect((await read(of(node('a'), node('a'), third), () => null)).kind).toBe('split')
    expect(third.asked()).toBe(1)
  })
})
