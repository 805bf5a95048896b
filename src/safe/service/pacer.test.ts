import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pacer } from './jsonReader.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Callers that record when they were admitted; `start` is the time of the first call. */
function crowd(interval: number) {
  const pace = pacer(interval, Date.now)
  const start = Date.now()
  const passed: [string, number][] = []
  const enter = (name: string, signal?: AbortSignal) =>
    pace(signal).then(
      () => void passed.push([name, Date.now() - start]),
      (reason: unknown) => void passed.push([`${name}: ${reason}`, Date.now() - start]),
    )
  return { passed, enter }
}

describe('callers', () => {
  test('behavior: are admitted one per interval, first come, first served', async () => {
    const { passed, enter } = crowd(1_000)
    for (const name of ['a', 'b', 'c']) void enter(name)
    await vi.advanceTimersByTimeAsync(2_500)
    void enter('d')
    await vi.advanceTimersByTimeAsync(5_000)
    void enter('e')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(passed).toEqual([
      ['a', 0],
      ['b', 1_000],
      ['c', 2_000],
      ['d', 3_000],
      ['e', 7_500],
    ])
  })

  test('behavior: are all admitted at once without an interval', async () => {
    const { passed, enter } = crowd(0)
    for (const name of ['a', 'b', 'c']) void enter(name)
    await vi.advanceTimersByTimeAsync(0)
    expect(passed.map(([, at]) => at)).toEqual([0, 0, 0])
  })

  test('behavior: leave no gap when they abort, in the queue or at its head', async () => {
    const { passed, enter } = crowd(1_000)
    const [head, waiting] = [new AbortController(), new AbortController()]
    void enter('a')
    void enter('b', head.signal)
    void enter('c', waiting.signal)
    void enter('d')
    await vi.advanceTimersByTimeAsync(400)
    waiting.abort('left')
    head.abort('left')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(passed).toEqual([
      ['a', 0],
      ['b: left', 400],
      ['c: left', 400],
      ['d', 1_000],
    ])
  })

  test('behavior: who aborted before calling take no turn', async () => {
    const { passed, enter } = crowd(1_000)
    void enter('a', AbortSignal.abort('left'))
    void enter('b')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(passed).toEqual([
      ['a: left', 0],
      ['b', 0],
    ])
  })
})

test('error: a clock set back does not delay anyone', async () => {
  let now = 3_600_000
  const pace = pacer(1_000, () => now)
  await pace()
  now = 0
  const next = pace()
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(next).resolves.toBeUndefined()
})
