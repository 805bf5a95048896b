/** Waits for one's turn. @throws what the signal was aborted with */
export type Pacer = (signal?: AbortSignal) => Promise<void>

/** Lets one caller through every `interval` ms, first come, first served; who has left holds nobody up. */
export function pacer(interval: number, now: () => number = () => performance.now()): Pacer {
  let last = -Infinity
  let turn: Promise<void> = Promise.resolve()
  return (signal) => {
    const mine = turn.then(async () => {
      signal?.throwIfAborted()
      const wait = last + interval - now()
      if (wait > 0) await sleep(wait, signal)
      last = now()
    })
    turn = mine.catch(() => {})
    return mine
  }
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, ms)
    signal?.addEventListener('abort', leave, { once: true })
  })
}

/** A public service is asked this often (ms) at the most; one on this machine as often as it likes. */
const PUBLIC_INTERVAL = 1_000
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\]|)$/

/** The pacer of a service, by its base URL. */
export function servicePacer(base: string): Pacer {
  return pacer(LOCAL.test(new URL(base).hostname) ? 0 : PUBLIC_INTERVAL)
}
