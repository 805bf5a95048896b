import type { HandshakeEvent } from '#account/connection.ts'
import { parseSafeInfo, type SafeInfo } from '#safe/tx/SafeInfo.ts'

/** How the page is being shown. */
export type Host =
  | { kind: 'none' }
  | { kind: 'safe'; origin: string; info: SafeInfo }
  | { kind: 'safe-wrong-chain'; origin: string; info: SafeInfo }
  | { kind: 'safe-unreachable' }
  | { kind: 'framed-unknown' }

/** Dependencies of the probe: a real window in the browser, a double in unit tests. */
export type ProbeOptions = {
  readonly win: Pick<Window, 'parent' | 'addEventListener' | 'removeEventListener' | 'location'> & {
    readonly document: Pick<Document, 'referrer'>
  }
  /** Exact origins that may be a Safe host. */
  readonly trusted: readonly string[]
  readonly chainId: number
  readonly log?: (event: HandshakeEvent) => void
  /** Called when a host answers after the limit, so that the page can recover. */
  readonly onLate?: (host: Host) => void
  /** Ends the wait for an answer after the limit. */
  readonly signal?: AbortSignal
  /** Called once when the first answer takes longer than 4 s. */
  readonly onSlow?: () => void
}

/**
 * When to send `getSafeInfo`, in ms. Repeated, because a host loses messages while it rebuilds its listener.
 */
const ASK_AT = [0, 250, 750, 1500, 3000, 5000] as const
const LIMIT_TRUSTED = 8000
const LIMIT_UNKNOWN = 2500
const SLOW_AT = 4000

/**
 * Detects which host frames the page, without the Safe SDK. Never throws, settles within 8 s. An answer
 * counts only from `window.parent`, from a listed origin, to an id that was issued here.
 */
export function probeHost(options: ProbeOptions): Promise<Host> {
  const { win, trusted } = options
  if (win.parent === (win as unknown)) return Promise.resolve({ kind: 'none' })
  const start = performance.now()
  const log = (what: string) => options.log?.({ at: Math.round(performance.now() - start), what })
  const parentOrigin = originOfParent(win)
  log(`parent ${parentOrigin}`)
  if (parentOrigin !== null && !trusted.includes(parentOrigin)) {
    return Promise.resolve({ kind: 'framed-unknown' })
  }

  return new Promise((resolve) => {
    const issued = new Set<string>()
    const timers: number[] = []
    let settled = false

    const settle = (host: Host) => {
      timers.forEach(clearTimeout)
      if ('info' in host) win.removeEventListener('message', onMessage)
      if (settled) return options.onLate?.(host)
      settled = true
      resolve(host)
    }

    const onMessage = (event: MessageEvent) => {
      if (event.source !== win.parent) return
      const answer = readAnswer(event.data)
      if (answer === null || !issued.has(answer.id)) return
      if (!trusted.includes(event.origin)) {
        log(event.origin)
        if (!settled) settle({ kind: 'framed-unknown' })
        return
      }
      const info = answer.success ? parseSafeInfo(answer.data) : null
      if (!info) return
      const kind = info.chainId === options.chainId ? 'safe' : 'safe-wrong-chain'
      settle({ kind, origin: event.origin, info })
    }

    const ask = () => {
      const id = crypto.randomUUID().slice(0, 8)
      issued.add(id)
      log('asked')
      const message = { id, method: 'getSafeInfo', params: undefined, env: { sdkVersion: '9.1.0' } }
      // The message reveals nothing, so an unknown parent may read it.
      win.parent.postMessage(message, parentOrigin ?? '*')
    }

    win.addEventListener('message', onMessage)
    options.signal?.addEventListener('abort', () => win.removeEventListener('message', onMessage))
    ask()
    for (const at of ASK_AT.slice(1)) timers.push(window.setTimeout(ask, at))
    if (options.onSlow) timers.push(window.setTimeout(options.onSlow, SLOW_AT))
    const [limit, kind] =
      parentOrigin === null
        ? ([LIMIT_UNKNOWN, 'framed-unknown'] as const)
        : ([LIMIT_TRUSTED, 'safe-unreachable'] as const)
    timers.push(window.setTimeout(() => settle({ kind }), limit))
  })
}

/** How long (ms) the host is left alone after it showed a Safe on another network. */
const AGAIN_AFTER = 5_000

/**
 * Probes until a Safe on this network is open, because a host may begin to listen only after a probe has ended, or
 * change its Safe in place. Reports each finding that differs from the last one, and a Safe once.
 */
export async function findHost(
  { log, onSlow, ...options }: Omit<ProbeOptions, 'onLate' | 'signal'>,
  report: (host: Host) => void,
): Promise<void> {
  let last = ''
  let isOpen = false
  const opened = new AbortController()
  const { signal } = opened
  const found = (host: Host) => {
    const shown = JSON.stringify(host)
    if (isOpen || shown === last) return
    last = shown
    isOpen = host.kind === 'safe'
    if (isOpen) opened.abort()
    report(host)
  }
  // Only the first one is logged and announced: the others may run as long as the page is open.
  let first: Pick<ProbeOptions, 'log' | 'onSlow'> = { ...(log && { log }), ...(onSlow && { onSlow }) }
  while (!isOpen) {
    const host = await probeHost({ ...options, ...first, signal, onLate: found })
    first = {}
    found(host)
    if (host.kind === 'none' || host.kind === 'framed-unknown') return
    if (host.kind === 'safe-wrong-chain') await new Promise((next) => window.setTimeout(next, AGAIN_AFTER))
  }
}

/** The origin of the framing page if the browser reports it; null if hidden. Only a hint, never proof. */
function originOfParent(win: ProbeOptions['win']): string | null {
  for (const text of [win.location.ancestorOrigins?.[0], win.document.referrer]) {
    try {
      const { origin, protocol } = new URL(text ?? '')
      // After a reload inside the frame, the referrer is the portal itself.
      if (/^http/.test(protocol) && origin !== win.location.origin) return origin
    } catch {
      // An empty or opaque origin identifies nobody.
    }
  }
  return null
}

function readAnswer(data: unknown): { id: string; success: boolean; data: unknown } | null {
  if (typeof data !== 'object' || data === null) return null
  const { id, success, data: payload } = data as Record<string, unknown>
  return typeof id === 'string' && typeof success === 'boolean' ? { id, success, data: payload } : null
}
