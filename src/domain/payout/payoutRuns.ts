import { visiblePause } from '#account/polling.ts'
import type { Address } from '#chain/money/Address.ts'
import { findPortalError, PortalError } from '#chain/PortalError.ts'
import type { Consent, PayoutContext } from './payPart.ts'
import type { RunEnd } from './runPayout.ts'

/** What this page is doing for a payout. */
export type RunState =
  | { readonly kind: 'running'; readonly stopping: boolean }
  | { readonly kind: 'ended'; readonly end: RunEnd }
  | { readonly kind: 'thrown'; readonly error: Error }

/** How often (ms) a run looks whether the next part can be asked for. */
const LOOK_EVERY = 2_000

/** `stop` ends it before the next question, `leave` also the waiting for the answer to this one. */
type Run = { readonly stop: AbortController; readonly leave: AbortController; state: RunState }

const runs = new Map<string, Run>()
const listeners = new Set<() => void>()
let version = 0

function tell(): void {
  version++
  for (const listener of listeners) listener()
}

/** A count of all that was written or has changed: what React reads to see that something did. */
export const payoutVersion = {
  subscribe(listener: () => void): () => void {
    // What another tab writes is heard of by this event alone.
    if (listeners.size === 0) globalThis.addEventListener?.('storage', tell)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) globalThis.removeEventListener?.('storage', tell)
    }
  },
  get: (): number => version,
}

/** Says that payouts were written, to whoever shows them. */
export const payoutsChanged = tell

/** What this page does or has last done for a payout; undefined when nothing. */
export function runOf(id: string): RunState | undefined {
  return runs.get(id)?.state
}

/** Lets a run end before its next question; what is asked already is waited for. */
export function stopRun(id: string): void {
  const run = runs.get(id)
  if (run?.state.kind !== 'running') return
  run.stop.abort()
  run.state = { kind: 'running', stopping: true }
  tell()
}

/** Ends the waiting for an answer that may never come, and with it the run. The request may still be open. */
export function stopWaiting(id: string): void {
  stopRun(id)
  runs.get(id)?.leave.abort()
}

/** Forgets what was said of a run that has ended. */
export function clearRun(id: string): void {
  if (runs.get(id)?.state.kind !== 'running' && runs.delete(id)) tell()
}

/**
 * Asks for the open parts of a payout while the page lives, whatever page of it is shown. Resolves when the first question
 * was answered, or when it ended without one. @throws PortalError when it ended so before the first answer
 */
export function startRun(
  context: PayoutContext,
  id: string,
  consent: Consent,
  passOver = false,
): Promise<RunEnd | null> {
  if (runs.get(id)?.state.kind === 'running') {
    return Promise.reject(new PortalError('busy', 'This payout is being asked for already.'))
  }
  const run: Run = {
    stop: new AbortController(),
    leave: new AbortController(),
    state: { kind: 'running', stopping: false },
  }
  runs.set(id, run)
  tell()
  return new Promise((resolve, reject) => {
    // What asks for payments is no part of the first screen, which only shows what became of them.
    const begun = import('./runPayout.ts').then(({ runPayout }) =>
      runPayout(context, id, consent, {
        signal: run.stop.signal,
        leave: run.leave.signal,
        passOver,
        pause: () => visiblePause(LOOK_EVERY),
        onChange: () => {
          tell()
          resolve(null)
        },
      }),
    )
    begun.then(
      (end) => {
        run.state = { kind: 'ended', end }
        tell()
        resolve(end)
      },
      (thrown: unknown) => {
        const error =
          findPortalError(thrown) ?? (thrown instanceof Error ? thrown : new Error(String(thrown)))
        run.state = { kind: 'thrown', error }
        tell()
        reject(error)
      },
    )
  })
}

/**
 * Lets one page of this browser pay from an account at a time (Web Locks). Where a browser gives no locks, as to a frame
 * without storage, the pages still find each other's payments in what was written and in the lists of the account.
 */
export function payoutLock(
  address: Address,
  locks: Pick<LockManager, 'request'> | undefined = globalThis.navigator?.locks,
): PayoutContext['alone'] {
  return async (work) => {
    if (!locks) return work()
    let began = false
    try {
      return await locks.request(
        `portal.payout.56.${address.toLowerCase()}`,
        { ifAvailable: true },
        async (lock) => {
          began = true
          if (lock === null) {
            throw new PortalError(
              'busy',
              'A payment from this account is being asked for already, here or in another tab.',
            )
          }
          return work()
        },
      )
    } catch (error) {
      if (began || (error as Error | null)?.name !== 'SecurityError') throw error
      return work()
    }
  }
}
