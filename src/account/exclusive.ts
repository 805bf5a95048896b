import { PortalError } from '#chain/PortalError.ts'

/**
 * Runs one task at a time. A second one is never queued: it fails with `busy`. Aborting the signal stops
 * waiting for the task and admits the next one, although the task itself continues.
 */
export type Exclusive = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** @param where the party that gets the request, for the error message: "your wallet", "your Safe" */
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

/** The result of the work, unless the person stops waiting. */
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
