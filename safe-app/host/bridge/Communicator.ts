import type * as Faults from '../state/Faults.ts'
import type { Store } from '../state/Store.ts'
import * as Protocol from './Protocol.ts'

/** Answers one request; undefined means later or never. An error becomes "Request failed". */
export type Handler = (request: Protocol.AppRequest) => unknown

export type Communicator = {
  /** `what` is the text for the traffic list. */
  send(id: string, data: unknown, what?: string): void
  fail(id: string, error: string): void
  /** Before this call, messages are received and dropped, as in the real host between its two effects. */
  attach(handler: Handler): void
  close(): void
}

/** One line of the traffic list; `number` grows with every message. */
export type Traffic = {
  readonly number: number
  readonly at: number
  readonly direction: 'in' | 'out' | 'lost'
  readonly text: string
}

let counter = 0

/**
 * Listens to one frame and answers it: only its own window, only the exact origin of the app's URL, only
 * known methods. Replies go to that origin only. The faults take effect here, outside the handlers.
 */
export function open(options: {
  frame: () => Window | null
  origin: string
  faults: Store<{ faults: Faults.Faults }>
  relay: (message: unknown, targetOrigin: string) => void
  onTraffic: (traffic: Traffic) => void
}): Communicator {
  const { frame, origin, faults, relay, onTraffic } = options
  let handler: Handler | null = null

  function note(direction: Traffic['direction'], text: string): void {
    counter += 1
    onTraffic({ number: counter, at: Date.now(), direction, text })
  }

  function post(message: object, text: string): void {
    const { delay, silent, twice, junk } = faults.get().faults
    if (silent) {
      note('lost', `${text} (silent)`)
      return
    }
    const deliver = (): void => {
      const { id } = message as { id: string }
      const messages = [...(junk ? Protocol.junk(id) : []), message, ...(twice ? [message] : [])]
      for (const each of messages) {
        if (faults.get().faults.relay) relay(each, origin)
        else frame()?.postMessage(each, origin)
      }
      note('out', text)
    }
    if (delay > 0) setTimeout(deliver, delay)
    else deliver()
  }

  function onMessage(event: MessageEvent): void {
    if (event.source === null || event.source !== frame() || event.origin !== origin) return
    const request = Protocol.read(event.data, event.origin)
    if (!request) return
    const { drop, fail } = faults.get().faults
    if (drop > 0) {
      faults.set({ faults: { ...faults.get().faults, drop: drop - 1 } })
      note('lost', `${request.method} (dropped)`)
      return
    }
    if (!handler) {
      note('lost', `${request.method} (no handler yet)`)
      return
    }
    note('in', request.method)
    const times = Object.hasOwn(fail, request.method) ? (fail[request.method] ?? 0) : 0
    if (times > 0) {
      faults.set({ faults: { ...faults.get().faults, fail: { ...fail, [request.method]: times - 1 } } })
      post(Protocol.failure(request.id, Protocol.FAILED), `${request.method}: ${Protocol.FAILED}`)
      return
    }
    void answer(request, handler)
  }

  async function answer(request: Protocol.AppRequest, handle: Handler): Promise<void> {
    try {
      const data = await handle(request)
      if (data !== undefined) post(Protocol.success(request.id, data), `${request.method}: answered`)
    } catch (error) {
      console.info(`${request.method} failed:`, error)
      post(Protocol.failure(request.id, Protocol.FAILED), `${request.method}: ${Protocol.FAILED}`)
    }
  }

  window.addEventListener('message', onMessage)
  return {
    send: (id, data, what = 'answered after the person did') => post(Protocol.success(id, data), what),
    fail: (id, error) => post(Protocol.failure(id, error), error),
    attach: (next) => {
      handler = next
    },
    close: () => {
      handler = null
      window.removeEventListener('message', onMessage)
    },
  }
}
