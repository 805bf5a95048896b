import { describePayload, type Payload } from './payload.ts'

/** One request of the app with its answer, or one message that the host sent unasked. */
export type Exchange = {
  /** Grows with every message. */
  readonly number: number
  readonly by: 'app' | 'host'
  /** A method; for anything else that was posted, a few words. */
  readonly method: string
  readonly origin: string
  readonly sdkVersion: string
  /** Milliseconds since the app was opened. */
  readonly at: number
  readonly payload: Payload
  /** `lost` by a fault or by the host's rebuild; `ignored` as Safe{Wallet} ignores it. */
  readonly state: 'waiting' | 'answered' | 'failed' | 'lost' | 'ignored' | 'pushed'
  /** The reason of `lost` and `ignored`; else empty. */
  readonly reason: LostReason | IgnoredReason | ''
  readonly answer: Payload | null
  readonly error: string | null
  /** Milliseconds until the answer, or null. */
  readonly took: number | null
}

export type LostReason = 'dropped' | 'no handler yet' | 'silent'
export type IgnoredReason = 'another origin' | 'unknown method' | 'no request'

/** The recorded messages since the app was opened. */
export type Traffic = {
  /** Oldest first, and the newest of them only if there were very many. */
  readonly exchanges: readonly Exchange[]
  /** How many there were. */
  readonly total: number
  /** Milliseconds from the opening to the frame's `load`, or null. */
  readonly loadedAt: number | null
  /** When this was taken, in milliseconds since the opening. */
  readonly now: number
}

export const noTraffic: Traffic = { exchanges: [], total: 0, loadedAt: null, now: 0 }

/** A message of the app. */
export type Heard = {
  readonly id: string | null
  readonly method: string
  readonly params: unknown
  readonly origin: string
  readonly sdkVersion: string
}

/** The host's side of an answer. */
export type Reply = { readonly data: unknown } | { readonly error: string }

export type TrafficLog = {
  heard(message: Heard): void
  lost(message: Heard, reason: LostReason): void
  ignored(message: Heard, reason: IgnoredReason): void
  /** `isSilent` if a fault kept the answer from the app. */
  replied(id: string, reply: Reply, isSilent: boolean): void
  pushed(what: string, data: unknown): void
  loaded(): void
  take(): Traffic
}

/** More messages, or longer ones in total, push out the oldest. */
const MOST_EXCHANGES = 10_000
const MOST_CHARACTERS = 8_000_000

/** Records the messages of one opening of an app. `onChange` is called for each. */
export function createTrafficLog(onChange: () => void): TrafficLog {
  const start = performance.now()
  const kept = new Map<number, Exchange>()
  const waiting = new Map<string, number>()
  let total = 0
  let characters = 0
  let loadedAt: number | null = null

  const now = () => Math.round((performance.now() - start) * 10) / 10

  function put(exchange: Exchange): void {
    const before = kept.get(exchange.number)
    characters += lengthOf(exchange) - (before ? lengthOf(before) : 0)
    kept.set(exchange.number, exchange)
    for (const [number, oldest] of kept) {
      if (kept.size <= MOST_EXCHANGES && characters <= MOST_CHARACTERS) break
      characters -= lengthOf(oldest)
      kept.delete(number)
    }
    onChange()
  }

  function add(
    change: Partial<Exchange> & Pick<Exchange, 'by' | 'method' | 'state'>,
    value: unknown,
  ): number {
    total += 1
    const payload = describePayload(value)
    const none = { origin: '', sdkVersion: '', reason: '', answer: null, error: null, took: null } as const
    put({ number: total, at: now(), payload, ...none, ...change })
    return total
  }

  function ofApp({ method, origin, sdkVersion }: Heard) {
    return { by: 'app', method, origin, sdkVersion } as const
  }

  return {
    heard(message) {
      const number = add({ ...ofApp(message), state: 'waiting' }, message.params)
      if (message.id === null) return
      waiting.set(message.id, number)
      for (const id of waiting.keys()) {
        if (waiting.size <= MOST_EXCHANGES) break
        waiting.delete(id)
      }
    },
    lost(message, reason) {
      add({ ...ofApp(message), state: 'lost', reason }, message.params)
    },
    ignored(message, reason) {
      add({ ...ofApp(message), state: 'ignored', reason }, message.params)
    },
    replied(id, reply, isSilent) {
      const asked = kept.get(waiting.get(id) ?? 0)
      waiting.delete(id)
      const error = 'error' in reply ? reply.error : null
      const state = isSilent ? 'lost' : error === null ? 'answered' : 'failed'
      const change = { state, reason: isSilent ? 'silent' : '', error } as const
      const answer = 'data' in reply ? describePayload(reply.data) : null
      if (asked) put({ ...asked, ...change, answer, took: Math.round((now() - asked.at) * 10) / 10 })
      // Safe{Wallet} answers a request again when its dialog is closed after the answer.
      else add({ by: 'host', method: 'another answer', ...change, answer }, undefined)
    },
    pushed(what, data) {
      add({ by: 'host', method: what, state: 'pushed' }, data)
    },
    loaded() {
      loadedAt ??= now()
      onChange()
    },
    take: () => ({ exchanges: [...kept.values()], total, loadedAt, now: now() }),
  }
}

function lengthOf({ payload, answer, error }: Exchange): number {
  return payload.text.length + (answer?.text.length ?? 0) + (error?.length ?? 0)
}
