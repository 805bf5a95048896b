import { describe, expect, test } from 'vitest'
import { fakeRpc } from '#tests/support/fakeRpc.ts'
import { readWithQuorum } from './quorum.ts'
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
const of = (...nodes: Rpc[]): Rpc => Object.assign(fakeRpc({}), { witnesses: nodes })
const read = (rpc: Rpc, keyOf?: (value: unknown) => string | null) =>
  readWithQuorum(rpc, (one) => one('x'), keyOf)
const down = new Error('connection refused')

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

  test('behavior: does not wait for a silent one, but asks another in parallel', async () => {
    const silent: Rpc = () => new Promise(() => {})
    expect(await read(of(silent, node('a'), node('a')))).toMatchObject({ kind: 'agreed', value: 'a' })
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
