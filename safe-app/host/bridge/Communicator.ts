import type * as Faults from '../state/Faults.ts'
import type { Store } from '../state/Store.ts'
import * as Protocol from './Protocol.ts'
import type { Heard, Reply, TrafficLog } from './TrafficLog.ts'

/** Answers one request; undefined means later or never. An error becomes "Request failed". */
export type Handler = (request: Protocol.AppRequest) => unknown

export type Communicator = {
  send(id: string, data: unknown): void
  /** Sends a message that nobody asked for; `what` names it in the traffic list. */
  push(what: string, data: unknown): void
  fail(id: string, error: string): void
  /** Before this call, messages are received and dropped, as in the real host between its two effects. */
  attach(handler: Handler): void
  close(): void
}

/**
 * Listens to one frame and answers it: only its own window, only the exact origin of the app's URL, only
 * known methods. Replies go to that origin only. The faults take effect here, outside the handlers.
 */
export function open(options: {
  frame: () => Window | null
  origin: string
  faults: Store<{ faults: Faults.Faults }>
  relay: (message: unknown, targetOrigin: string) => void
  log: TrafficLog
}): Communicator {
  const { frame, origin, faults, relay, log } = options
  let handler: Handler | null = null

  function post(id: string, reply: Reply, what: string | null = null): void {
    const { delay, silent, twice, junk } = faults.get().faults
    const note = (isSilent: boolean): void => {
      if (what === null) log.replied(id, reply, isSilent)
      else if ('data' in reply) log.pushed(what, reply.data)
    }
    if (silent) {
      note(true)
      return
    }
    const message = 'error' in reply ? Protocol.failure(id, reply.error) : Protocol.success(id, reply.data)
    const deliver = (): void => {
      const messages = [...(junk ? Protocol.junk(id) : []), message, ...(twice ? [message] : [])]
      for (const each of messages) {
        if (faults.get().faults.relay) relay(each, origin)
        else frame()?.postMessage(each, origin)
      }
      note(false)
    }
    if (delay > 0) setTimeout(deliver, delay)
    else deliver()
  }

  function onMessage(event: MessageEvent): void {
    if (event.source === null || event.source !== frame()) return
    const request = Protocol.read(event.data, event.origin)
    if (event.origin !== origin || !request) {
      const reason = event.origin !== origin ? 'another origin' : 'unknown method'
      const { method, ...message } = describeIgnored(event)
      // The method of a stranger is in the payload: a list that named it would look as if it had been asked.
      if (reason === 'another origin') log.ignored({ ...message, method: 'a message' }, reason)
      else log.ignored({ ...message, method: method ?? 'a message' }, method === null ? 'no request' : reason)
      return
    }
    const heard: Heard = request
    const { drop, fail } = faults.get().faults
    if (drop > 0) {
      faults.set({ faults: { ...faults.get().faults, drop: drop - 1 } })
      log.lost(heard, 'dropped')
      return
    }
    if (!handler) {
      log.lost(heard, 'no handler yet')
      return
    }
    log.heard(heard)
    const times = Object.hasOwn(fail, request.method) ? (fail[request.method] ?? 0) : 0
    if (times > 0) {
      faults.set({ faults: { ...faults.get().faults, fail: { ...fail, [request.method]: times - 1 } } })
      post(request.id, { error: Protocol.FAILED })
      return
    }
    void answer(request, handler)
  }

  async function answer(request: Protocol.AppRequest, handle: Handler): Promise<void> {
    try {
      const data = await handle(request)
      if (data !== undefined) post(request.id, { data })
    } catch (error) {
      console.info(`${request.method} failed:`, error)
      post(request.id, { error: Protocol.FAILED })
    }
  }

  window.addEventListener('message', onMessage)
  return {
    send: (id, data) => post(id, { data }),
    push: (what, data) => post(Math.random().toString(36).slice(2), { data }, what),
    fail: (id, error) => post(id, { error }),
    attach: (next) => {
      handler = next
    },
    close: () => {
      handler = null
      window.removeEventListener('message', onMessage)
    },
  }
}

/** The method of a message that looks like a request. The whole message is its payload. */
function describeIgnored({ data, origin }: MessageEvent): Omit<Heard, 'method'> & { method: string | null } {
  const { id, method } = Object(data) as Partial<Record<string, unknown>>
  const isRequest = typeof id === 'string' && typeof method === 'string' && method !== ''
  return {
    id: null,
    method: isRequest ? method.slice(0, LONGEST_METHOD) : null,
    params: data,
    origin,
    sdkVersion: '',
  }
}

/** A name may be as long as a message. */
const LONGEST_METHOD = 80
