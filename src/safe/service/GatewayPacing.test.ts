import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PAYOUT_HASH, queuedDocument, SAFE } from '#tests/support/safeExamples.ts'
import { gateway } from './sources.ts'

/** Not all timers: a poll that another file of this worker left behind would never end. */
const A_MINUTE = 60_000

let asked: number[]
let reply: () => Response

// The gateway loads its readers on first use. Loading takes real time, which fake timers would not wait for.
beforeAll(() => Promise.all(['jsonReader', 'listDocument'].map((name) => import(`./${name}.ts`))))

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  reply = () => Response.json(queuedDocument)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    if (String(url).includes('/v1/chains/')) asked.push(performance.now())
    return reply()
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const busy = (headers: Record<string, string> = {}) => {
  reply = () => new Response('Rate limit reached', { status: 429, headers })
}
const times = () => asked.map((at) => at - (asked[0] ?? 0))

/** The first answers of one service to five simultaneous requests. */
async function fiveOf(base: string) {
  const source = gateway(base)
  const answers = Promise.all([
    ...Array.from({ length: 3 }, () => source.queued(SAFE, null)),
    source.history(SAFE, null),
    source.executedAt(SAFE, 1n),
  ])
  await vi.advanceTimersByTimeAsync(A_MINUTE)
  return answers
}

describe('pacing', () => {
  test('behavior: a public service gets at most one request per second, of any kind', async () => {
    await fiveOf('https://gateway.example')
    expect(times()).toEqual([0, 1_000, 2_000, 3_000, 4_000])
  })

  test.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])(
    'behavior: a service on this machine (%s) has no request limit',
    async (base) => {
      await fiveOf(base)
      expect(times()).toEqual([0, 0, 0, 0, 0])
    },
  )

  test.each(['https://localhost.example', 'https://127.0.0.1.example', 'https://x.localhost'])(
    'error: %s is not a service on this machine',
    async (base) => {
      await fiveOf(base)
      expect(times().at(-1)).toBe(4_000)
    },
  )

  test('behavior: an aborted waiting request is never sent', async () => {
    const source = gateway('https://gateway.example')
    const leave = new AbortController()
    const first = source.queued(SAFE, null)
    const left = source.queued(SAFE, null, leave.signal).catch((error: Error) => error.name)
    const last = source.queued(SAFE, null)
    leave.abort()
    await vi.advanceTimersByTimeAsync(A_MINUTE)
    await Promise.all([first, last])
    expect(await left).toBe('AbortError')
    expect(times()).toEqual([0, 1_000])
  })
})

describe('a service that is busy (429)', () => {
  /** How long (ms) no request is made after the first answer. */
  async function closedFor(headers: Record<string, string>) {
    const source = gateway('http://localhost:4000')
    const start = performance.now()
    busy(headers)
    await expect(source.queued(SAFE, null)).rejects.toThrow('The Safe service is busy and asks to wait.')
    reply = () => Response.json(queuedDocument)
    for (;;) {
      const message = await source.transaction(PAYOUT_HASH).catch((error: Error) => error.message)
      if (asked.length > 1) return performance.now() - start
      expect(message).toBe('The Safe service is busy and asks to wait.')
      await vi.advanceTimersByTimeAsync(500)
    }
  }

  test.each([
    ['no time', {}, 2_000],
    ['three seconds', { 'Retry-After': '3' }, 3_000],
    ['an hour, of which it gets half a minute', { 'Retry-After': '3600' }, 30_000],
    ['infinity', { 'Retry-After': 'Infinity' }, 30_000],
    ['a date, which is read as no time', { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' }, 2_000],
    ['no second', { 'Retry-After': '0' }, 2_000],
    ['a negative time', { 'Retry-After': '-5' }, 2_000],
  ])('behavior: that asks to wait for %s gets no request for that long', async (_, headers, wait) => {
    expect(await closedFor(headers as Record<string, string>)).toBe(wait)
  })

  test('behavior: gets no request from waiting callers either', async () => {
    const source = gateway('https://gateway.example')
    busy()
    const answers = Promise.allSettled(Array.from({ length: 3 }, () => source.queued(SAFE, null)))
    await vi.advanceTimersByTimeAsync(1_500)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(A_MINUTE)
    expect((await answers).every(({ status }) => status === 'rejected')).toBe(true)
    expect(times().every((at) => at === 0 || at >= 2_000)).toBe(true)
  })

  test('error: a clock set back does not extend the pause', async () => {
    const source = gateway('http://localhost:4000')
    busy()
    await source.queued(SAFE, null).catch(() => {})
    vi.setSystemTime(Date.now() - 3_600_000)
    reply = () => Response.json(queuedDocument)
    await vi.advanceTimersByTimeAsync(2_000)
    await expect(source.queued(SAFE, null)).resolves.toMatchObject({ unreadable: 0 })
  })
})
