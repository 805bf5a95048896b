import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HandshakeEvent } from '#account/connection.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { OWNERS, SAFE } from '#tests/support/safeExamples.ts'
import { findHost, type Host, type ProbeOptions, probeHost } from './probeHost.ts'

const HOST = 'https://app.safe.global'
const STRANGER = 'https://evil.example'
const PORTAL = 'https://portal.example'

const info = {
  safeAddress: SAFE,
  chainId: 56,
  threshold: 2,
  owners: [...OWNERS],
  isReadOnly: false,
  network: 'BNB SMART CHAIN',
}

type Question = { readonly id: string; readonly method: string; readonly target: string; readonly at: number }
type Parent = 'none' | { ancestor?: string; referrer?: string }

/** The probe's timers that still run. Other files may have left timers of their own in this process. */
const running = new Set<unknown>()

beforeEach(() => {
  vi.useFakeTimers()
  running.clear()
  const { setTimeout: set, clearTimeout: clear } = globalThis
  // The probe uses the browser's own timers.
  vi.stubGlobal('window', {
    setTimeout(act: () => void, ms: number) {
      const timer = set(() => {
        running.delete(timer)
        act()
      }, ms)
      running.add(timer)
      return timer
    },
  })
  vi.stubGlobal('clearTimeout', (timer: ReturnType<typeof set>) => {
    running.delete(timer)
    clear(timer)
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A window with or without a frame, its parent, and the result of the probe. */
function frame(parent: Parent, onAsk: (question: Question) => void = () => {}) {
  const listeners = new Set<(event: MessageEvent) => void>()
  const asked: Question[] = []
  const began = Date.now()
  const outside = {
    postMessage(message: { id: string; method: string }, target: string) {
      const question = { id: message.id, method: message.method, target, at: Date.now() - began }
      asked.push(question)
      // Messages always arrive asynchronously.
      queueMicrotask(() => onAsk(question))
    },
  }
  const win = {
    location: {
      origin: PORTAL,
      ancestorOrigins: parent !== 'none' && parent.ancestor !== undefined ? [parent.ancestor] : undefined,
    },
    document: { referrer: parent === 'none' ? '' : (parent.referrer ?? '') },
    addEventListener: (_: string, listener: (event: MessageEvent) => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: (event: MessageEvent) => void) => listeners.delete(listener),
    parent: null as unknown,
  }
  win.parent = parent === 'none' ? win : outside
  const post = (data: unknown, origin = HOST, source: unknown = outside) => {
    for (const listener of [...listeners]) listener({ data, origin, source } as MessageEvent)
  }
  const answer = ({ id }: Question, data: unknown = info) => ({ id, success: true, version: '9.1.0', data })
  const events: HandshakeEvent[] = []
  const late: Host[] = []
  const slow = vi.fn()
  const start = (some: Partial<ProbeOptions> = {}) => {
    const state: { host: Host | null } = { host: null }
    void probeHost({
      win: win as unknown as ProbeOptions['win'],
      trusted: [HOST, 'http://127.0.0.1:5174'],
      chainId: 56,
      log: (event) => events.push(event),
      onLate: (host) => late.push(host),
      onSlow: slow,
      ...some,
    }).then((host) => {
      state.host = host
    })
    return state
  }
  /** Collects the reports of `findHost`. */
  const find = () => {
    const reported: Host[] = []
    const options = { win: win as unknown as ProbeOptions['win'], trusted: [HOST], chainId: 56 }
    const log = (event: HandshakeEvent) => events.push(event)
    void findHost({ ...options, log, onSlow: slow }, (host) => reported.push(host))
    return reported
  }
  return { asked, answer, post, start, find, late, slow, events, listeners }
}

const elapse = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('behavior: detects a tab at once, without a request or a timer', async () => {
  const { start, asked, listeners } = frame('none')
  const state = start()
  await elapse(0)
  expect(state.host).toEqual({ kind: 'none' })
  expect([asked.length, listeners.size, running.size]).toEqual([0, 0, 0])
})

describe('a listed host', () => {
  test('behavior: that answers is the Safe’s host, and nothing keeps running', async () => {
    const { start, asked, answer, post, listeners } = frame({ ancestor: HOST }, (question) =>
      post(answer(question)),
    )
    const state = start()
    await elapse(0)
    expect(state.host).toEqual({ kind: 'safe', origin: HOST, info })
    expect(asked).toMatchObject([{ method: 'getSafeInfo', target: HOST }])
    expect([listeners.size, running.size]).toEqual([0, 0])
  })

  test('behavior: is recognised by its referrer if the browser reports no ancestors', async () => {
    const { start, asked, answer, post } = frame({ referrer: `${HOST}/apps/open?safe=bnb:0x1` }, (question) =>
      post(answer(question)),
    )
    const state = start()
    await elapse(0)
    expect(state.host?.kind).toBe('safe')
    expect(asked[0]?.target).toBe(HOST)
  })

  test('behavior: that loses messages is asked six times, each with a new id', async () => {
    const { start, asked, answer, post } = frame({ ancestor: HOST }, (question) => {
      if (asked.length === 6) post(answer(question))
    })
    const state = start()
    await elapse(4_999)
    expect(state.host).toBeNull()
    await elapse(1)
    expect(state.host?.kind).toBe('safe')
    expect(asked.map(({ at }) => at)).toEqual([0, 250, 750, 1500, 3000, 5000])
    expect(new Set(asked.map(({ id }) => id)).size).toBe(6)
  })

  test('behavior: that first reports a failure gets another attempt', async () => {
    const { start, asked, answer, post } = frame({ ancestor: HOST }, (question) =>
      post(
        asked.length < 3 ? { id: question.id, success: false, error: 'Request failed' } : answer(question),
      ),
    )
    const state = start()
    await elapse(750)
    expect(state.host?.kind).toBe('safe')
  })

  test('behavior: that is slow is reported once, after four seconds', async () => {
    const { start, slow } = frame({ ancestor: HOST })
    start()
    await elapse(3_999)
    expect(slow).not.toHaveBeenCalled()
    await elapse(4_001)
    expect(slow).toHaveBeenCalledOnce()
  })

  test('error: that is silent is given up after exactly eight seconds', async () => {
    const { start } = frame({ ancestor: HOST })
    const state = start()
    await elapse(7_999)
    expect(state.host).toBeNull()
    await elapse(1)
    expect(state.host).toEqual({ kind: 'safe-unreachable' })
    expect(running.size).toBe(0)
  })

  test('behavior: that answers after the limit opens the page, once', async () => {
    const { start, asked, answer, post, late } = frame({ ancestor: HOST })
    const state = start()
    await elapse(8_000)
    const [first, second] = asked
    if (!first || !second) throw new Error('Nothing was asked')
    post(answer(second))
    post(answer(first))
    expect(state.host).toEqual({ kind: 'safe-unreachable' })
    expect(late).toEqual([{ kind: 'safe', origin: HOST, info }])
  })

  test('error: with a Safe on another network is a host on the wrong chain', async () => {
    const { start, answer, post } = frame({ ancestor: HOST }, (question) =>
      post(answer(question, { ...info, chainId: 1, network: 'ETHEREUM' })),
    )
    const state = start()
    await elapse(0)
    expect(state.host).toMatchObject({ kind: 'safe-wrong-chain', info: { chainId: 1, network: 'ETHEREUM' } })
  })
})

describe('a page that waits for its host', () => {
  test('error: that begins to listen after the limit still opens the page, and nothing keeps running', async () => {
    const { find, asked, answer, post, slow, events, listeners } = frame({ ancestor: HOST }, (question) => {
      if (question.at >= 21_000) post(answer(question))
    })
    const reported = find()
    await elapse(8_000)
    expect(reported).toEqual([{ kind: 'safe-unreachable' }])
    await elapse(20_000)
    expect(reported).toEqual([{ kind: 'safe-unreachable' }, { kind: 'safe', origin: HOST, info }])
    const before = asked.length
    await elapse(60_000)
    expect(asked).toHaveLength(before)
    expect(reported).toHaveLength(2)
    expect(running.size).toBe(0)
    expect(slow).toHaveBeenCalledOnce()
    expect(events.length).toBeLessThan(10)
    expect(listeners.size).toBe(0)
  })

  test('behavior: that has no Safe yet, and one later, is asked again', async () => {
    const { find, answer, post } = frame({ ancestor: HOST }, (question) =>
      post(answer(question, question.at < 30_000 ? { ...info, safeAddress: '' } : info)),
    )
    const reported = find()
    await elapse(40_000)
    expect(reported.map(({ kind }) => kind)).toEqual(['safe-unreachable', 'safe'])
  })

  test('behavior: that changes in place to a Safe on this network opens the page', async () => {
    const { find, answer, post } = frame({ ancestor: HOST }, (question) =>
      post(answer(question, question.at < 12_000 ? { ...info, chainId: 1 } : info)),
    )
    const reported = find()
    await elapse(11_000)
    expect(reported.map(({ kind }) => kind)).toEqual(['safe-wrong-chain'])
    await elapse(9_000)
    expect(reported.map(({ kind }) => kind)).toEqual(['safe-wrong-chain', 'safe'])
  })

  test('error: in another site asks for nothing more', async () => {
    const { find, asked } = frame({ ancestor: STRANGER })
    expect(find()).toEqual([])
    await elapse(30_000)
    expect(asked).toEqual([])
  })
})

describe('a parent that is not listed', () => {
  test.each([
    { ancestor: STRANGER },
    { referrer: `${STRANGER}/page` },
    { ancestor: 'http://app.safe.global' },
    { ancestor: 'https://app.safe.global.evil.example' },
    { ancestor: 'https://app.safe.global:8443' },
    { ancestor: 'https://evilapp.safe.global' },
    { ancestor: STRANGER, referrer: `${HOST}/apps` },
  ])('error: is refused at once, without a request (%j)', async (parent) => {
    const { start, asked, listeners } = frame(parent)
    const state = start()
    await elapse(0)
    expect(state.host).toEqual({ kind: 'framed-unknown' })
    expect([asked.length, listeners.size, running.size]).toEqual([0, 0, 0])
  })
})

describe('a parent that hides its origin', () => {
  const hidden: Parent[] = [
    {},
    { ancestor: 'null' },
    { ancestor: '', referrer: 'about:blank' },
    // After a reload inside the frame, the referrer is the portal itself.
    { referrer: `${PORTAL}/` },
  ]

  test.each(hidden)(
    'behavior: gets an open request and is accepted if a listed origin answers (%j)',
    async (parent) => {
      const { start, asked, answer, post } = frame(parent, (question) => post(answer(question)))
      const state = start()
      await elapse(0)
      expect(state.host?.kind).toBe('safe')
      expect(asked[0]?.target).toBe('*')
    },
  )

  test('error: is refused after two and a half seconds of silence', async () => {
    const { start } = frame({})
    const state = start()
    await elapse(2_499)
    expect(state.host).toBeNull()
    await elapse(1)
    expect(state.host).toEqual({ kind: 'framed-unknown' })
  })

  test('error: is refused and logged once an unlisted origin answers', async () => {
    const { start, answer, post, events } = frame({}, (question) => post(answer(question), STRANGER))
    const state = start()
    await elapse(0)
    expect(state.host).toEqual({ kind: 'framed-unknown' })
    expect(events.map(({ what }) => what)).toContain(STRANGER)
  })
})

describe('an invalid message', () => {
  test.each<[string, (question: Question) => readonly [unknown, string?, unknown?]]>([
    ['from another window', ({ id }) => [{ id, success: true, data: info }, HOST, {}]],
    ['without a source', ({ id }) => [{ id, success: true, data: info }, HOST, null]],
    ['with a foreign id', () => [{ id: 'deadbeef', success: true, data: info }]],
    ['with an id that is a number', () => [{ id: 1, success: true, data: info }]],
    ['without a success flag', ({ id }) => [{ id, data: info }]],
    ['that failed', ({ id }) => [{ id, success: false, data: info }]],
    ['without a Safe', ({ id }) => [{ id, success: true, data: {} }]],
    ['with a Safe of no owners', ({ id }) => [{ id, success: true, data: { ...info, owners: [] } }]],
    ['with a theme', ({ id }) => [{ id, success: true, data: { darkMode: true } }]],
  ])('error: %s is ignored', async (_, make) => {
    const { start, post } = frame({ ancestor: HOST }, (question) => {
      const [data, origin = HOST, ...source] = make(question)
      post(data, origin, ...source)
    })
    const state = start()
    await elapse(7_999)
    expect(state.host).toBeNull()
    await elapse(1)
    expect(state.host).toEqual({ kind: 'safe-unreachable' })
  })

  test('error: junk neither throws nor ends the probe', async () => {
    const { start, post } = frame({ ancestor: HOST })
    const state = start()
    const junk = fc.oneof(
      fc.anything(),
      fc.record({ id: fc.string(), success: fc.boolean(), data: fc.anything() }),
      fc.record({ id: fc.string(), success: fc.constant(true), data: fc.constant(info) }),
    )
    const origin = fc.constantFrom(HOST, STRANGER, 'null', '')
    fc.assert(
      fc.property(junk, origin, (data, from) => post(data, from)),
      propertyRuns(500),
    )
    await elapse(0)
    expect(state.host).toBeNull()
    await elapse(8_000)
    expect(state.host).toEqual({ kind: 'safe-unreachable' })
  })
})
