import { PortalError } from '#chain/PortalError.ts'

/**
 * Runs one piece of work at a time; a second one is refused with `busy`, never queued. A signal ends the waiting for the
 * work and lets the next one in, although the work itself goes on.
 */
export type Exclusive = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** @param where names what is asked, for the sentence: "your wallet", "your Safe" */
export function exclusive(where: string): Exclusive {
  let open: object | null = null
  return async (work, signal) => {
    // Stopped before the wallet was asked.
    if (signal?.aborted) throw new PortalError('rejected', 'You stopped. Nothing was asked.')
    if (open) throw new PortalError('busy', `A request is already open in ${where}.`)
    const own = {}
    open = own
    try {
      return await untilStopped(work(), signal, where)
    } finally {
      if (open === own) open = null
    }
  }
}

/** What the work gives, unless the person waits no longer. */
function untilStopped<T>(work: Promise<T>, signal: AbortSignal | undefined, where: string): Promise<T> {
  if (!signal) return work
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () =>
      reject(
        new PortalError('unknown-result', `You stopped waiting. A request may still be open in ${where}.`),
      ),
    )
  })
  return Promise.race([work, stopped])
}
