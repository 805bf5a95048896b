import { PortalError } from '#chain/PortalError.ts'

/**
 * Runs one task at a time. A second one is never queued: it fails with `busy`. Aborting the signal stops
 * waiting for the task and admits the next one, although a request that was made continues.
 */
export type Exclusive = <T>(work: (markAsked: MarkAsked) => Promise<T>, signal?: AbortSignal) => Promise<T>

/**
 * To be called right before the wallet or Safe gets the request: until then, a stop proves that nothing was asked.
 * @throws PortalError `rejected` if the person has stopped meanwhile
 */
export type MarkAsked = () => void

/** @param where the party that gets the request, for the error message: "your wallet", "your Safe" */
export function exclusive(where: string): Exclusive {
  let open: object | null = null
  return async (work, signal) => {
    let isAsked = false
    const markAsked = () => {
      if (signal?.aborted) throw nothingAsked()
      isAsked = true
    }
    if (signal?.aborted) throw nothingAsked()
    if (open) throw new PortalError('busy', `A request is already open in ${where}.`)
    const own = {}
    open = own
    try {
      const asked = work(markAsked)
      mark(1)
      // It may be answered after the person has stopped waiting.
      asked.then(
        () => mark(-1),
        () => mark(-1),
      )
      return await untilStopped(asked, signal, () =>
        isAsked
          ? new PortalError('unknown-result', `You stopped waiting. A request may still be open in ${where}.`)
          : nothingAsked(),
      )
    } finally {
      if (open === own) open = null
    }
  }
}

/** How many requests have no answer yet. */
let unanswered = 0

/** While a request is open, `boot/newRelease.ts` does not reload the page: its answer would be lost. */
function mark(change: 1 | -1): void {
  unanswered += change
  globalThis.document?.documentElement.toggleAttribute('data-asking', unanswered > 0)
}

function nothingAsked(): PortalError {
  return new PortalError('rejected', 'You stopped. Nothing was asked.')
}

/** The result of the work, unless the person stops waiting. */
function untilStopped<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  fault: () => PortalError,
): Promise<T> {
  if (!signal) return work
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(fault()))
  })
  return Promise.race([work, stopped])
}
